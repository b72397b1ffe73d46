#include "app/settings.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/common.h"

enum { SLOWEST = 60 };

static const struct {
    PageName list;
    const char *word, *text;
    const char *values; /* of the line mode, as it lists them */
} table[SETTINGS] = {
    [SET_DECIMALS] = {PAGE_VIEW, "decimals", "decimals of numbers", "0 to 9, all"},
    [SET_SHADES] = {PAGE_VIEW, "shades", "a heat map: numbers are shaded", "on, off"},
    [SET_SUMS] = {PAGE_VIEW, "sums", "sums of rows and columns", "on, off"},
    [SET_DETAIL] = {PAGE_VIEW, "detail", "steps that are shown", "results, named, operations"},
    [SET_ANSWERS] = {PAGE_VIEW, "answers", "answers come by themselves", "on, off"},
    [SET_MOUSE] = {PAGE_VIEW, "mouse", "the mouse points", "on, off"},
    [SET_NOTES] = {PAGE_VIEW, "notes", "the speaker's notes on this screen", "on, off"},
    [SET_ON] = {PAGE_CLASS, "on", "on: results come hidden", ""},
    [SET_UNIT] = {PAGE_CLASS, "by", "Space shows", "row, matrix, number"},
    [SET_NEW] = {PAGE_CLASS, "new", "new class: all is hidden again", ""},
    [SET_PLAY] = {PAGE_CLASS, "play", "play: steps come by themselves", "seconds, off"},
    [SET_OFF] = {PAGE_CLASS, "off", "off: all results are seen", ""},
};

static const char *const details[] = {"results", "named", "operations"};
static const char *const units[UNITS] = {"row", "matrix", "number"};
static const int seconds[] = {0, 2, 5, 10, 20};

static const char *on_off(bool on)
{
    return on ? "on" : "off";
}

static const char *value_of(Arena *a, const Model *m, Setting s)
{
    switch (s) {
    case SET_DECIMALS:
        return m->look.full ? "all" : arena_format(a, "%d", m->look.decimals);
    case SET_SHADES:
        return on_off(m->look.shade);
    case SET_SUMS:
        return on_off(m->look.sums);
    case SET_DETAIL:
        return details[m->look.detail - DETAIL_BRIEF];
    case SET_ANSWERS:
        return on_off(m->look.answers);
    case SET_MOUSE:
        return on_off(m->look.mouse);
    case SET_NOTES:
        return on_off(m->look.notes);
    case SET_UNIT:
        return arena_format(a, "%ss", units[m->class.unit]);
    case SET_PLAY:
        return m->class.seconds ? arena_format(a, "every %d s", m->class.seconds) : "off";
    default:
        return "";
    }
}

/* Whether a row stands in the list: what is done already does not. */
static bool is_there(const Model *m, Setting s)
{
    return s == SET_ON                                     ? !m->class.on
           : s == SET_OFF || s == SET_UNIT || s == SET_NEW ? m->class.on
                                                           : true;
}

Doc *settings_tell(Arena *a, const Model *m, const World *w, PageName list)
{
    bool is_class = list == PAGE_CLASS;
    Doc *d = doc_new(a, DOC_LIST, w->lens.run ? &w->lens : NULL,
                     is_class ? "The class" : "How pages look");
    d->head = is_class ? m->class.on ? "A class is on: results come hidden" : "No class is on"
                       : "Left and Right set a row, Enter sets its next value";
    for (int s = 0; s < SETTINGS; s++)
        if (table[s].list == list && is_there(m, (Setting)s))
            doc_row(d, (Target){.kind = TARGET_SETTING, .of = s}, "%s\t%s", table[s].text,
                    value_of(a, m, (Setting)s));
    return d;
}

static void set_detail(Model *m, const World *w, int detail)
{
    m->look.detail = (Detail)clamp_int(detail, DETAIL_BRIEF, DETAIL_EVERY);
    for (int i = 1; i < m->pages; i++) {
        Page *page = &m->page[i];
        page->spot.detail = m->look.detail;
        if (page->name != PAGE_STAGE || !w->lens.run)
            continue;
        Spot at = page->spot;
        page->spot = spot_at(at, w->lens.run, at.stage, at.stop);
    }
    m->back.detail = m->look.detail;
}

static void set_decimals(Model *m, int decimals)
{
    enum { ALL = NUMBER_MOST_DECIMALS + 1 };
    decimals = (decimals + ALL + 1) % (ALL + 1);
    m->look.full = decimals == ALL;
    m->look.decimals = m->look.full ? m->look.decimals : decimals;
}

static SettingDone set_notes(Arena *a, Model *m, const World *w, bool on, bool again)
{
    if (on && m->class.on && !w->is_followed && !again)
        return (SettingDone){.said = arena_string(a,
                                                  "The class would see the notes: no second "
                                                  "screen follows this one. Once more shows them."),
                             .asks = true};
    m->look.notes = on;
    return (SettingDone){0};
}

static SettingDone set_class(Arena *a, Model *m, bool on)
{
    m->class.on = on;
    m->class.seconds = 0;
    return (SettingDone){
        .said = arena_string(a, on ? "A class is on: results come hidden, each step shows a row."
                                   : "The class is over: all results are seen.")};
}

static int tempo_beside(int now, int by)
{
    int at = 0;
    while (at + 1 < COUNT(seconds) && seconds[at] < now)
        at++;
    return seconds[(at + by + COUNT(seconds)) % COUNT(seconds)];
}

SettingDone settings_turn(Arena *a, Model *m, const World *w, Setting s, int by, bool again)
{
    Look *look = &m->look;
    switch (s) {
    case SET_DECIMALS:
        set_decimals(m, (look->full ? NUMBER_MOST_DECIMALS + 1 : look->decimals) + by);
        break;
    case SET_SHADES:
        look->shade = !look->shade;
        break;
    case SET_SUMS:
        look->sums = !look->sums;
        break;
    case SET_DETAIL:
        set_detail(m, w, (look->detail - DETAIL_BRIEF + by + 3) % 3 + DETAIL_BRIEF);
        break;
    case SET_ANSWERS:
        look->answers = !look->answers;
        break;
    case SET_MOUSE:
        look->mouse = !look->mouse;
        return (SettingDone){.effect = EFFECT_MOUSE};
    case SET_NOTES:
        return set_notes(a, m, w, !look->notes, again);
    case SET_ON:
    case SET_OFF:
        return set_class(a, m, s == SET_ON);
    case SET_UNIT:
        m->class.unit = (Unit)(((int)m->class.unit + by + UNITS) % UNITS);
        break;
    case SET_NEW:
        return (SettingDone){.effect = EFFECT_NEW_CLASS,
                             .said = "A new class: all is hidden again."};
    case SET_PLAY:
        m->class.seconds = tempo_beside(m->class.seconds, by);
        break;
    default:
        break;
    }
    return (SettingDone){0};
}

/* --- by words ----------------------------------------------------------------------------------- */

static int word_in(const char *word, const char *const *words, int count)
{
    for (int i = 0; *word && i < count; i++)
        if (strncasecmp(words[i], word, strlen(word)) == 0)
            return i;
    return -1;
}

/* Sets a value by its word; false when it has no such value. */
static bool set_value(Arena *a, Model *m, const World *w, Setting s, const char *value, bool again,
                      SettingDone *done)
{
    bool on = strcmp(value, "on") == 0, is_switch = on || strcmp(value, "off") == 0;
    bool *flag = s == SET_SHADES    ? &m->look.shade
                 : s == SET_SUMS    ? &m->look.sums
                 : s == SET_ANSWERS ? &m->look.answers
                 : s == SET_MOUSE   ? &m->look.mouse
                                    : NULL;
    int word = s == SET_DETAIL ? word_in(value, details, COUNT(details))
                               : word_in(value, units, UNITS);
    if (flag && is_switch) {
        *flag = on;
        done->effect = s == SET_MOUSE ? EFFECT_MOUSE : EFFECT_NONE;
    } else if (s == SET_NOTES && is_switch) {
        *done = set_notes(a, m, w, on, again);
    } else if (s == SET_DECIMALS && (is_digits(value) || same_text(value, "all"))) {
        set_decimals(m, *value == 'a' ? NUMBER_MOST_DECIMALS + 1
                                      : min_int(atoi(value), NUMBER_MOST_DECIMALS));
    } else if (s == SET_DETAIL && word >= 0) {
        set_detail(m, w, word + DETAIL_BRIEF);
    } else if (s == SET_UNIT && word >= 0) {
        m->class.unit = (Unit)word;
    } else if (s == SET_PLAY && (is_digits(value) || strcmp(value, "off") == 0)) {
        m->class.seconds = is_digits(value) ? min_int(atoi(value), SLOWEST) : 0;
    } else {
        return false;
    }
    return true;
}

static const char *all_values(Arena *a, PageName list)
{
    Buf out = {.arena = a};
    for (int s = 0; s < SETTINGS; s++)
        if (table[s].list == list)
            buf_printf(&out, "%s%s%s%s%s", out.length ? "; " : "", table[s].word,
                       *table[s].values ? " (" : "", table[s].values, *table[s].values ? ")" : "");
    return arena_format(a, "%s takes: %s.", list == PAGE_VIEW ? "view" : "class", buf_text(&out));
}

bool settings_set(Arena *a, Model *m, const World *w, PageName list, const char *words, bool again,
                  SettingDone *done)
{
    size_t length = strcspn(words, " ");
    const char *value = words + length + strspn(words + length, " ");
    *done = (SettingDone){0};
    for (int s = 0; s < SETTINGS; s++) {
        if (table[s].list != list || length == 0 || strlen(table[s].word) < length ||
            strncasecmp(table[s].word, words, length) != 0)
            continue;
        if (!*table[s].values && !*value) {
            if (s == SET_NEW && !m->class.on)
                m->class.on = true;
            *done = settings_turn(a, m, w, (Setting)s, 1, again);
            return true;
        }
        if (set_value(a, m, w, (Setting)s, value, again, done)) {
            if (!done->said)
                done->said = arena_format(a, "%s: %s.", table[s].text, value_of(a, m, (Setting)s));
            return true;
        }
        done->said = arena_format(a, "%s takes: %s.", table[s].word, table[s].values);
        return false;
    }
    done->said = all_values(a, list);
    return false;
}

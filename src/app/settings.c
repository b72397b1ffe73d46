#include "app/settings.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/common.h"

/* A setting's values are words; those of the class without any are done at once. */
static const struct {
    PageName list;
    const char *word, *text, *values[12];
} table[SETTINGS] = {
    [SET_DECIMALS] = {PAGE_VIEW,
                      "decimals",
                      "decimals of numbers",
                      {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "all"}},
    [SET_SHADES] = {PAGE_VIEW, "shades", "a heat map: numbers are shaded", {"off", "on"}},
    [SET_SUMS] = {PAGE_VIEW, "sums", "sums of rows and columns", {"off", "on"}},
    [SET_DETAIL] = {PAGE_VIEW,
                    "detail",
                    "steps that are shown",
                    {"results", "named", "operations"}},
    [SET_ANSWERS] = {PAGE_VIEW, "answers", "answers come by themselves", {"off", "on"}},
    [SET_MOUSE] = {PAGE_VIEW, "mouse", "the mouse points", {"off", "on"}},
    [SET_NOTES] = {PAGE_VIEW, "notes", "the speaker's notes on this screen", {"off", "on"}},
    [SET_ON] = {PAGE_CLASS, "on", "on: results come hidden", {NULL}},
    [SET_UNIT] = {PAGE_CLASS, "by", "Space shows a", {"row", "matrix", "number"}},
    [SET_NEW] = {PAGE_CLASS, "new", "new class: all is hidden again", {NULL}},
    [SET_PLAY] = {PAGE_CLASS,
                  "play",
                  "play: seconds between steps that come by themselves",
                  {"off", "2", "5", "10", "20"}},
    [SET_OFF] = {PAGE_CLASS, "off", "off: all results are seen", {NULL}},
};

static int values_of(Setting s)
{
    int count = 0;
    while (table[s].values[count])
        count++;
    return count;
}

static bool *flag_of(Model *m, Setting s)
{
    return s == SET_SHADES    ? &m->look.shade
           : s == SET_SUMS    ? &m->look.sums
           : s == SET_ANSWERS ? &m->look.answers
           : s == SET_MOUSE   ? &m->look.mouse
           : s == SET_NOTES   ? &m->look.notes
                              : NULL;
}

/* The index of the value that is set now. */
static int setting_now(const Model *m, Setting s)
{
    const bool *flag = flag_of((Model *)m, s);
    int at = 0;
    switch (s) {
    case SET_DECIMALS:
        return m->look.full ? values_of(s) - 1 : m->look.decimals;
    case SET_DETAIL:
        return m->look.detail - DETAIL_BRIEF;
    case SET_UNIT:
        return (int)m->class.unit;
    case SET_PLAY:
        while (table[s].values[at + 1] && atoi(table[s].values[at]) < m->class.seconds)
            at++;
        return at;
    default:
        return flag && *flag;
    }
}

static void set_detail(Model *m, const World *w, Detail detail)
{
    m->look.detail = m->back.detail = detail;
    for (int i = 1; i < m->pages; i++) {
        Page *page = &m->page[i];
        page->spot.detail = detail;
        if (page->name == PAGE_STAGE && w->lens.run)
            page->spot = spot_at(page->spot, w->lens.run, page->spot.stage, page->spot.stop);
    }
}

static SettingDone set(Model *m, const World *w, Setting s, int value, bool again)
{
    bool *flag = flag_of(m, s);
    if (s == SET_NOTES && value && m->class.on && !w->is_followed && !again)
        return (SettingDone){.said = "The class would see the notes: no second screen follows this "
                                     "one. Once more shows them.",
                             .asks = true};
    if (flag)
        *flag = value;
    if (s == SET_DECIMALS) {
        m->look.full = value == values_of(s) - 1;
        m->look.decimals = m->look.full ? m->look.decimals : value;
    } else if (s == SET_DETAIL) {
        set_detail(m, w, (Detail)(value + DETAIL_BRIEF));
    } else if (s == SET_UNIT) {
        m->class.unit = (Unit)value;
    } else if (s == SET_PLAY) {
        m->class.seconds = atoi(table[s].values[value]);
    }
    return (SettingDone){.effect = s == SET_MOUSE ? EFFECT_MOUSE : EFFECT_NONE};
}

/* Of the class: on, new, off. */
static SettingDone begin_class(Model *m, Setting s)
{
    m->class.on = s != SET_OFF;
    m->class.seconds = 0;
    return (SettingDone){.effect = s == SET_NEW ? EFFECT_NEW_CLASS : EFFECT_NONE,
                         .said = s == SET_ON
                                     ? "A class is on: results come hidden, each step shows "
                                       "a row."
                                 : s == SET_NEW ? "A new class: all is hidden again."
                                                : "The class is over: all results are seen."};
}

/* True for a row that stands in the list: what is done already does not. */
static bool is_there(const Model *m, Setting s)
{
    bool is_of_class = s == SET_OFF || s == SET_UNIT || s == SET_NEW;
    return s == SET_ON ? !m->class.on : !is_of_class || m->class.on;
}

Doc *settings_tell(Arena *a, const Model *m, const World *w, PageName list)
{
    bool is_class = list == PAGE_CLASS;
    Doc *d = doc_new(a, DOC_LIST, w->lens.run ? &w->lens : NULL,
                     is_class ? "The class" : "How pages look");
    d->head = !is_class     ? "Left and Right set a row, Enter sets its next value"
              : m->class.on ? "A class is on: results come hidden"
                            : "No class is on";
    for (int s = 0; s < SETTINGS; s++)
        if (table[s].list == list && is_there(m, (Setting)s))
            doc_row(d, (Target){.kind = TARGET_SETTING, .of = s}, "%s\t%s", table[s].text,
                    values_of((Setting)s) ? table[s].values[setting_now(m, (Setting)s)] : "");
    return d;
}

SettingDone settings_turn(Model *m, const World *w, Setting s, int by, bool again)
{
    int count = values_of(s);
    return count ? set(m, w, s, (setting_now(m, s) + by + count) % count, again)
                 : begin_class(m, s);
}

/* --- by words ----------------------------------------------------------------------------------- */

static void put_values(Buf *out, Setting s)
{
    for (int i = 0; i < values_of(s); i++)
        buf_printf(out, "%s%s", i ? ", " : "", table[s].values[i]);
}

static const char *all_settings(Arena *a, PageName list)
{
    Buf out = {.arena = a};
    for (int s = 0; s < SETTINGS; s++) {
        if (table[s].list != list)
            continue;
        buf_printf(&out, "%s%s", out.length ? "; " : "", table[s].word);
        buf_puts(&out, values_of((Setting)s) ? " " : "");
        put_values(&out, (Setting)s);
    }
    return arena_format(a, "%s takes: %s.", list == PAGE_VIEW ? "view" : "class", buf_text(&out));
}

/* The value that a word begins, or -1; any seconds will do. */
static int value_named(Model *m, Setting s, const char *word)
{
    enum { SLOWEST = 60 };
    for (int i = 0; *word && i < values_of(s); i++)
        if (strncasecmp(table[s].values[i], word, strlen(word)) == 0)
            return i;
    if (s != SET_PLAY || !is_digits(word))
        return -1;
    m->class.seconds = strlen(word) > 2 ? SLOWEST : clamp_int(atoi(word), 1, SLOWEST);
    return values_of(s);
}

SettingDone settings_set(Arena *a, Model *m, const World *w, PageName list, const char *words,
                         bool again)
{
    size_t length = strcspn(words, " ");
    const char *value = words + length + strspn(words + length, " ");
    for (int i = 0; i < SETTINGS; i++) {
        Setting s = (Setting)i;
        if (table[s].list != list || length == 0 || strncasecmp(table[s].word, words, length) != 0)
            continue;
        if (values_of(s) == 0)
            return begin_class(m, s);
        int to = value_named(m, s, value);
        Buf said = {.arena = a};
        buf_printf(&said, "%s%s: ", table[s].word, to < 0 ? " takes" : "");
        if (to < 0)
            put_values(&said, s);
        else
            buf_puts(&said, to < values_of(s) ? table[s].values[to] : value);
        buf_putc(&said, '.');
        SettingDone done = {0};
        if (to >= 0 && to < values_of(s))
            done = set(m, w, s, to, again);
        done.said = done.said ? done.said : buf_text(&said);
        return done;
    }
    return (SettingDone){.said = all_settings(a, list)};
}

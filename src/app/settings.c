/* The two lists of settings: how pages look, and the class. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "app/act.h"
#include "base/common.h"

typedef enum Setting {
    SET_DECIMALS,
    SET_SHADES,
    SET_SUMS,
    SET_DETAIL,
    SET_ANSWERS,
    SET_MOUSE,
    SET_NOTES,
    SET_ON, /* of the class from here */
    SET_UNIT,
    SET_NEW,
    SET_PLAY,
    SET_OFF,
    SETTINGS
} Setting;

/* A setting's values are words; those of the class without any are done at once. */
static const struct {
    const char *word, *text, *values;
} table[SETTINGS] = {
    [SET_DECIMALS] = {"decimals", "decimals of numbers", "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, all"},
    [SET_SHADES] = {"shades", "a heat map: numbers are shaded", "off, on"},
    [SET_SUMS] = {"sums", "sums of rows and columns", "off, on"},
    [SET_DETAIL] = {"detail", "steps that are shown", "results, named, operations"},
    [SET_ANSWERS] = {"answers", "answers open by themselves", "off, on"},
    [SET_MOUSE] = {"mouse", "the mouse points at numbers", "off, on"},
    [SET_NOTES] = {"notes", "the speaker's notes on this screen", "off, on"},
    [SET_ON] = {"on", "on: results come hidden", ""},
    [SET_UNIT] = {"by", "Space shows a", "row, matrix, number"},
    [SET_NEW] = {"new", "new class: everything is hidden again", ""},
    [SET_PLAY] = {"play", "play: seconds between automatic steps", "off, 2, 5, 10, 20"},
    [SET_OFF] = {"off", "off: all results are shown", ""},
};

static bool is_of(PageName list, int s)
{
    return (s >= SET_ON) == (list == PAGE_CLASS);
}

/* The nth value, which goes on to a comma; NULL after the last. */
static const char *value_of(int s, int n)
{
    const char *at = table[s].values;
    for (; n > 0 && (at = strchr(at, ',')) != NULL; n--)
        at += 2;
    return at && *at ? at : NULL;
}

static int values_of(int s)
{
    int count = 0;
    while (value_of(s, count))
        count++;
    return count;
}

static bool *flag_of(Model *m, int s)
{
    return s == SET_SHADES    ? &m->look.shade
           : s == SET_SUMS    ? &m->look.sums
           : s == SET_ANSWERS ? &m->look.answers
           : s == SET_MOUSE   ? &m->look.mouse
           : s == SET_NOTES   ? &m->look.notes
                              : NULL;
}

/* The index of the value that is set now. */
static int setting_now(const Model *m, int s)
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
        while (value_of(s, at + 1) && atoi(value_of(s, at)) < m->class.seconds)
            at++;
        return at;
    default:
        return flag && *flag;
    }
}

bool settings_may_note(Act *act)
{
    if (!act->m->class.on || act->w->is_followed || act->again)
        return true;
    act_say(act, "The class would see the notes: no second screen follows this one. Repeat it "
                 "to show them.");
    act->m->asks_again = true;
    return false;
}

/* Of the class: on, new, off. */
static void begin_class(Act *act, int s)
{
    act->m->class.on = s != SET_OFF;
    act->m->class.seconds = 0;
    if (s == SET_NEW)
        act_do(act, EFFECT_NEW_CLASS, 0, NULL);
    act_say(act, s == SET_ON    ? "A class is on: results come hidden, each step shows a row."
                 : s == SET_NEW ? "A new class: everything is hidden again."
                                : "The class is over: all results are shown.");
}

static void set(Act *act, int s, int value)
{
    Model *m = act->m;
    bool *flag = flag_of(m, s);
    if (s == SET_NOTES && value && !settings_may_note(act))
        return;
    if (flag)
        *flag = value;
    if (s == SET_DECIMALS) {
        m->look.full = value == values_of(s) - 1;
        m->look.decimals = m->look.full ? m->look.decimals : value;
    } else if (s == SET_DETAIL) {
        model_detail(m, act->w->lens.run, (Detail)(value + DETAIL_BRIEF));
    } else if (s == SET_UNIT) {
        m->class.unit = (Unit)value;
    } else if (s == SET_PLAY) {
        m->class.seconds = atoi(value_of(s, value));
    } else if (s == SET_MOUSE) {
        act_do(act, EFFECT_MOUSE, 0, NULL);
    } else if (!flag) {
        begin_class(act, s);
    }
}

void settings_turn(Act *act, int setting, int by)
{
    int count = max_int(values_of(setting), 1);
    set(act, setting, (setting_now(act->m, setting) + by + count) % count);
}

/* --- the lists ------------------------------------------------------------------------------------ */

/* True for a row that stands in the list: what is done already does not. */
static bool is_there(const Model *m, int s)
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
    for (int s = 0; s < SETTINGS; s++) {
        const char *value = value_of(s, setting_now(m, s));
        if (is_of(list, s) && is_there(m, s))
            doc_row(d, (Target){.kind = TARGET_SETTING, .of = s}, "%s\t%.*s", table[s].text,
                    value ? (int)strcspn(value, ",") : 0, value ? value : "");
    }
    return d;
}

bool settings_way(int n, const char **command, const char **word, const char **help)
{
    if (n >= SETTINGS)
        return false;
    *command = n < SET_ON ? "view" : "class";
    *word = table[n].word;
    *help = table[n].text;
    return true;
}

/* --- by words ----------------------------------------------------------------------------------- */

static void say_all(Act *act, PageName list)
{
    Buf out = {.arena = act->a};
    for (int s = 0; s < SETTINGS; s++)
        if (is_of(list, s))
            buf_printf(&out, "%s%s%s%s", out.length ? "; " : "", table[s].word,
                       *table[s].values ? " " : "", table[s].values);
    act_say(act, "%s takes: %s.", list == PAGE_VIEW ? "view" : "class", buf_text(&out));
}

static void set_by_word(Act *act, int s, const char *word)
{
    enum { SLOWEST = 60 };
    const bool *flag = flag_of(act->m, s);
    word = flag && !*word ? (*flag ? "off" : "on") : word;
    int value = 0, count = values_of(s);
    while (value < count && (!*word || strncasecmp(value_of(s, value), word, strlen(word)) != 0))
        value++;
    bool is_tempo = s == SET_PLAY && is_digits(word);
    if (count > 0 && value == count && !is_tempo) {
        act_say(act, "%s takes: %s.", table[s].word, table[s].values);
        return;
    }
    act_say(act, "%s: %s.", table[s].word, word);
    if (is_tempo) /* any seconds will do */
        act->m->class.seconds = strlen(word) > 2 ? SLOWEST : clamp_int(atoi(word), 1, SLOWEST);
    else
        set(act, s, value);
}

/* Opens a list of settings, or with words sets one. */
static void set_or_show(Act *act, PageName list, const char *words)
{
    size_t length = strcspn(words, " ");
    if (length == 0) {
        act_push(act, list);
        return;
    }
    for (int s = 0; s < SETTINGS; s++)
        if (is_of(list, s) && strncasecmp(table[s].word, words, length) == 0) {
            set_by_word(act, s, words + length + strspn(words + length, " "));
            return;
        }
    say_all(act, list);
}

void settings_view(Act *act, const char *words)
{
    set_or_show(act, PAGE_VIEW, words);
}

void settings_class(Act *act, const char *words)
{
    set_or_show(act, PAGE_CLASS, words);
}

void settings_play(Act *act, const char *seconds)
{
    set_by_word(act, SET_PLAY, *seconds ? seconds : act->m->class.seconds ? "off" : "5");
    if (act->m->class.seconds > 0)
        act_say(act, "A step every %d second%s; play off stops it.", act->m->class.seconds,
                plural(act->m->class.seconds));
}

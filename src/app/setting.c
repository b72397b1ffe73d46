/* Settings, and the two lists of them: how pages look, and the class. */
#include "app/setting.h"

#include <stdlib.h>
#include <string.h>

/* A setting's values are words; those of the class without any are done at once. */
const SettingRow setting_table[SETTINGS] = {
    [SET_DECIMALS] = {"decimals", "decimals of numbers", "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, all"},
    [SET_SHADES] = {"shades", "a heat map: numbers are shaded", "off, weights, on"},
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

bool setting_is_of_class(int s)
{
    return s >= SET_ON;
}

const char *setting_value(int s, int n)
{
    const char *at = setting_table[s].values;
    for (; n > 0 && (at = strchr(at, ',')) != NULL; n--)
        at += 2;
    return at && *at ? at : NULL;
}

int setting_values(int s)
{
    int count = 0;
    while (setting_value(s, count))
        count++;
    return count;
}

bool *setting_flag(Model *m, int s)
{
    return s == SET_SUMS      ? &m->look.sums
           : s == SET_ANSWERS ? &m->look.answers
           : s == SET_MOUSE   ? &m->look.mouse
           : s == SET_NOTES   ? &m->look.notes
                              : NULL;
}

int setting_now(const Model *m, int s)
{
    const bool *flag = setting_flag((Model *)m, s);
    int at = 0;
    switch (s) {
    case SET_DECIMALS:
        return m->look.full ? setting_values(s) - 1 : m->look.decimals;
    case SET_SHADES:
        return (int)m->look.shade;
    case SET_DETAIL:
        return m->look.detail - DETAIL_BRIEF;
    case SET_UNIT:
        return (int)m->class.unit;
    case SET_PLAY:
        while (setting_value(s, at + 1) && atoi(setting_value(s, at)) < m->class.seconds)
            at++;
        return at;
    default:
        return flag && *flag;
    }
}

/* --- the lists ------------------------------------------------------------------------------------ */

/* True for a row that stands in the list: what is done already does not. */
static bool is_there(const Model *m, int s)
{
    bool is_of_class = s == SET_OFF || s == SET_UNIT || s == SET_NEW;
    return s == SET_ON ? !m->class.on : !is_of_class || m->class.on;
}

Doc *setting_tell(Arena *a, const Model *m, const World *w, bool is_class)
{
    Doc *d = doc_new(a, DOC_LIST, w->lens.run ? &w->lens : NULL,
                     is_class ? "The class" : "How pages look");
    d->head = !is_class     ? "Left and Right set a row, Enter sets its next value"
              : m->class.on ? "A class is on: results come hidden"
                            : "No class is on";
    for (int s = 0; s < SETTINGS; s++) {
        const char *value = setting_value(s, setting_now(m, s));
        if (setting_is_of_class(s) == is_class && is_there(m, s))
            doc_row(d, (Target){.kind = TARGET_SETTING, .of = s}, "%s\t%.*s", setting_table[s].text,
                    value ? (int)strcspn(value, ",") : 0, value ? value : "");
    }
    return d;
}

bool setting_way(int n, const char **command, const char **word, const char **help)
{
    if (n >= SETTINGS)
        return false;
    *command = setting_is_of_class(n) ? "class" : "view";
    *word = setting_table[n].word;
    *help = setting_table[n].text;
    return true;
}

/* The commands that set something: how pages look, and the class. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "app/act.h"
#include "app/setting.h"
#include "base/common.h"

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
    bool *flag = setting_flag(m, s);
    if (s == SET_NOTES && value && !settings_may_note(act))
        return;
    if (flag)
        *flag = value;
    if (s == SET_DECIMALS) {
        m->look.full = value == setting_values(s) - 1;
        m->look.decimals = m->look.full ? m->look.decimals : value;
    } else if (s == SET_SHADES) {
        m->look.shade = (Shading)value;
    } else if (s == SET_DETAIL) {
        model_detail(m, act->w->lens.run, (Detail)(value + DETAIL_BRIEF));
    } else if (s == SET_UNIT) {
        m->class.unit = (Unit)value;
    } else if (s == SET_PLAY) {
        m->class.seconds = atoi(setting_value(s, value));
    } else if (s == SET_MOUSE) {
        act_do(act, EFFECT_MOUSE, 0, NULL);
    } else if (!flag) {
        begin_class(act, s);
    }
}

void settings_turn(Act *act, int setting, int by)
{
    int count = max_int(setting_values(setting), 1);
    set(act, setting, (setting_now(act->m, setting) + by + count) % count);
}

/* --- by words ----------------------------------------------------------------------------------- */

static void say_all(Act *act, bool of_class)
{
    Buf out = {.arena = act->a};
    for (int s = 0; s < SETTINGS; s++)
        if (setting_is_of_class(s) == of_class)
            buf_printf(&out, "%s%s%s%s", out.length ? "; " : "", setting_table[s].word,
                       *setting_table[s].values ? " " : "", setting_table[s].values);
    act_say(act, "%s takes: %s.", of_class ? "class" : "view", buf_text(&out));
}

static void set_by_word(Act *act, int s, const char *word)
{
    enum { SLOWEST = 60 };
    const bool *flag = setting_flag(act->m, s);
    word = flag && !*word ? (*flag ? "off" : "on") : word;
    int value = 0, count = setting_values(s);
    while (value < count &&
           (!*word || strncasecmp(setting_value(s, value), word, strlen(word)) != 0))
        value++;
    bool is_tempo = s == SET_PLAY && is_digits(word);
    if (count > 0 && value == count && !is_tempo) {
        act_say(act, "%s takes: %s.", setting_table[s].word, setting_table[s].values);
        return;
    }
    act_say(act, "%s: %s.", setting_table[s].word, word);
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
        if (setting_is_of_class(s) == (list == PAGE_CLASS) &&
            strncasecmp(setting_table[s].word, words, length) == 0) {
            set_by_word(act, s, words + length + strspn(words + length, " "));
            return;
        }
    say_all(act, list == PAGE_CLASS);
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

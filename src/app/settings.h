/* The two lists of settings: how pages look, and the class. */
#ifndef APP_SETTINGS_H
#define APP_SETTINGS_H

#include "app/model.h"

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

/* The list of PAGE_VIEW or PAGE_CLASS; a row's target is TARGET_SETTING. */
Doc *settings_tell(Arena *a, const Model *m, const World *w, PageName list);

/* The outcome of a setting besides the model. */
typedef struct SettingDone {
    EffectKind effect;
    const char *said; /* NULL: nothing, the list shows it          */
    bool asks;        /* it is done when it is asked for once more */
} SettingDone;

/* The next value (by 1), or the one before; `again`: it was asked for before. */
SettingDone settings_turn(Model *m, const World *w, Setting s, int by, bool again);
/* "decimals 6", "answers off", "by row", "new"; of anything else it says what can be typed, in `a`. */
SettingDone settings_set(Arena *a, Model *m, const World *w, PageName list, const char *words,
                         bool again);

#endif

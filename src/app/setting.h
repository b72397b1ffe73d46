/* Settings: a table. settings.c are its commands. */
#ifndef APP_SETTING_H
#define APP_SETTING_H

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

typedef struct SettingRow {
    const char *word, *text, *values; /* values: words with commas between them; "": done at once */
} SettingRow;

extern const SettingRow setting_table[SETTINGS];

bool setting_is_of_class(int s);
/* The nth value, which goes on to a comma; NULL after the last. How many there are, and the index of the one that is set now. */
const char *setting_value(int s, int n);
int setting_values(int s);
int setting_now(const Model *m, int s);
/* The field of a setting that is on or off; NULL for others. */
bool *setting_flag(Model *m, int s);
/* The list of settings, or of those of the class; a row's target is TARGET_SETTING. */
Doc *setting_tell(Arena *a, const Model *m, const World *w, bool is_class);
/* The ways to set the nth setting, "view shades" and "off, on", and what that is; false after the last. */
bool setting_way(int n, const char **command, const char **word, const char **help);

#endif

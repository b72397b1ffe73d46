/* The command line in node, where there is no terminal for full screens: what it prints is compared with the program's. */
#include "tui/tui.h"

bool tui_usable(Err *err)
{
    return err_set(err, (Loc){0}, "there is no terminal in node");
}

bool tui_plain_instead(void)
{
    return true;
}

int tui_run(App *app, const TuiOptions *options, Err *err)
{
    (void)app;
    (void)options;
    tui_usable(err);
    return 2;
}

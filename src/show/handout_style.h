/* How a handout looks, and the few lines of script that it can do without. */
#ifndef SHOW_HANDOUT_STYLE_H
#define SHOW_HANDOUT_STYLE_H

extern const char handout_style[], handout_script[];

#endif

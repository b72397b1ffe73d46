/* A folder of lessons for tests of the app: two that run, and one in between that is broken. */
#ifndef TESTS_APP_MADE_H
#define TESTS_APP_MADE_H

#include "app/app.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

enum { MADE_FIRST, MADE_BROKEN, MADE_SECOND, MADE_COUNT };

/* Goes to a fresh folder with these lessons in ./lessons and the state in ./state, and back: for
 * unchecked fixtures. `made_clear` takes the state away: for checked ones. */
void made_enter(void);
void made_leave(void);
void made_clear(void);
/* Writes the lessons anew. */
void made_lessons(void);
/* In the place of the first of them one that has the name of a lesson of the program, and back. */
extern const char made_shipped[];
void made_ship(void);
void made_ship_no_more(void);

/* Presses keys: "Space n 3 Enter". Returns the last wish. */
AppWish made_press(App *app, const char *keys);

/* Goes to "2.1" of the lesson that is open. */
void made_go(App *app, const char *where);

/* The screen as text with its styles under it; the caller releases it. */
Buf made_screen(App *app);
void made_expect_equal(const Buf *before, const Buf *after, const char *what);
bool made_shows(App *app, const char *text);
void made_expect(App *app, const char *text);
void made_expect_gone(App *app, const char *text);

/* Answers of the line mode to lines, from where the app is, or from the beginning of a lesson, -1: from the menu;
 * for free(). */
char *made_talk(App *app, Library *library, const char *lines);
char *made_talk_about(int lesson, const char *lines);

/* The same numbers every time: 0 .. below-1. */
int made_random(int below);

#endif

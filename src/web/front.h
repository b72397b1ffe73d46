/* The first screen: the words of a sentence, from each a line to the words that it looks at, as thick as the weight; a score
 * that can be moved; what the network then says; and the list of lessons. The lesson says by a comment which of its results it
 * is (<!-- front: weights[she, Anna] -->); all numbers come from a run of that lesson, with what was moved as changes.
 *
 * It is an app of its own beside that of the page, with a library of its own: what is moved here changes no lesson that
 * is open. */
#ifndef WEB_FRONT_H
#define WEB_FRONT_H

#include "app/app.h"
#include "base/file.h"

/* The file of the lesson that is to be such a screen, if its headings alone are here; NULL: it is here, or there is none. */
const FileInside *front_wanted(const Library *library);
/* Begins with that lesson, unless that has been done; false where it is not here, or has no such result. */
bool front_begin(const Library *library);
void front_end(void);

/* Adds it, as HTML in which no text of a lesson is markup; nothing where it has not begun. What can be pressed there has
 * data-f: p and a number is a word, w a weight of the word picked, s a score. The parts of a line have no place yet:
 * data-from, data-to, data-part. */
void front_write(Buf *out, const World *menu);

/* Picks a word, and the score at hand of it; gives that score another number, and takes all of these back. Numbers that are
 * none do nothing. */
void front_pick(int word);
void front_hold(int word);
void front_move(double score);
void front_undo(void);

/* Opens the page of a weight, of the word picked and another one: from then on front_asked is the app that it stands in,
 * until it is closed there, or by front_close. */
void front_ask(int word);
App *front_asked(void);
void front_close(void);

#endif

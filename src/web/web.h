/* The browser: the app as functions that a script of a page calls; `make web` compiles them to WebAssembly. Beside the
 * terminal, which it knows nothing of. One app at a time. Texts are UTF-8. A text that is returned is never NULL, and good
 * until the next call; where it is an error, it is one sentence, and "" means that there was none. A call that throws
 * has used up the browser's stack or memory, and the module can do no more: a new one can begin where it was. */
#ifndef WEB_WEB_H
#define WEB_WEB_H

/* Puts a file beside the module, which holds none: lessons in the order of their names, and what they read. A lesson in
 * Markdown may come as its headings alone, which the menu needs: when it is opened, it is brought. Once more: the
 * new one takes its place. */
enum { WEB_FILE, WEB_LESSON, WEB_HEADINGS };
void qkv_web_put(const char *name, const unsigned char *bytes, int size, int kind);

/* Begins on the menu, in a window of so many columns and rows, with those lessons, or those of ./lessons, and what was kept
 * of the last time (qkv_web_restore). Once more: begins anew. An error: there are no lessons. */
const char *qkv_web_start(int width, int height);

/* Each does nothing before qkv_web_start. The result is an AppWish (app/app.h) for the page to fulfil: APP_COPY, APP_BRING
 * (put the file qkv_web_wanted, then qkv_web_brought), or APP_REDRAW, which asks nothing of a page; the others are dealt
 * with. */
/* A key by its name in scripts: "Space", "Down", "Ctrl-L", "A". Other names do nothing. */
int qkv_web_key(const char *name);
int qkv_web_click(int row, int col);
int qkv_web_wheel(int by);
int qkv_web_paste(const char *text);
/* A command of the line mode. */
int qkv_web_line(const char *line);
void qkv_web_resize(int width, int height);
/* Tells whether what is typed now goes into a prompt. */
int qkv_web_typing(void);

/* The time in milliseconds since any beginning: tells whether there is something new to show. To be called again after
 * qkv_web_patience milliseconds; -1: no need to. */
int qkv_web_tick(double ms);
int qkv_web_patience(void);

/* The lesson that the last event, or the way to a place, would have opened, by its file's name, when its headings alone
 * are here: ""  when there is none. Opens it as that would have done, if it has come. */
const char *qkv_web_wanted(void);
void qkv_web_brought(void);

/* The screen as JSON:
 *
 *     {"width": 80, "height": 24, "cursor": [row, column] or null, "rows": [[run, ...], ...]}
 *     run: {"t": text, "s": style, "h": shade, "l": link, "w": 2}
 *
 * A run is what looks and means the same: a style by its word (Style in tell/style.h in lower case, without STYLE_), a
 * shade of -4 .. 4. "l" is there where a click means something, and says what: TargetKind in tell/doc.h in lower
 * case, without TARGET_. "w" is there for a character of two columns, which is a run of its own. */
const char *qkv_web_frame(void);
/* The page as elements. qkv_web_elements tells whether it is what is shown: then pages are never cut, and the sizes of a
 * window do not matter. qkv_web_page writes it anew, and names the parts that are others than before, parted by blanks:
 * state (words for how it is laid out), head, text, step, readout, number, prompt, bar. qkv_web_part is one of these, HTML
 * in which no text of a lesson is markup. What can be pressed has a number there, data-n, good until the page is written
 * again: a press does what Enter does there, to point only points; what is said of a number is HTML, too. */
void qkv_web_elements(int is_shown);
const char *qkv_web_page(void);
const char *qkv_web_part(const char *name);
int qkv_web_press(int number);
int qkv_web_point(int number);
const char *qkv_web_about(int number);
/* The first screen, while no lesson is open: HTML as of the other parts, "" when no lesson says that it is one, or it is not
 * here (qkv_web_front_wanted is the file to put). What can be pressed there has data-f: p0, p1, .. a word, to be picked; s0, ..
 * its score, to be held; w0, .. its weight, to be asked, whose page is then the part "number", and what is pressed or
 * typed is for that page, until front_asked is false. A lesson that is open knows nothing of what is moved. */
const char *qkv_web_front(void);
const char *qkv_web_front_wanted(void);
void qkv_web_front_pick(int word);
void qkv_web_front_hold(int word);
void qkv_web_front_move(double score);
void qkv_web_front_undo(void);
void qkv_web_front_ask(int word);
int qkv_web_front_asked(void);
void qkv_web_front_close(void);
/* Puts a line in place of the one in the prompt; nothing where none is open. */
int qkv_web_typed(const char *line);

/* The page for the ear. What is to be said about the last event. The text that APP_COPY is about. What a tab of the browser
 * is called. */
const char *qkv_web_told(void);
const char *qkv_web_message(void);
const char *qkv_web_copied(void);
const char *qkv_web_title(void);
/* Tells how many exercises of the lesson on the page were done, as "3 of 8"; "" where it has none. */
const char *qkv_web_score(void);
/* Says that the clipboard did not take it. */
void qkv_web_not_copied(void);

/* Takes a file of the reader's, at most 10 MB: .md, .py and .ipynb are opened as a lesson; .npy and .safetensors lie beside
 * these from then on, and a lesson on the page that stopped is run again; the numbers of any other are looked for in the lesson on the page, as qkv diagnose does. */
const char *qkv_web_open(const char *name, const unsigned char *bytes, int size);
/* Report on numbers: several lines, to be shown until the reader closes them; "" of any other file. */
const char *qkv_web_report(void);

/* The place as the fragment of a link, and the way there:
 *
 *     LESSON/STAGE.STEP/CELL?change=CHANGE&...      01/5.1/x2,x2?change=w_query%5Bf1%2C%20q2%5D%20%3D%205
 *
 * "" on the menu. The way there does nothing that a reader could not do by keys; an error: where it leads to there is
 * nothing, and the place is the nearest to it that there is. */
const char *qkv_web_place(void);
const char *qkv_web_go(const char *fragment);
/* How many levels lie over the lesson there, or over the menu, which q closes one by one. */
int qkv_web_levels(void);

/* Texts to be kept for the next time, each of its own kind: "places", "practice" (what was done), "answers"; and
 * that text, before qkv_web_start. */
const char *qkv_web_saved(const char *name);
void qkv_web_restore(const char *name, const char *text);

/* The lesson on the page as a sheet to hand in, which `qkv mark` judges, with what was answered right in it; "" when nothing is
 * asked there. And how its file is called: "01-hand-crafted-weights-practice.py". */
const char *qkv_web_sheet(void);
const char *qkv_web_sheet_name(void);

#endif

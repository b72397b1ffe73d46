/* The cells that a class may not see yet, a set for each step of the tape.
 *
 *     Reveal      what the class was shown: for each stop, some of its cells. Nothing else is stored: it is
 *                 small, it can be saved as lines of text, and it carries over to another run.
 *     Hidden      made from a run and a Reveal by one pass over the tape. Asked by the lens (tell/lens.h)
 *                 and by nobody else.
 *
 * The rule. The *home* of a step is the stop that shows its result first; one at DETAIL_BRIEF of the statement
 * that made it goes before those inside. A step with a home is hidden but for the cells that were revealed there.
 *   - What stands in the code as it is ("x = torch.tensor([[1, 0], ...])") or is drawn is never hidden.
 *     Only a change can write out a hidden result ("weights = hold"): that is seen once all that it makes is.
 *   - What a statement makes on the way (at a stop beyond DETAIL_BRIEF) is seen once all that the statement shows is;
 *     of what only moves cells, as keys.T, each is seen where it comes from.
 *   - But nothing is seen that was computed from what is hidden, unless it was revealed itself.
 * A step without a home is hidden where anything that it was computed from is. A value, a print-out or an error is one cell.
 * A stage that is a what-if (prepared.h) has one cell, too: its results. */
#ifndef LESSON_HIDDEN_H
#define LESSON_HIDDEN_H

#include "lesson/align.h"

/* Cells of a tensor that lie one after the other. */
typedef struct Cells {
    int64_t from, count;
} Cells;

/* Keeps what was shown at one stop of a stage; stop 0 is the result of a what-if. */
typedef struct Revealed {
    int stage, stop;
    int64_t of; /* so many cells the result has: a lesson that was edited may have others */
    int spans, room;
    Cells *span; /* in order, apart from each other */
} Revealed;

/* All zero: nothing was shown. */
typedef struct Reveal {
    Arena arena;
    int count;
    Revealed *item;
    int64_t edition; /* grows with each change: what is made from it can be kept until then */
} Reveal;

void reveal_release(Reveal *r);
/* Shows or hides cells of the result of a stop; those beyond its end do not count. True if that changed anything. */
bool reveal_show(Reveal *r, const Run *run, int stage, int stop, Cells cells);
bool reveal_hide(Reveal *r, const Run *run, int stage, int stop, Cells cells);
/* How many cells a stop has to be shown: of a tensor its count, of another value 1; 0 for none. */
int64_t reveal_cells(const Run *run, int stage, int stop);
/* Copies into `to`, which is empty, what was shown in one of two aligned runs as far as it is the same, to the printed
 * digits, in the other: what a change makes another is hidden again. */
void reveal_beside(Reveal *to, const Reveal *from, const Align *align, const Run *of);
/* A line for each item, "2 1 9 0+3 6+3"; and one back: false for a line that is none, or that does not fit the run. */
void reveal_write(Buf *out, const Revealed *item);
bool reveal_read(Reveal *r, const Run *run, const char *line);

typedef struct Hidden Hidden;

/* Never NULL; the run must live as long, the Reveal need not. */
Hidden *hidden_of(const Run *run, const Reveal *reveal);
void hidden_free(Hidden *h);

/* Tells whether one cell of a step's result is hidden; never of a tensor that no step made. */
bool hidden_cell(const Hidden *h, const QkvTensor *t, int64_t cell);
/* How many cells of it are hidden. */
int64_t hidden_count(const Hidden *h, const QkvTensor *t);
/* The same of what a stop shows, whatever that is; stop 0 of a what-if. */
int64_t hidden_at(const Hidden *h, int stage, int stop);
/* The home of a step: its stage and stop; false for none. */
bool hidden_home(const Hidden *h, int step, int *stage, int *stop);
/* The first step in whose call a plain number may have been computed from what is hidden; those of the tape: none. */
int hidden_from(const Hidden *h);
/* A number for all that is hidden: the same for the same Reveal of the same run. */
uint64_t hidden_digest(const Hidden *h);

#endif

/* The tabs "attention" and "results" of the inspect page. */
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "lesson/result.h"
#include "tell/axes.h"
#include "tell/explain_name.h"
#include "tell/inspect.h"

/* --- attention ------------------------------------------------------------------------------------ */

/* Tells who looks at whom, and of the word pointed at what it looks at, who looks at it, and its context. */
void inspect_attention(const Inspect *x)
{
    Piece *p = doc_add(x->d, PIECE_LOOKS);
    p->looks = looks_of(x->l, x->t, x->cell);
    const DocLooks looks = p->looks;
    int64_t at = x->cell % matrix_cells(x->t), cols = matrix_cols(x->t);
    doc_note(x->d, "%s looks at: %s.", looks_name(x->a, &looks, true, at / cols),
             looks_row(x->a, x->l, &looks));
    doc_note(x->d, "%s is looked at: %s.", looks_name(x->a, &looks, false, at % cols),
             looks_column(x->a, x->l, &looks));
    const char *mix = looks_mix(x->a, x->l, &looks);
    if (mix)
        doc_note(x->d, "%s", mix);
    doc_note(x->d, "Arrows: another word.   Enter: where the number comes from.")->is_keys = true;
}

/* --- results -------------------------------------------------------------------------------------- */

/* The stop of the run that a spot has come to: results up to it are told. */
static int end_of(const Run *run, const Spot *s)
{
    const Stop *now = spot_stop(run, s);
    bool is_stage = s->stage >= 0 && s->stage < run->lesson->stages;
    if (now)
        return (int)(now - run->stop) + 1;
    return is_stage ? run->stage_stop[s->stage] : 0;
}

static bool is_latest(const Run *run, int stop, int end)
{
    for (int i = stop + 1; i < end; i++)
        if (run->stop[i].detail == DETAIL_BRIEF && run->stop[i].kind == STOP_TENSOR &&
            same_text(run->stop[i].name, run->stop[stop].name))
            return false;
    return true;
}

void inspect_results(const Inspect *x)
{
    enum { MOST = 400, CODE = 44 };
    const Run *run = x->l->run;
    int end = end_of(run, &x->as->from), rows = 0;
    for (int i = max_int(0, end - MOST); i < end; i++) {
        const Stop *stop = &run->stop[i];
        if (stop->detail != DETAIL_BRIEF || stop->kind != STOP_TENSOR || !stop->name ||
            !is_latest(run, i, end))
            continue;
        Spot spot = spot_at(x->as->from, run, run_stage_of_stop(run, stop),
                            run_number_of_stop(run, stop));
        DocRow *row = doc_row(x->d, (Target){.kind = TARGET_SPOT, .spot = spot}, "%s\t%s\t%s",
                              stop->name, matrix_shape(x->a, stop->tensor),
                              explain_code(x->a, run, stop->statement, CODE));
        row->right = arena_format(x->a, "in %s", spot_number(x->a, run, &spot));
        if (stop->tensor == x->t) {
            row->style = STYLE_STRONG;
            x->d->row = rows;
        }
        rows++;
    }
    if (rows == 0)
        doc_note(x->d, "No result has a name yet.");
}

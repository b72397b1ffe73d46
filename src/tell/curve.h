/* Curves: numbers in a row that are to be seen at once (DocCurve). What can be said of one: its numbers, how tall each is
 * on an axis, and its way in words. All of it is made of what the lens shows. */
#ifndef TELL_CURVE_H
#define TELL_CURVE_H

#include "tell/doc.h"

/* The number of a point as it is shown, and that of the other run in its place; NaN: it is hidden, there is none, or
 * differences are shown, which have no other run. */
double curve_number(const Lens *l, const DocCurve *c, int point);
double curve_was(const Lens *l, const DocCurve *c, int point);

/* Says of a point more than its number: there is one that is not shown yet, only a speaker sees it, a change made it another. */
typedef enum CurveState { CURVE_PLAIN, CURVE_WAITS, CURVE_PEEKED, CURVE_CHANGED } CurveState;
CurveState curve_state(const Lens *l, const DocCurve *c, int point);

/* The axis of a curve, for the numbers of both runs. */
typedef struct CurveScale {
    double low,
        high; /* where it begins and ends                                                        */
    bool any; /* some number is seen and finite                                                  */
    bool
        is_log; /* lengths are those of logarithms: none is below 0, and they lie far apart        */
} CurveScale;
CurveScale curve_scale(const Lens *l, const DocCurve *c);
/* Where a number lies between the axis's begin, 0, and its end, 1; NaN of one that is not finite. */
double curve_height(const CurveScale *s, double number);
/* An end of the axis, or another number beside the curve. */
const char *curve_label(Arena *a, const Lens *l, double number);

/* "loss of each pass", with what else is to be known of the picture: that it is one of logarithms. */
const char *curve_title(Arena *a, const Lens *l, const DocCurve *c);
/* Way of a curve as a sentence: "loss of each pass: falls from 2.4 to 0.02 in 80 passes; lowest at pass 79: 0.01". */
const char *curve_told(Arena *a, const Lens *l, const DocCurve *c);
/* Point of a curve: "pass 3: *0.5, was 0.7". */
const char *curve_point_told(Arena *a, const Lens *l, const DocCurve *c, int point);

/* The shares of a result that is one row of them, and longer than a few; NULL of any other. */
DocCurve *curve_of_shares(Arena *a, const Lens *l, const QkvTensor *t, const char *name);
/* Tells whether a curve, or NULL, is one of several points, some of which are seen. */
bool curve_is_seen(const Lens *l, const DocCurve *c);
/* Adds a piece for such a curve; NULL for any other. */
Piece *curve_add(Doc *d, DocCurve *c);

#endif

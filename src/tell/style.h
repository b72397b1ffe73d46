/* The meaning of a piece of a page; the terminal decides how that looks. No meaning is carried by style alone: a mark or
 * a word always says the same. */
#ifndef TELL_STYLE_H
#define TELL_STYLE_H

typedef enum Style {
    STYLE_TEXT,
    STYLE_TITLE,   /* the bar across the top                          */
    STYLE_BAR,     /* the line of keys at the bottom                  */
    STYLE_HEADING, /* the name of a matrix, a section                 */
    STYLE_STRONG,
    STYLE_EMPHASIS,
    STYLE_CODE,
    STYLE_LABEL,    /* labels of rows and columns                      */
    STYLE_FAINT,    /* text that may be overlooked                     */
    STYLE_OPERAND,  /* a cell that takes part, of the first operand    */
    STYLE_OTHER,    /* a cell that takes part, of another operand      */
    STYLE_RESULT,   /* the cell in question                            */
    STYLE_SELECTED, /* the line or item the cursor is on               */
    STYLE_ERROR,
    STYLE_COUNT
} Style;

#endif

/* A frame is copied cell by cell; curses compares it with what the terminal shows and sends the
 * difference, which is some forty bytes for a highlight that moves. For that reason every frame
 * is drawn whole after erase(), and nothing here ever calls clear().
 *
 * Colours are few and named by what they are for. Text keeps the terminal's own colours; the
 * accents are of a middle lightness, readable on black and on white. Red and green never mean
 * anything. */
#define NCURSES_WIDECHAR 1
#include "tui/screen.h"

#include <curses.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "app/key.h"
#include "base/common.h"
#include "base/die.h"
#include "base/utf8.h"
#include "tui/terminal.h"

/* Styles. */

typedef enum Ink { INK_OWN, INK_BLUE, INK_YELLOW, INK_CYAN, INK_GREY, INK_COUNT } Ink;

/* Of the 256-colour cube, and of the eight basic colours, whose blue is too dark to read. */
static const short ink_256[INK_COUNT] = {-1, 32, 136, 30, 244};
static const short ink_8[INK_COUNT] = {-1, COLOR_CYAN, COLOR_YELLOW, COLOR_CYAN, -1};

typedef struct Paint {
    Ink ink; /* where there are colours */
    attr_t attributes;
} Paint;

static const Paint looks[STYLE_COUNT] = {
    [STYLE_TEXT] = {INK_OWN, A_NORMAL},
    [STYLE_TITLE] = {INK_OWN, A_REVERSE | A_BOLD},
    [STYLE_BAR] = {INK_OWN, A_REVERSE},
    [STYLE_HEADING] = {INK_BLUE, A_BOLD},
    [STYLE_STRONG] = {INK_OWN, A_BOLD},
    [STYLE_EMPHASIS] = {INK_OWN, A_UNDERLINE},
    [STYLE_CODE] = {INK_CYAN, A_NORMAL},
    [STYLE_LABEL] = {INK_BLUE, A_NORMAL},
    [STYLE_FAINT] = {INK_GREY, A_NORMAL},
    [STYLE_OPERAND] = {INK_CYAN, A_BOLD},
    [STYLE_OTHER] = {INK_YELLOW, A_BOLD | A_UNDERLINE},
    [STYLE_RESULT] = {INK_OWN, A_REVERSE | A_BOLD},
    [STYLE_SELECTED] = {INK_OWN, A_REVERSE},
    [STYLE_ERROR] = {INK_YELLOW, A_BOLD},
};

/* Shades of numbers, from near 0 to far, of one middle lightness: they stand off as much from a dark
 * background as from a light one, and the black digits on them can be read on both. */
static const short above_256[SHADES] = {103, 67, 68, 33};
static const short below_256[SHADES] = {101, 137, 136, 172};

static struct {
    WINDOW *input; /* a pad nobody sees: reading from it never draws     */
    bool ascii;
    bool color;
    bool mouse;
    int click_row, click_col;
    char part[4]; /* the bytes of a character that has not come whole   */
    size_t part_length;
} screen;

/* An explicit wish wins over $NO_COLOR, which counts when it is not empty. */
static bool wants_color(TuiColor color)
{
    const char *no_color = getenv("NO_COLOR");
    if (color == TUI_COLOR_AUTO)
        return no_color == NULL || *no_color == '\0';
    return color == TUI_COLOR_ALWAYS;
}

/* The pair of an ink. The terminal's own has one, too: on the way to pair 0 curses resets the colours and then
 * all, with every word that is not plain. */
static short ink_pair(Ink ink)
{
    return (short)(1 + ink);
}

/* The pair of a shade. With eight colours there are none. */
static short shade_pair(int shade)
{
    return (short)(ink_pair(INK_COUNT) + SHADES + shade);
}

static void start_shades(void)
{
    enum { BLACK_256 = 16 };
    for (int i = 1; i <= SHADES; i++) {
        init_pair(shade_pair(i), BLACK_256, above_256[i - 1]);
        init_pair(shade_pair(-i), BLACK_256, below_256[i - 1]);
    }
}

static bool start_inks(TuiColor color)
{
    if (!wants_color(color) || !has_colors() || start_color() != OK || use_default_colors() != OK)
        return false;
    const short *inks = COLORS >= 256 ? ink_256 : ink_8;
    for (Ink ink = INK_OWN; ink < INK_COUNT; ink++)
        init_pair(ink_pair(ink), inks[ink], -1);
    if (COLORS >= 256)
        start_shades();
    cchar_t blank;
    setcchar(&blank, L" ", A_NORMAL, ink_pair(INK_OWN), NULL);
    bkgrndset(&blank); /* for erase() */
    return true;
}

/* The screen. */

static void put(int row, int col, const wchar_t *text, const Glyph *g)
{
    const Paint *look = &looks[g->style];
    short pair = g->shade && COLORS >= 256 ? shade_pair(g->shade) : ink_pair(look->ink);
    cchar_t cell;
    setcchar(&cell, text, look->attributes, screen.color ? pair : 0, NULL);
    mvadd_wchnstr(row, col, &cell, 1); /* unlike add_wch: never wraps, never scrolls */
}

static void put_ascii(int row, int col, const Glyph *g)
{
    char text[3];
    frame_ascii(g, text);
    for (int i = 0; i < g->width && text[i]; i++)
        put(row, col + i, (const wchar_t[]){(wchar_t)text[i], L'\0'}, g);
}

/* As many characters as a curses cell holds: a base and the first of its marks. */
static void widen(wchar_t out[CCHARW_MAX + 1], const char *bytes)
{
    size_t length = strlen(bytes), n = 0;
    while (length > 0 && n < CCHARW_MAX) {
        uint32_t c;
        size_t taken = utf8_next(bytes, length, &c);
        out[n++] = (wchar_t)c;
        bytes += taken;
        length -= taken;
    }
    out[n] = L'\0';
}

/* Where the C library takes a character for wider or narrower than the frame does, or cannot show
 * it, its stand-in keeps the columns in line. */
static void put_glyph(int row, int col, const Glyph *g)
{
    wchar_t text[CCHARW_MAX + 1];
    widen(text, g->bytes);
    if (!screen.ascii && wcwidth(text[0]) == g->width)
        put(row, col, text, g);
    else
        put_ascii(row, col, g);
}

static void place_cursor(const Frame *frame)
{
    bool shown = frame->cursor_row >= 0 && frame->cursor_col >= 0;
    bool is_hidden = curs_set(shown ? 1 : 0) != ERR && !shown;
    leaveok(stdscr, is_hidden); /* then it stays where the last change was */
    /* Where it cannot be hidden, the corner is the least bad place. */
    if (!shown || move(frame->cursor_row, frame->cursor_col) == ERR)
        move(LINES - 1, COLS - 1);
}

void screen_show(const Frame *frame, bool anew)
{
    erase();
    int height = min_int(frame->height, LINES), width = min_int(frame->width, COLS);
    for (int row = 0; row < height; row++)
        for (int col = 0; col < width; col++) {
            const Glyph *g = &frame->glyph[(size_t)row * (size_t)frame->width + (size_t)col];
            if (g->width > 0 && col + g->width <= width)
                put_glyph(row, col, g);
        }
    place_cursor(frame);
    if (anew)
        clearok(curscr, TRUE);
    wnoutrefresh(stdscr);
    doupdate();
}

void screen_resize(int width, int height)
{
    resizeterm(height, width);
}

/* Keys. */

/* Bracketed paste, which curses does not know. */
enum { CODE_PASTE = KEY_MAX + 1, CODE_PASTED = KEY_MAX + 2 };

/* Names of keys: a code of curses, or a byte, and ours. */
static const struct {
    int code, key;
} keys[] = {
    {KEY_UP, K_UP},          {KEY_DOWN, K_DOWN},
    {KEY_LEFT, K_LEFT},      {KEY_RIGHT, K_RIGHT},
    {KEY_HOME, K_HOME},      {KEY_FIND, K_HOME},
    {KEY_END, K_END},        {KEY_SELECT, K_END},
    {KEY_PPAGE, K_PAGE_UP},  {KEY_NPAGE, K_PAGE_DOWN},
    {KEY_ENTER, K_ENTER},    {KEY_BACKSPACE, K_BACKSPACE},
    {KEY_DC, K_DELETE},      {KEY_BTAB, K_BACK_TAB},
    {KEY_F(1), K_F1},        {KEY_F(5), K_F5},
    {'\r', K_ENTER},         {'\n', K_ENTER},
    {'\t', K_TAB},           {'\033', K_ESCAPE},
    {'\b', K_BACKSPACE},     {0x7F, K_BACKSPACE},
    {'\0', K_OTHER},         {CODE_PASTE, K_PASTE},
    {CODE_PASTED, K_PASTED},
};

/* Sequences that terminals send although their terminfo entry does not say so, or says it is something without a use here:
 * cursor keys in either of the two modes ... */
static const struct {
    char last;
    int code;
} cursor_keys[] = {{'A', KEY_UP},   {'B', KEY_DOWN}, {'C', KEY_RIGHT},
                   {'D', KEY_LEFT}, {'H', KEY_HOME}, {'F', KEY_END}};

/* ... and others. */
static const struct {
    const char *bytes;
    int code;
} sequences[] = {
    {"\033[1~", KEY_HOME},      {"\033[4~", KEY_END},   {"\033[7~", KEY_HOME},
    {"\033[8~", KEY_END},       {"\033[5~", KEY_PPAGE}, {"\033[6~", KEY_NPAGE},
    {"\033[3~", KEY_DC},        {"\033[Z", KEY_BTAB},   {"\033OP", KEY_F(1)},
    {"\033[11~", KEY_F(1)},     {"\033[15~", KEY_F(5)}, {"\033[[A", KEY_F(1)},
    {"\033[[E", KEY_F(5)},      {"\033OM", KEY_ENTER},  {"\033[200~", CODE_PASTE},
    {"\033[201~", CODE_PASTED},
};

static void define_sequences(void)
{
    for (int i = 0; i < COUNT(sequences); i++)
        define_key(sequences[i].bytes, sequences[i].code);
    for (int i = 0; i < COUNT(cursor_keys); i++) {
        define_key((const char[]){'\033', '[', cursor_keys[i].last, '\0'}, cursor_keys[i].code);
        define_key((const char[]){'\033', 'O', cursor_keys[i].last, '\0'}, cursor_keys[i].code);
    }
    for (int c = 'j'; c <= 'y'; c++) /* the keypad in application mode: * to 9 */
        define_key((const char[]){'\033', 'O', (char)c, '\0'}, c - 'j' + '*');
}

static int key_of(int code)
{
    for (int i = 0; i < COUNT(keys); i++)
        if (keys[i].code == code)
            return keys[i].key;
    return code < KEY_MIN ? code : K_OTHER;
}

static int mouse_key(void)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return K_NONE;
    screen.click_row = event.y;
    screen.click_col = event.x;
    return event.bstate & BUTTON1_PRESSED   ? K_CLICK
           : event.bstate & BUTTON4_PRESSED ? K_WHEEL_UP
           : event.bstate & BUTTON5_PRESSED ? K_WHEEL_DOWN
                                            : K_NONE;
}

/* After an Esc that more bytes follow at once: a sequence that neither terminfo nor our table
 * has is swallowed whole, or its letters would act as keys. True when there was one. */
static bool skip_sequence(void)
{
    int c = wgetch(screen.input);
    if (c != '[' && c != 'O') {
        if (c != ERR)
            ungetch(c);
        return false;
    }
    do /* parameters and intermediates are 0x20 to 0x3F, the next byte is the last */
        c = wgetch(screen.input);
    while (c >= 0x20 && c <= 0x3F);
    return true;
}

static size_t whole_length(unsigned char first)
{
    return first >= 0xF8 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
}

/* A byte above 0x7F: K_NONE until the character is whole. */
static int character(int byte)
{
    bool continues = (byte & 0xC0) == 0x80;
    if (!continues)
        screen.part_length = 0;
    else if (screen.part_length == 0)
        return K_OTHER;
    screen.part[screen.part_length++] = (char)byte;
    size_t whole = whole_length((unsigned char)screen.part[0]);
    if (screen.part_length < whole)
        return K_NONE;
    uint32_t c;
    utf8_next(screen.part, whole, &c);
    screen.part_length = 0;
    return c == UTF8_BAD || utf8_is_control(c) ? K_OTHER : (int)c;
}

static int decode(int c)
{
    if (c >= 0x80 && c <= 0xFF)
        return character(c);
    screen.part_length = 0;
    if (c == KEY_MOUSE)
        return mouse_key();
    if (c == KEY_RESIZE) /* resizeterm's echo; the size is known already */
        return K_NONE;
    int key = key_of(c);
    return key == K_ESCAPE && skip_sequence() ? K_OTHER : key;
}

int screen_key(void)
{
    int key = K_NONE;
    while (key == K_NONE) {
        int c = wgetch(screen.input);
        if (c == ERR)
            return K_NONE;
        key = decode(c);
    }
    return key;
}

bool screen_toggle_mouse(void)
{
    screen.mouse = !screen.mouse;
    mousemask(screen.mouse ? BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED : 0, NULL);
    return screen.mouse;
}

void screen_click(int *row, int *col)
{
    *row = screen.click_row;
    *col = screen.click_col;
}

/* Opening and closing. */

/* Saves bytes: nothing is drawn with the terminal's other character set, and yet most are told with each style that it
 * ends, three bytes, up to thirty times in a move. That all styles end (sgr0) goes on to say so. It is cut out where
 * ncurses keeps it: set_a_attributes of term.h is of a copy, which ncurses itself does not look at. */
static void keep_character_set(void)
{
    static const char ends[] = "\033(B";
    char *sgr = tigetstr("sgr");
    char *at = sgr && sgr != (char *)-1 ? strstr(sgr, ends) : NULL; /* -1: that is no text */
    if (at)
        memmove(at, at + strlen(ends), strlen(at + strlen(ends)) + 1);
}

void screen_open(const TuiOptions *options)
{
    memset(&screen, 0, sizeof screen);
    screen.ascii = options->ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    screen.color = start_inks(options->color);
    keep_character_set();
    screen.input = newpad(1, 1);
    if (screen.input == NULL)
        base_die("out of memory");
    keypad(screen.input, TRUE);
    nodelay(screen.input, TRUE);
    define_sequences();
    mouseinterval(0);
    if (options->mouse && !terminal_is_console())
        screen_toggle_mouse();
}

bool screen_has_colors(void)
{
    return screen.color && COLORS >= 256 && !screen.ascii;
}

void screen_close(void)
{
    delwin(screen.input);
    screen.input = NULL;
}

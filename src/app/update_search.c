/* Searching a lesson: its prose, code, names and numbers, as the transcript has them. */
#include <string.h>
#include <strings.h>

#include "app/update.h"
#include "view/transcript.h"

bool has_word(const char *text, size_t length, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= length; i++)
        if (strncasecmp(text + i, word, n) == 0)
            return true;
    return false;
}

/* A stop that has the word. */
typedef struct Hit {
    int stage, beat;
} Hit;

static void add_hits(Hit *hit, int *hits, const Run *run, const Place *p)
{
    Arena arena = {0};
    Buf text = {0};
    Place at = *p;
    int stops = place_beats(run, p->stage);
    size_t *end = arena_many(&arena, (size_t)stops + 1, size_t), start = 0;
    transcript_ends(&text, run, p, end);
    for (at.beat = 0; at.beat <= stops; at.beat = place_next(run, &at, at.beat, 1)) {
        if (has_word(buf_text(&text) + start, end[at.beat] - start, p->search))
            hit[(*hits)++] = (Hit){p->stage, at.beat};
        start = end[at.beat];
    }
    buf_release(&text);
    arena_release(&arena);
}

static bool is_before(Hit a, Hit b)
{
    return a.stage < b.stage || (a.stage == b.stage && a.beat < b.beat);
}

/* The next hit in a direction, around the end of the lesson if it must be; 0: here counts, too. */
static void find(Update *u, int by)
{
    Arena arena = {0};
    const Run *run = u->scene->run;
    Place *p = &u->place, at = *p;
    int stages = run->lesson->stages, hits = 0, found = -1;
    Hit *hit = arena_many(&arena, (size_t)(run->stops + stages), Hit), here = {p->stage, p->beat};
    for (at.stage = 0; at.stage < stages; at.stage++)
        add_hits(hit, &hits, run, &at);
    for (int i = 0; i < hits; i++) {
        bool fits = by < 0 ? is_before(hit[i], here)
                           : !is_before(hit[i], here) && (by == 0 || is_before(here, hit[i]));
        if (fits && (by < 0 || found < 0))
            found = i;
    }
    if (hits == 0) {
        u->message = "This is nowhere in the lesson.";
    } else {
        u->message = found >= 0 ? "Found. ; goes on to the next, , back to the one before."
                     : by < 0   ? "Found: the search went on from the end."
                                : "Found: the search went on from the beginning.";
        found = found >= 0 ? found : by < 0 ? hits - 1 : 0;
        leave_trail(p);
        *p = place_at(*p, run, hit[found].stage, hit[found].beat);
    }
    arena_release(&arena);
}

void do_look_for(Update *u, int unused)
{
    (void)unused;
    u->place.overlay = OVERLAY_SEARCH;
    u->place.search[0] = '\0';
}

void do_looked_for(Update *u, int unused)
{
    (void)unused;
    u->place.overlay = OVERLAY_NONE;
    if (u->place.search[0])
        find(u, 0);
}

void do_find(Update *u, int by)
{
    if (u->place.search[0])
        find(u, by);
    else
        say_how(u, "Nothing to find yet: / asks for a text.",
                "search WORD lists where a word is, and stage N goes there.");
}

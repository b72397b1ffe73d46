/* Words of the field (lesson/glossary.h), looked up. */
#include "app/act.h"

void lookup_word(Act *act, int lesson, int stage)
{
    model_push(
        act->m,
        (Page){.name = PAGE_WORD, .spot = model_spot(act->m), .step = lesson, .cell = stage});
}

void lookup_what(Act *act, const char *form)
{
    const Glossary *g = glossary_of(act->a, act->w->library);
    const GlossaryWord *w = glossary_find(g, form), *near = glossary_near(g, form);
    if (w)
        lookup_word(act, w->lesson, w->stage);
    else if (!*form)
        act_push(act, PAGE_WORDS);
    else if (near)
        act_say(act, "what: %s is not among the words explained here. Did you mean %s?", form,
                near->name);
    else
        act_say(act, "what: %s is not among the words explained here.", form);
}

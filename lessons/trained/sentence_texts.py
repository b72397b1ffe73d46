"""Texts of a small English, made by a grammar: what the network of lesson 41 learns from (sentence.py).

    python sentence_texts.py 20            prints twenty texts
    python sentence_texts.py --vocabulary  prints the words, one a line

Each text tells of two or three people, animals or groups in two to five sentences, of 32 tokens at the most. A
small state is kept (who has what, who is where, who likes what), so questions have answers. Tokens that are
decided by what stands before them are marked with the name of what decides them, and
verbs and pronouns with where the one stands that they belong to.
"""

import argparse
import random

LONGEST = 32

GIRLS = "anna eva mary lucy emma sara kate jane".split()
BOYS = "tom ben jack sam paul max peter john".split()
SHE = "girl woman mother sister queen".split()
HE = "boy man father brother king".split()
MANY = {"girl": "girls", "woman": "women", "boy": "boys", "man": "men", "child": "children", "friend": "friends",
        "brother": "brothers", "sister": "sisters",
        "dog": "dogs", "cat": "cats", "bird": "birds", "horse": "horses", "cow": "cows"}
ANIMALS = "dog cat bird horse cow mouse".split()
KIN = "mother father sister brother friend dog cat teacher".split()
THINGS = "ball book cup hat key box bag pen letter flower coat bike car boat".split()
MORE = {thing: thing + ("es" if thing == "box" else "s") for thing in THINGS}
FOOD = "apple egg cake bread soup cheese rice fish".split()
DRINKS = "tea milk water coffee juice".split()
PLACES = "house garden kitchen school park shop street room river forest town".split()
ON = "table chair bed tree door".split()
COLOURS = "red blue green white black yellow".split()
SIZES = "big small old new good nice beautiful".split()
FEELS = "happy sad hungry thirsty tired cold sick angry".split()
LOOKS = "big small old young tall strong good nice beautiful".split()
NUMBERS = "one two three four five six".split()
VERBS = {  # base: (she ..s, yesterday she ..)
    "see": ("sees", "saw"), "like": ("likes", "liked"), "love": ("loves", "loved"), "help": ("helps", "helped"),
    "find": ("finds", "found"), "know": ("knows", "knew"), "call": ("calls", "called"), "hear": ("hears", "heard"),
    "want": ("wants", "wanted"), "lose": ("loses", "lost"), "take": ("takes", "took"), "give": ("gives", "gave"),
    "have": ("has",), "eat": ("eats", "ate"), "drink": ("drinks", "drank"), "buy": ("buys", "bought"),
    "run": ("runs", "ran"), "sleep": ("sleeps", "slept"), "walk": ("walks", "walked"), "play": ("plays", "played"),
    "sing": ("sings", "sang"), "laugh": ("laughs", "laughed"), "cry": ("cries", "cried"), "work": ("works", "worked"),
    "sit": ("sits", "sat"), "go": ("goes", "went"), "live": ("lives", "lived"), "make": ("makes", "made"),
    "open": ("opens", "opened"), "read": ("reads", "read"), "say": ("says",), "need": ("needs", "needed"),
}
TO_SOMEONE = "see like love help find know call hear".split()
ALONE = "run sleep walk play sing laugh cry work".split()
OTHER = ("i you we me us my your our he him his she her it its they them their am is are was were do does did not "
         "will can the a an and but because so that who what where yes no in on under near to with of "
         "now here too very yesterday today tomorrow hello how name every day . , ? :").split()


def vocabulary():
    words = OTHER + NUMBERS + GIRLS + BOYS + SHE + HE + "child friend teacher".split() + list(MANY.values())
    words += ANIMALS + THINGS + list(MORE.values()) + FOOD + DRINKS + PLACES + ON + COLOURS + SIZES + FEELS + LOOKS
    for base, others in VERBS.items():
        words += [base, *others]
    return list(dict.fromkeys(words))


def never_together(person, thing):
    """Pairs that no text for training has: who has them is asked all the same."""
    people = GIRLS + BOYS
    return person in people and thing in THINGS and (people.index(person) + THINGS.index(thing)) % 7 == 0


class One:
    def __init__(self, words, subject, object_, whose, many=False, kind="person"):
        self.words, self.subject, self.object, self.whose = words, subject, object_, whose
        self.many, self.kind = many, kind


def her(*words, **more):
    return One(words, "she", "her", "her", **more)


def him(*words, **more):
    return One(words, "he", "him", "his", **more)


def them(*words, **more):
    return One(words, "they", "them", "their", many=True, **more)


def it(*words, **more):
    return One(words, "it", "it", "its", kind="animal", **more)


def an(word):
    return "an" if word[0] in "aeio" else "a"


class Text:
    def __init__(self, dice, training=True):
        self.dice, self.training = dice, training
        self.tokens, self.tags, self.sources, self.where = ["."], [None], [()], {}
        self.cast = self.people()
        self.told, self.has, self.place, self.likes, self.feeling = [], {}, {}, {}, {}

    def pick(self, items):
        items = list(items)
        return items[self.dice.randrange(len(items))]

    def chance(self, p):
        return self.dice.random() < p

    def people(self):
        one, cast = [
            lambda: her(self.pick(GIRLS), kind="name"), lambda: him(self.pick(BOYS), kind="name"),
            lambda: her(self.pick(GIRLS), kind="name"), lambda: him(self.pick(BOYS), kind="name"),
            lambda: her("the", *self.what_kind(LOOKS), self.pick(SHE)),
            lambda: him("the", *self.what_kind(LOOKS), self.pick(HE)),
            lambda: it("the", *self.what_kind(COLOURS + LOOKS), self.pick(ANIMALS)),
            lambda: it("the", *self.what_kind(COLOURS + LOOKS), self.pick(ANIMALS)),
            lambda: them("the", *self.what_kind(LOOKS), self.pick(MANY.values())),
            lambda: self.pick([her, him])("my", self.pick(["friend", "teacher"])),
            lambda: her("my", self.pick(["mother", "sister"])), lambda: him("my", self.pick(["father", "brother"])),
            lambda: them(*self.two(), kind="two"),
            lambda: self.pick([One(("i",), "i", "me", "my", True, "speaker"),
                               One(("you",), "you", "you", "your", True, "speaker"),
                               One(("we",), "we", "us", "our", True, "speaker")]),
        ], []
        for _ in range(self.pick([2, 2, 3])):
            someone = self.pick(one)()
            if not any(set(someone.words) & set(other.words) - {"the", "and"} for other in cast):
                cast.append(someone)
        return cast

    def what_kind(self, words):
        return [self.pick(words)] if self.chance(0.2) else []

    def two(self):
        first = self.pick(GIRLS + BOYS)
        return first, "and", self.pick([name for name in GIRLS + BOYS if name != first])

    # words

    def put(self, *words, tag=None, of=None):
        for word in words:
            self.tokens.append(word)
            self.tags.append(tag)
            self.sources.append(self.where.get(of, ()))

    def called(self, who, *words, tag=None, of=None):
        """The words of somebody, and where they stand."""
        self.put(*words, tag=tag, of=of)
        self.where[who] = tuple(range(len(self.tokens) - len(words), len(self.tokens)))

    def clear(self, who):
        """Whether a pronoun can only mean this one."""
        return who in self.told and sum(other.subject == who.subject for other in self.told) == 1

    def told_of(self, who):
        if who not in self.told:
            self.told.append(who)

    def name(self, who, as_object=False):
        if who.kind == "speaker":
            self.called(who, who.object if as_object else who.subject)
        elif self.clear(who) and self.chance(0.5):
            self.called(who, who.object if as_object else who.subject, of=who)
        elif who not in self.told and who.words[0] == "the" and who.words[-1] not in KIN[:4] and (
            self.chance(0.4)
        ):
            self.called(who, *([] if who.many else [an(who.words[1])]), *who.words[1:])
        else:
            self.called(who, *who.words)
        self.told_of(who)

    def again(self, who, as_object=False, tag="pronoun"):
        """In the same sentence: always a pronoun."""
        self.called(who, who.object if as_object else who.subject, tag=tag, of=who)

    def verb(self, who, base, tense="now", tag="agreement"):
        if tense == "will":
            self.put("will", base)
        elif tense == "past":
            self.put(VERBS[base][1], tag="tense", of=who)
        else:
            self.put(base if who.many else VERBS[base][0], tag=tag, of=who)

    def be(self, who, tense="now", tag="agreement"):
        if tense == "past":
            self.put("was" if not who.many or who.subject == "i" else "were", tag=tag, of=who)
        else:
            self.put("am" if who.subject == "i" else "are" if who.many else "is", tag=tag, of=who)

    def thing(self, who=None):
        while True:
            thing = self.pick(THINGS)
            if not (self.training and who and never_together(who.words[0], thing)):
                return thing

    def owned(self, who, colours):
        """A thing, and what is said of it: a colour, a number, or nothing."""
        if self.chance(0.15):
            return MORE[self.pick(THINGS)], self.pick(NUMBERS[1:])
        return self.thing(who), self.pick(COLOURS) if self.chance(colours) else None

    def a_thing(self, thing, colour):
        words = [colour, thing] if colour else [thing]
        if colour in NUMBERS:
            self.put(*words)
            return
        self.put(an(words[0]))
        self.put(*words)

    def anyone(self, but=()):
        return self.pick([who for who in self.cast if who not in but] or self.cast)

    # sentences: each returns False if it does not fit what is known

    def have(self):
        who = self.anyone()
        if who in self.has:
            return False
        self.name(who)
        self.verb(who, "have")
        thing, colour = self.owned(who, 0.5)
        if any(thing == other for other, _ in self.has.values()):
            return False
        self.a_thing(thing, colour)
        self.put(".")
        self.has[who] = thing, colour

    def both(self):
        """Two have something each, or are somewhere."""
        if len(self.cast) < 2 or self.has or self.place:
            return False
        have, colours = self.chance(0.7), self.pick([0, 1])
        joint = self.pick(["and", ".", ","])
        others = self.cast[:2]
        for n, who in enumerate(others):
            self.called(who, *who.words)
            self.told_of(who)
            if have:
                thing, colour = self.owned(who, colours)
                if any(thing == other for other, _ in self.has.values()):
                    return False
                self.verb(who, "have")
                self.a_thing(thing, colour)
                self.has[who] = thing, colour
            else:
                self.place[who] = self.pick(PLACES)
                self.be(who)
                self.put("in", "the", self.place[who])
            if n == 0:
                self.put(*(joint, "but") if joint == "," else (joint,))
        self.put(".")

    def ask_feeling(self):
        if not self.feeling:
            return False
        who = self.pick(self.feeling)
        if who.kind == "speaker":
            return False
        known, asked = self.feeling[who], self.pick(FEELS)
        if self.chance(0.5):
            asked = known
        be = "are" if who.many else "is"
        self.put(be)
        self.name(who)
        self.put(asked, "?")
        self.put("yes" if asked == known else "no", tag="yes or no")
        self.put(",")
        self.again(who)
        self.put(be)
        if asked != known:
            self.put("not")
        self.put(".")

    def repeat(self):
        words = [self.pick(COLOURS + NUMBERS) for _ in range(self.pick([2, 3, 4]))]
        if len(set(words)) < len(words):
            return False
        for n in range(2):
            for m, word in enumerate(words):
                self.put(word, tag="list copied" if n and m else None)
            self.put(".", tag="list copied" if n else None)

    def ask_what(self):
        if not self.has:
            return False
        who = self.pick(self.has)
        if who.kind == "speaker":
            return False
        thing, colour = self.has[who]
        self.put("what", "do" if who.many else "does")
        self.name(who)
        self.put("have", "?")
        new = not self.training and never_together(who.words[0], thing)
        tag = "thing of owner, new pair" if new else "thing of owner"
        if colour in NUMBERS:
            self.put(colour, thing, tag=tag)
        elif colour:
            self.put("a")
            self.put(colour, thing, tag=tag)
        else:
            self.put(an(thing))
            self.put(thing, tag=tag)
        self.put(".")

    def ask_who(self):
        if not self.has:
            return False
        who = self.pick(self.has)
        if who.kind == "speaker":
            return False
        self.put("who", "has", "the", self.has[who][0], "?")
        new = not self.training and never_together(who.words[0], self.has[who][0])
        self.put(who.words[0], tag="owner of thing, new pair" if new else "owner of thing")
        self.put(*who.words[1:], tag="owner of thing")
        self.put(".")
        self.told_of(who)

    def give(self):
        if not self.has or len(self.cast) < 2:
            return False
        who = self.pick(self.has)
        other = self.anyone(but=(who,))
        if other in self.has or other is who:
            return False
        thing, colour = self.has.pop(who)
        if self.chance(0.2):
            self.put("today")
        self.name(who)
        past = self.chance(0.3)
        self.verb(who, "give", "past" if past else "now")
        if self.chance(0.25):
            self.name(other, True)
            self.put("the")
            self.put(thing, tag="the thing that it has")
        else:
            self.put("the")
            self.put(thing, tag="the thing that it has")
            self.put("to")
            self.name(other, True)
        self.put(".")
        self.has[other] = thing, colour
        if self.chance(0.3) and other.kind != "speaker":
            self.put("now")
            self.put(*other.words, tag="owner after giving")
            self.verb(other, "have")
            self.put("the")
            self.put(thing, tag="the thing that it has")
            self.put(".")

    def colour_of(self):
        known = [pair for pair in self.has.values() if pair[1] in COLOURS]
        if not known:
            return False
        thing, colour = self.pick(known)
        self.put("the", thing, "is")
        self.put(colour, tag="colour of thing")
        self.put(".")

    def be_in(self):
        who = self.anyone()
        place = self.pick(PLACES)
        if self.chance(0.1):
            self.put("yesterday")
            self.name(who)
            self.be(who, "past", tag="tense")
            self.put("in", "the", place, ".")
            return
        self.name(who)
        if self.chance(0.1):
            self.be(who)
            self.put("here", ".")
            return
        if self.chance(0.3):
            self.verb(who, "go")
            self.put("to", "the", place, ".")
            if self.chance(0.7):
                self.put("now")
                self.again(who, tag="pronoun")
                self.be(who)
                self.put("in", "the")
                self.put(place, tag="place of someone")
                self.put(".")
        else:
            self.be(who)
            self.put("in", "the", place, ".")
        self.place[who] = place

    def ask_where(self):
        if not self.place:
            return False
        who = self.pick(self.place)
        if who.kind == "speaker":
            return False
        self.put("where", "are" if who.many else "is")
        self.name(who)
        self.put("?", "in", "the")
        self.put(self.place[who], tag="place of someone")
        self.put(".")

    def liking(self):
        who, what = self.anyone(), self.pick(FOOD[2:] + DRINKS)
        if (who, what) in self.likes:
            return False
        self.name(who)
        yes = self.chance(0.5)
        if yes:
            self.verb(who, "like")
        else:
            self.put("do" if who.many else "does", tag="agreement", of=who)
            self.put("not", "like")
        self.put(what)
        self.likes[who, what] = yes
        if self.chance(0.3):
            self.put(",", "but")
            self.again(who)
            other = self.pick([x for x in FOOD[2:] + DRINKS if (who, x) not in self.likes])
            if yes:
                self.put("do" if who.many else "does", "not", tag="but turns it round")
                self.put("like")
            else:
                self.verb(who, "like", tag="but turns it round")
            self.put(other)
            self.likes[who, other] = not yes
        self.put(".")

    def ask_liking(self):
        asked = [pair for pair in self.likes if pair[0].kind != "speaker"]
        if not asked:
            return False
        who, what = self.pick(asked)
        do = "do" if who.many else "does"
        self.put(do)
        self.name(who)
        self.put("like", what, "?")
        yes = self.likes[who, what]
        self.put("yes" if yes else "no", tag="yes or no")
        self.put(",")
        self.again(who)
        self.put(do)
        if not yes:
            self.put("not")
        self.put(".")

    def meet(self):
        if len(self.cast) < 2:
            return False
        who = self.anyone()
        other = self.anyone(but=(who,))
        tense = self.when()
        self.name(who)
        base = self.pick(TO_SOMEONE)
        self.verb(who, base, tense)
        self.name(other, True)
        if tense == "now" and self.chance(0.6):
            way = self.pick(["and helps", "too", "because", "back", "back"])
            if way == "and helps":
                self.put("and")
                self.verb(who, self.pick([v for v in TO_SOMEONE if v != base]))
                self.again(other, True)
            elif way == "too":
                self.put("and")
                self.again(other)
                self.verb(other, base, tag="the same verb")
                self.again(who, True)
                self.put("too")
            elif way == "back" and "speaker" not in (who.kind, other.kind):
                self.put("and")
                self.put(other.words[0])
                self.put(*other.words[1:], tag="name again")
                self.where[other] = tuple(range(len(self.tokens) - len(other.words), len(self.tokens)))
                self.verb(other, base, tag="the same verb")
                self.put(*who.words, tag="the other name")
            else:
                self.put("because")
                self.again(other)
                self.be(other)
                self.put(self.pick(LOOKS[3:]))
        self.put(".")

    def when(self):
        if self.chance(0.6):
            return "now"
        word = self.pick(["yesterday", "today", "tomorrow", "every"])
        self.put(word)
        if word == "every":
            self.put("day")
        return {"yesterday": "past", "today": "now", "tomorrow": "will", "every": "now"}[word]

    def does(self):
        tense = self.when()
        who = self.anyone()
        self.name(who)
        kind = self.pick(["alone", "eat", "drink", "play", "sit", "can", "not"])
        if kind in ("can", "not") and tense == "will" or kind == "can" and tense == "past":
            kind = "alone"
        if kind == "alone":
            base = self.pick(ALONE)
            self.verb(who, base, tense)
            if self.chance(0.4):
                self.put(self.pick(["to", "in"] if base in ("run", "walk") else ["in", "near"]))
                self.put("the", self.pick(PLACES))
        elif kind == "eat":
            self.verb(who, self.pick(["eat", "buy", "want", "make"]), tense)
            food = self.pick(FOOD)
            self.put(*([an(food), food] if food in FOOD[:3] else [food]), tag=None)
        elif kind == "drink":
            self.verb(who, "drink", tense)
            self.put(self.pick(DRINKS))
        elif kind == "play":
            self.verb(who, self.pick(["play", "go", "live", "walk"]), tense)
            self.put("with")
            if self.chance(0.5):
                self.put(who.whose, tag="possessive", of=who)
                self.put(self.pick(KIN))
            else:
                self.name(self.anyone(but=(who,)), True)
        elif kind == "sit":
            self.verb(who, "sit", tense)
            self.put(*self.pick([("on", "the", x) for x in ON[:3]] + [("under", "the", x) for x in ON[:4]] +
                                [("near", "the", x) for x in ON]))
        elif kind == "can":
            self.put("can")
            if self.chance(0.3):
                self.put("not")
            self.put(self.pick(ALONE))
        else:
            if tense == "past":
                self.put("did", tag="tense")
            else:
                self.put("do" if who.many else "does", tag="agreement", of=who)
            self.put("not", self.pick(ALONE))
        self.put(".")

    def with_own(self):
        who = self.anyone()
        tense = self.when()
        self.name(who)
        self.verb(who, self.pick("love see help find lose take open read need".split()), tense)
        self.put(who.whose, tag="possessive", of=who)
        self.put(self.pick(KIN + THINGS))
        self.put(".")

    def feels(self):
        who = self.anyone()
        self.name(who)
        if self.chance(0.3):
            self.be(who)
            if self.chance(0.2):
                self.put("not", self.pick(LOOKS + FEELS), ".")
                return
            if self.chance(0.3):
                self.put("very")
            how = self.pick(LOOKS + FEELS)
            self.put(how, ".")
            if how in FEELS:
                self.feeling[who] = how
            return
        why = self.pick(["hungry", "thirsty", "tired", "sad", "happy", "cold", "sick"])
        self.feeling[who] = why
        first = self.chance(0.5)
        if first:
            self.be(who)
            self.put(why)
            self.put(self.pick(["so", "because"]) if why in ("sad", "happy") else "so")
            if self.tokens[-1] == "because":
                self.again(who)
                self.put(*{"sad": ("lost",), "happy": ("found",)}[why], tag="cause")
                if self.chance(0.5):
                    self.put(who.whose, tag="possessive", of=who)
                    self.put(self.pick(KIN + THINGS))
                else:
                    thing = self.thing()
                    self.put(an(thing), thing)
                self.put(".")
                return
            self.again(who)
        act = {"hungry": "eat", "thirsty": "drink", "tired": "sleep", "sad": "cry", "happy": "laugh", "cold": "need",
               "sick": "need"}[why]
        self.verb(who, act, tag="cause" if first else "agreement")
        if act == "eat":
            self.put(self.pick(FOOD[3:]))
        elif act == "drink":
            self.put(self.pick(DRINKS))
        elif act == "need":
            self.put("a", "coat" if why == "cold" else "bed")
        if not first:
            self.put("because")
            self.again(who)
            self.be(who)
            self.put(why, tag="cause")
        self.put(".")

    def says(self):
        if len(self.cast) < 2 or any(w.kind == "speaker" for w in self.cast[:2]):
            return False
        words = [self.pick(COLOURS + NUMBERS + THINGS) for _ in range(self.pick([2, 3, 4]))]
        if len(set(words)) < len(words):
            return False
        for n, who in enumerate(self.cast[:2]):
            self.called(who, *who.words)
            self.told_of(who)
            self.verb(who, "say")
            self.put(":")
            for m, word in enumerate(words):
                self.put(word, tag="list copied" if n else None)
            self.put(".", tag="list copied" if n else None)

    def far(self):
        """A verb that does not stand beside its subject."""
        one = self.pick(list(MANY) + THINGS)
        many = one in MANY and self.chance(0.5)
        self.put("the")
        self.called(one, MANY[one] if many else one)
        way = self.pick(["near", "of", "that", "colour"])
        if way == "near":
            other = self.pick(["the " + x for x in list(MANY) + list(MANY.values()) + PLACES])
            self.put(self.pick(["near", "with"]), *other.split())
        elif way == "of":
            self.put("of")
            self.put(*self.pick([(x,) for x in GIRLS + BOYS] + [("the", x) for x in MANY.values()]))
        elif way == "that":
            self.put("that")
            other = self.anyone()
            if other.kind == "speaker" or other.kind == "two":
                self.put(other.subject)
            else:
                self.called(other, *other.words)
            self.told_of(other)
            self.verb(other, self.pick("see like love know want".split()))
        self.put("are" if many else "is", tag="agreement" if way == "colour" else "agreement, far", of=one)
        self.put(self.pick(COLOURS + LOOKS), ".")

    def greet(self):
        """Only to begin with: nobody is told of."""
        if len(self.tokens) > 1:
            return False
        name = self.pick(GIRLS + BOYS)
        if self.chance(0.5):
            self.put("hello", ",", *self.pick([(name,), ("my", "friend"), (name,)]), ".")
            if self.chance(0.7):
                self.put("how", "are", "you", "?", "i", "am", self.pick(FEELS), ".")
        else:
            self.put(*self.pick([("hello", ".")] + [()]), "my", "name", "is", name, ".")
            if self.chance(0.5):
                self.put("what", "is", "your", "name", "?", "my", "name", "is", name, ".")

    def contrast(self):
        thing = self.pick(THINGS + ANIMALS)
        one, other = self.pick(COLOURS), self.pick(COLOURS)
        big, small = self.pick([("big", "small"), ("small", "big"), ("old", "new"), ("new", "old"),
                                ("good", "bad"), ("bad", "good")])
        if one == other or big == "bad" or small == "bad":
            return False
        self.put("the", one, thing, "is", big, ",", "but", "the", other)
        self.put(thing, tag="the same thing")
        self.put("is")
        self.put(small, tag="opposite")
        self.put(".")

    SENTENCES = (greet,) * 2 + (have,) * 4 + (be_in,) * 2 + (liking,) * 2 + (meet,) * 2 + (does,) * 2 + (feels,) * 2 + (far,) * 2 + (
        with_own, contrast, says, repeat) + (both,) * 6 + (ask_feeling,) * 2 + (give, colour_of, ask_what, ask_who, ask_where, ask_liking) * 4

    def add(self, sentences=SENTENCES):
        """One more sentence; whether it still fitted."""
        for _ in range(50):
            kept = (len(self.tokens), list(self.told), dict(self.has), dict(self.place), dict(self.likes),
                    dict(self.where), dict(self.feeling))
            kind = sentences[self.dice.randrange(len(sentences))]
            if kind(self) is not False and len(self.tokens) <= LONGEST:
                return True
            size, self.told, self.has, self.place, self.likes, self.where, self.feeling = kept
            del self.tokens[size:], self.tags[size:], self.sources[size:]
        return False


def text(dice, training=True):
    made = Text(dice, training)
    if made.chance(0.4):
        made.add((Text.both,))
    while made.add():
        pass
    return made


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("texts", nargs="?", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--vocabulary", action="store_true")
    options = parser.parse_args()
    if options.vocabulary:
        print("\n".join(vocabulary()))
        return
    dice = random.Random(options.seed)
    for _ in range(options.texts):
        print(" ".join(text(dice).tokens[1:]))


if __name__ == "__main__":
    main()

"""Command lines: in a lesson the empty one, or a list of words that is handed to parse_args."""

import sys

SUPPRESS = "==SUPPRESS=="
ZERO_OR_MORE, ONE_OR_MORE, OPTIONAL, REMAINDER = "*", "+", "?", "..."

class ArgumentError(Exception):
    pass

class ArgumentTypeError(Exception):
    pass

class HelpFormatter:
    pass

class ArgumentDefaultsHelpFormatter(HelpFormatter):
    pass

class RawTextHelpFormatter(HelpFormatter):
    pass

class RawDescriptionHelpFormatter(HelpFormatter):
    pass

class BooleanOptionalAction:
    pass

class Namespace:
    def __init__(self, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __repr__(self):
        return f"Namespace({', '.join(f'{k}={v!r}' for k, v in self.__dict__.items())})"

    def __eq__(self, other):
        return isinstance(other, Namespace) and self.__dict__ == other.__dict__

    def __contains__(self, key):
        return key in self.__dict__

# An option or, without flags, a place on the command line.
class _Argument:
    def __init__(self, flags, dest, action, nargs, const, default, type, choices, required):
        self.option_strings, self.dest, self.action = flags, dest, action
        self.nargs, self.const, self.default = nargs, const, default
        self.type, self.choices, self.required = type, choices, required

    def name(self):
        return "/".join(self.option_strings) or self.dest

    # How many words it takes: at least, at most.
    def bounds(self):
        endless = float("inf")
        named = {None: (1, 1), "?": (0, 1), "*": (0, endless), "+": (1, endless), "...": (0, endless)}
        if self.action not in ("store", "append", "extend"):
            return 0, 0
        return named[self.nargs] if self.nargs in named else (self.nargs, self.nargs)

_CONSTANTS = {"store_true": (True, False), "store_false": (False, True)}
_ACTIONS = ("store", "store_const", "append", "append_const", "extend", "count", "version", "help")

class ArgumentParser:
    def __init__(
        self,
        prog=None,
        usage=None,
        description=None,
        epilog=None,
        parents=(),
        formatter_class=HelpFormatter,
        prefix_chars="-",
        fromfile_prefix_chars=None,
        argument_default=None,
        conflict_handler="error",
        add_help=True,
        allow_abbrev=True,
        exit_on_error=True,
    ):
        self.prog = prog if prog is not None else sys.argv[0]
        self.usage, self.description, self.epilog = usage, description, epilog
        self.argument_default, self.allow_abbrev = argument_default, allow_abbrev
        self._arguments, self._defaults = [], {}
        for parent in parents:
            self._arguments += parent._arguments
            self._defaults |= parent._defaults

    def add_argument(
        self,
        *name_or_flags,
        action="store",
        nargs=None,
        const=None,
        default=None,
        type=None,
        choices=None,
        required=False,
        help=None,
        metavar=None,
        dest=None,
        version=None,
    ):
        flags = [name for name in name_or_flags if name.startswith("-")]
        if flags and len(flags) < len(name_or_flags) or not flags and len(name_or_flags) > 1:
            raise ValueError(f"invalid option string {name_or_flags[0]!r}: must start with a character '-'")
        if dest is None and flags:
            long = [flag for flag in flags if flag.startswith("--")] or flags
            dest = long[0].lstrip("-").replace("-", "_")
        elif dest is None:
            dest = name_or_flags[0]
        for flag in flags:
            if self._of_flag(flag):
                raise ArgumentError(
                    f"argument {'/'.join(flags)}: conflicting option string: {flag}"
                )
        if action is BooleanOptionalAction:
            flags += ["--no-" + flag[2:] for flag in flags if flag.startswith("--")]
            action = "switch"
        elif action in _CONSTANTS:
            const, otherwise = _CONSTANTS[action]
            default = otherwise if default is None else default
            action = "store_const"
        elif action not in _ACTIONS:
            raise ValueError(f'unknown action "{action}"')
        if type is not None and not callable(type):
            raise ValueError(f"{type!r} is not callable")
        if not flags:
            required = nargs not in ("?", "*", "...")
        default = self.argument_default if default is None else default
        made = _Argument(flags, dest, action, nargs, const, default, type, choices, required)
        self._arguments.append(made)
        return made

    # All are in one list: groups matter to the help alone.
    def add_argument_group(self, title=None, description=None):
        return self

    def set_defaults(self, **kwargs):
        self._defaults |= kwargs
        for argument in self._arguments:
            argument.default = kwargs.get(argument.dest, argument.default)

    def get_default(self, dest):
        for argument in self._arguments:
            if argument.dest == dest and argument.default is not None:
                return argument.default
        return self._defaults.get(dest)

    def error(self, message):
        raise SystemExit(f"{self.prog}: error: {message}")

    def parse_args(self, args=None, namespace=None):
        found, left = self.parse_known_args(args, namespace)
        if left:
            self.error(f"unrecognized arguments: {' '.join(left)}")
        return found

    def parse_known_args(self, args=None, namespace=None):
        words = list(sys.argv[1:] if args is None else args)
        found = Namespace() if namespace is None else namespace
        for argument in self._arguments:
            if argument.default is not SUPPRESS and not hasattr(found, argument.dest):
                setattr(found, argument.dest, argument.default)
        for dest, value in self._defaults.items():
            if not hasattr(found, dest):
                setattr(found, dest, value)
        seen, free, left = [], [], []
        while words:
            self._take(words, found, seen, free, left)
        left = self._place(free, found, seen) + left
        missing = [a.name() for a in self._arguments if a.required and a not in seen]
        if missing:
            self.error(f"the following arguments are required: {', '.join(missing)}")
        for argument in self._arguments:
            is_text = isinstance(argument.default, str) and argument not in seen
            if is_text and getattr(found, argument.dest, None) is argument.default:
                setattr(found, argument.dest, self._value(argument, argument.default))
        return found, left

    def _of_flag(self, flag):
        for argument in self._arguments:
            if flag in argument.option_strings:
                return argument
        return None

    # The next word, with those that belong to it.
    def _take(self, words, found, seen, free, left):
        word = words.pop(0)
        if word == "--":
            free += words
            words.clear()
        elif not self._is_flag(word):
            free.append(word)
        else:
            flag, argument, value = self._option(word)
            if argument is None:
                left.append(word)
                return
            seen.append(argument)
            self._act(argument, flag, self._words_of(argument, words, value), found)

    def _is_flag(self, word):
        if not word.startswith("-") or len(word) == 1:
            return False
        if self._of_flag(word):
            return True
        digits = word[1:].replace(".", "", 1)
        return not digits.isdigit() and " " not in word

    # The flag, its argument and the value that is written in the same word.
    def _option(self, word):
        if self._of_flag(word):
            return word, self._of_flag(word), None
        flag, equals, value = word.partition("=")
        value = value if equals else None
        if self._of_flag(flag):
            return flag, self._of_flag(flag), value
        if not word.startswith("--"):
            short = self._of_flag(word[:2])
            return word[:2], short, word[2:] if short else None
        all_flags = [f for a in self._arguments for f in a.option_strings]
        like = [f for f in all_flags if self.allow_abbrev and f.startswith(flag)]
        if len(like) > 1:
            self.error(f"ambiguous option: {word} could match {', '.join(like)}")
        return (like[0], self._of_flag(like[0]), value) if like else (flag, None, value)

    def _words_of(self, argument, words, value):
        least, most = argument.bounds()
        if value is not None and most == 0:
            if argument.option_strings[0].startswith("--"):
                self.error(f"argument {argument.name()}: ignored explicit argument {value!r}")
            words.insert(0, "-" + value)  # -xy for -x -y
            return []
        taken = [] if value is None else [value]
        while value is None and words and len(taken) < most and not self._is_flag(words[0]):
            if words[0] == "--":
                break
            taken.append(words.pop(0))
        if len(taken) < least:
            named = {None: "one argument", "+": "at least one argument"}
            plain = "1 argument" if least == 1 else f"{least} arguments"
            wanted = named.get(argument.nargs, plain)
            self.error(f"argument {argument.name()}: expected {wanted}")
        return taken

    def _value(self, argument, text):
        kind = argument.type
        if kind is None:
            return text
        try:
            return kind(text)
        except ArgumentTypeError as error:
            self.error(f"argument {argument.name()}: {error}")
        except (TypeError, ValueError):
            self.error(f"argument {argument.name()}: invalid {kind.__name__} value: {text!r}")

    def _values(self, argument, words):
        values = [self._value(argument, word) for word in words]
        for value in values:
            if argument.choices is not None and value not in argument.choices:
                choices = ", ".join(repr(choice) for choice in argument.choices)
                self.error(
                    f"argument {argument.name()}: invalid choice: {value!r} (choose from {choices})"
                )
        return values

    def _act(self, argument, flag, words, found):
        action, dest = argument.action, argument.dest
        before = getattr(found, dest, None)
        values = self._values(argument, words)
        value = values if argument.nargs not in (None, "?") else values[0] if values else None
        if not values and argument.nargs == "?":
            value = argument.const
        if action == "store_const":
            value = argument.const
        elif action == "switch":
            value = not flag.startswith("--no-")
        elif action == "count":
            value = (before or 0) + 1
        elif action == "append":
            value = list(before or []) + [value]
        elif action == "extend":
            value = list(before or []) + values
        elif action == "append_const":
            value = list(before or []) + [argument.const]
        setattr(found, dest, value)

    # Shares the words out among the places: each as many as it may have, for later ones what they must.
    def _place(self, free, found, seen):
        places = [a for a in self._arguments if not a.option_strings]
        for i, argument in enumerate(places):
            least, most = argument.bounds()
            after = sum(later.bounds()[0] for later in places[i + 1 :])
            count = int(min(most, max(least, len(free) - after)))
            if len(free) < least:
                continue
            words, free = free[:count], free[count:]
            if words:
                seen.append(argument)
                self._act(argument, None, words, found)
            else:
                is_row = argument.nargs != "?" and argument.default is None
                setattr(found, argument.dest, [] if is_row else argument.default)
        return free

# `make run` and `make check` are all that a newcomer needs; `make help` lists the rest.
#
# Parts, each under a line with its name:
#   files       what is found by its place: a new .c, .h, .py or text in a room, or a tests/ROOM/check_*.c, needs no line here
#   packages    which libraries a goal needs, and their flags (tests/packages.sh knows the packages of each system)
#   building    an object for each file, the library, and a test program for each room
#   running and checking    a new thing that must hold: a target $(BUILD)/hold/NAME, and NAME in CHECKED
#   the browser             the program as a page
#   installing              where each file goes
#   releasing               the files that are handed on

# In order: a room knows itself and those before it (tests/rooms.sh holds them to it); tui and web, the two faces of
# the app, know nothing of each other.
ROOMS := base core python torch lesson tell show app tui web
# The one place of the version is the library's header.
VERSION := $(shell sed -n 's/^.define QKV_VERSION "\(.*\)"/\1/p' src/core/qkv.h)
RELEASED := 2026-11-29
# What programs are made for. For another machine than this one EMULATOR is what runs them.
MACHINE := $(shell uname -sm | tr 'A-Z ' 'a-z-')

BUILD ?= build
PREFIX ?= /usr/local
CFLAGS ?= -O2 -g
BIN := $(BUILD)/qkv
LIBRARY := $(BUILD)/libqkv.a
.DEFAULT_GOAL := all

# A row of a table leaves out what it does not have: that is no missing initializer.
# The flags of the house come after the user's: the digits depend on -ffp-contract=off.
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wdouble-promotion \
    -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wno-missing-field-initializers $(if $(filter 1,$(WERROR)),-Werror)
FLAGS = $(CPPFLAGS) $(CFLAGS) $(WARNINGS) -std=c11 -D_XOPEN_SOURCE=700 -ffp-contract=off -Isrc \
    -DQKV_RELEASED=\"$(RELEASED)\" $(filter -I%,$(CURSES) $(CMARK) $(JANSSON))
# A program of one file: see the target static.
ifeq ($(STATIC),1)
FLAGS += -DQKV_STATIC -fno-asynchronous-unwind-tables
LINKED := -static
INSIDE = $(BUILD)/obj/inside.o
endif
TEST_FLAGS = -Itests $(filter -I%,$(CHECK) $(VTERM))
# -MD and not -MMD: the rules of the rooms are also about the headers of curses and cmark.
DEPEND = -MD -MP -MF $(BUILD)/obj/$<.d -MT $@

# --- files ------------------------------------------------------------------------------------

SOURCES := $(sort $(wildcard src/*.c src/*/*.c))
HEADERS := $(sort $(wildcard src/*/*.h))
TEST_SOURCES := $(sort $(wildcard tests/*.c tests/*/*.c))
FORMATTED := $(SOURCES) $(HEADERS) $(TEST_SOURCES) $(sort $(wildcard tests/*.h tests/*/*.h))
LESSONS := $(sort $(wildcard lessons/*.md))
# What lessons read.
DATA := $(sort $(wildcard lessons/*.npy lessons/*.safetensors))
DEPENDENCIES := $(patsubst %,$(BUILD)/obj/%.d,$(HEADERS) $(SOURCES))

# A room with a check_*.c has tests; a tests/tui/demo_*.c is a program that tests start.
TESTED := $(foreach r,$(ROOMS),$(if $(wildcard tests/$r/check_*.c),$r))
TESTS = $(patsubst %,$(BUILD)/tests/%,$(filter-out $(if $(VTERM),,tui),$(TESTED)))
DEMOS := $(patsubst tests/tui/%.c,$(BUILD)/tests/%,$(sort $(wildcard tests/tui/demo_*.c)))
objects = $(patsubst %,$(BUILD)/obj/%.o,$(filter-out tests/tui/demo_%,$(sort $(wildcard $(1)))))
PROGRAM := $(if $(wildcard src/main.c),$(BIN))

# What is no C in a room becomes one object, of texts: its Python, lists and other texts. The web's files are the page's.
TEXTS := $(filter-out src/web/%,$(sort $(foreach e,py txt md css js,$(wildcard src/*/*.$e))))
modules = $(patsubst %,$(BUILD)/obj/src/%/modules.o,$(filter $(patsubst src/%/,%,$(dir $(TEXTS))),$(1)))

CODE := $(call objects,src/*.c src/*/*.c) $(call modules,$(ROOMS))
ALONE := $(HEADERS:%=$(BUILD)/obj/%.alone)

# --- packages: make sees to them first, because it includes the flags that are found --------------

# Goals by what they need: those of NO_PACKAGES nothing of their own, for they make another make or none; those of NEED_CHECK
# also Check, those of NEED_LINT also clang's tools, and every other what the program is linked with.
GOALS := $(or $(MAKECMDGOALS),all)
NO_PACKAGES := clean help static uninstall web check-web check-fresh check-arm asan fuzz msan times torture tsan valgrind \
    release check-release
NEED_CHECK := check unit rooms faults signals $(BUILD)/tests/%
NEED_LINT := lint analyze format
NEEDS := $(strip $(if $(filter-out $(NO_PACKAGES) $(NEED_CHECK) $(NEED_LINT),$(GOALS)),build) \
    $(if $(filter $(NEED_CHECK),$(GOALS)),check) $(if $(filter $(NEED_LINT),$(GOALS)),lint) \
    $(if $(filter check-torch check-trained bench,$(GOALS)),torch) $(if $(filter check-html,$(GOALS)),html) \
    $(if $(filter web check-web,$(GOALS)),build web $(if $(filter check-web,$(GOALS)),browser)))
PACKAGES := $(if $(NEEDS),$(BUILD)/packages$(subst $() ,,$(NEEDS:%=-%)).mk)
include $(PACKAGES)
$(PACKAGES): tests/packages.sh
	@CC='$(CC)' CPPFLAGS='$(CPPFLAGS)' LDFLAGS='$(filter-out %--wrap=fwrite,$(LDFLAGS)) $(LINKED)' sh tests/packages.sh '$(NEEDS)' \
	    $(if $(filter run check check-torch check-trained check-html bench web check-web lint analyze format,$(GOALS)),install,show) $@

# --- building ---------------------------------------------------------------------------------

comma := ,
Q := $(if $(filter 1,$(V)),,@)
say = $(if $(Q),@printf '  %-5s %s\n' $(1) $<)

all: $(PROGRAM) $(LIBRARY) ## build the program and libqkv.a

# Each changes only when what it holds does, and what needs it is made anew then: all objects, or one.
$(addprefix $(BUILD)/,flags shipped prefix): always
	@mkdir -p $(@D)
	@printf '%s\n' '$(HOLDS_$(@F))' | cmp -s - $@ || printf '%s\n' '$(HOLDS_$(@F))' >$@
HOLDS_flags = $(CC) $(FLAGS) $(TEST_FLAGS)

# The lessons that come with the program, which tells them from the reader's own: those that git knows, where
# there is one.
SHIPPED := $(filter-out README,$(basename $(notdir $(or $(shell git ls-files 'lessons/*.md' ':!lessons/*/*' 2>/dev/null),$(LESSONS)))))
HOLDS_shipped = $(SHIPPED)
$(BUILD)/obj/src/lesson/library.c.o: $(BUILD)/shipped
TOLD_src/lesson/library.c = '-DQKV_SHIPPED=" $(SHIPPED) "'
# Where they are when they are not beside the program.
HOLDS_prefix = $(PREFIX)
$(BUILD)/obj/src/base/file.c.o: $(BUILD)/prefix
TOLD_src/base/file.c = '-DQKV_SHARE="$(PREFIX)/share/qkv"'

$(BUILD)/obj/%.c.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(FLAGS) $(if $(filter tests/%,$<),$(TEST_FLAGS)) $(TOLD_$<) $(DEPEND) -c $< -o $@

$(BUILD)/modules/%.c: src/python/embed.awk $(TEXTS)
	@mkdir -p $(@D)
	@awk -v ROOM=$* -f $< $(filter src/$*/%,$(TEXTS)) >$@
$(BUILD)/obj/src/%/modules.o: $(BUILD)/modules/%.c $(BUILD)/flags src/python/library.h src/python/outside.h
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(FLAGS) -c $< -o $@

# What a program of one file has inside: the lessons that ship, their tensors, the page's parts where make web has made
# them, and kinds of terminals.
PAGE ?= $(BUILD)/page
$(BUILD)/inside.c: src/lesson/inside.sh $(SHIPPED:%=lessons/%.md) $(sort $(DATA) $(wildcard $(PAGE)/*))
	@mkdir -p $(@D)
	@sh $^ >$@
$(BUILD)/obj/inside.o: $(BUILD)/inside.c $(BUILD)/flags src/base/file.h src/tui/tui.h
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(FLAGS) -c $< -o $@

# Each header alone: it must not need another before it.
$(BUILD)/obj/%.h.alone: %.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(Q)$(CC) $(FLAGS) $(DEPEND) -fsyntax-only -include $< -x c /dev/null
	@touch $@

# The headers of the library; its other headers are its own. It is one object, of which only the names
# with its prefix can be seen from outside; where that cannot be made, all of them can.
PUBLIC := $(patsubst %,src/core/%.h,qkv qkv_trace)
OBJCOPY ?= objcopy
# Files, clocks and what ends a program are the program's alone.
LIBRARY_OBJECTS := $(filter-out $(patsubst %,$(BUILD)/obj/src/base/%.c.o,clock die file),$(call objects,src/base/*.c src/core/*.c))
$(LIBRARY): $(LIBRARY_OBJECTS)
	@rm -f $@
	$(Q)if $(if $(findstring -flto,$(CFLAGS)),false,$(LD) -r $(LIBRARY_OBJECTS) -o $(@:.a=.o)) && \
	    $(OBJCOPY) --wildcard --keep-global-symbol='qkv_*' $(@:.a=.o); then $(AR) rcs $@ $(@:.a=.o); \
	else echo 'libqkv.a: its inner names stay visible'; $(AR) rcs $@ $(LIBRARY_OBJECTS); fi

# The shared library, of objects that may lie anywhere: CFLAGS has -fPIC. A program runs with the version that it was
# compiled for, whose first two numbers are in the name.
SONAME := libqkv.so.$(basename $(VERSION))
$(BUILD)/libqkv.so: $(LIBRARY_OBJECTS)
	@echo '{ global: qkv_*; local: *; };' >$@.map
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=$@.map $^ -lm -o $@

# The program has no web, and the page no tui.
$(BUILD)/tests/rooms.a: $(filter-out %/src/main.c.o $(BUILD)/obj/src/web/%,$(CODE))
$(BUILD)/%.a:
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

# A test links its room and those before it, never more: a call upwards does not link.
KNOWN :=
$(foreach r,$(ROOMS),$(eval KNOWN += $r)$(eval \
    $(BUILD)/tests/$r: $(call objects,tests/*.c tests/$r/*.c \
        $(patsubst %,src/%/*.c,$(filter-out $(if $(filter web,$r),tui),$(KNOWN)))) $(call modules,$(KNOWN))))
$(BUILD)/tests/torch: $(call objects,tests/fuzz/calls.c tests/core/sample.c)
$(DEMOS): $(BUILD)/tests/%: $(BUILD)/obj/tests/tui/%.c.o $(BUILD)/tests/rooms.a
$(BIN): $(filter-out $(BUILD)/obj/src/web/%,$(CODE)) $(INSIDE)

$(BUILD)/tests/dump: $(call objects,tests/oracle/*.c $(foreach r,base core python torch lesson,src/$r/*.c)) \
    $(call modules,python torch lesson)

$(BUILD)/tests/bench: $(call objects,tests/bench/*.c) $(LIBRARY)

# Each tests/fuzz/enter_*.c is a program around clang's libFuzzer.
FUZZED := $(patsubst tests/fuzz/enter_%.c,%,$(sort $(wildcard tests/fuzz/enter_*.c)))
FUZZERS := $(FUZZED:%=$(BUILD)/fuzz/%)
$(BUILD)/tests/fuzz.a: $(call objects,tests/fuzz/told.c tests/fuzz/generate.c tests/fuzz/calls.c tests/folder.c)
$(FUZZERS): $(BUILD)/fuzz/%: $(BUILD)/obj/tests/fuzz/enter_%.c.o $(BUILD)/obj/tests/fuzz/main.c.o \
    $(BUILD)/tests/fuzz.a $(BUILD)/tests/rooms.a

$(BUILD)/tests/faults: $(call objects,tests/faults/faults.c tests/faults/job.c tests/folder.c src/base/*.c)
$(BUILD)/tests/signals: $(call objects,tests/faults/signals.c tests/faults/job.c)
$(BUILD)/tests/fault.so: tests/faults/fault.c
	@mkdir -p $(@D)
	$(Q)$(CC) -O1 -g $(WARNINGS) -shared -fPIC $< -o $@ -ldl

LIBS = $(CURSES) $(CMARK) $(JANSSON) -lm
$(BUILD)/tests/faults: LIBS += $(CHECK)
$(BUILD)/tests/faults $(BUILD)/tests/signals: LIBS += -lutil
$(ROOMS:%=$(BUILD)/tests/%): LIBS += $(CHECK) $(VTERM:%=% -lutil)
$(BIN) $(BUILD)/deb/qkv $(DEMOS) $(ROOMS:%=$(BUILD)/tests/%) $(BUILD)/tests/dump $(BUILD)/tests/bench \
    $(BUILD)/tests/faults $(BUILD)/tests/signals:
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(LINKED) $^ $(filter-out -I%,$(LIBS)) -o $@

$(FUZZERS): LIBS += $(CHECK)
$(FUZZERS):
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -fsanitize=fuzzer $(LDFLAGS) $^ $(filter-out -I%,$(LIBS)) -o $@

-include $(DEPENDENCIES) $(TEST_SOURCES:%=$(BUILD)/obj/%.d)

# --- running and checking -----------------------------------------------------------------------

# Each row of what must hold is a target of its own, $(BUILD)/hold/NAME, that needs what it runs. Two at a time where
# make was not told how many, and in the order of CHECKED: those that take seconds and find the most are first, before
# any test is built, then the long ones, of the upper rooms. Each says what it has to say when it ends, and one that
# fails does not keep the others from it.
reversed = $(if $1,$(call reversed,$(wordlist 2,$(words $1),$1)) $(firstword $1))
UNITS = $(call reversed,$(notdir $(TESTS)))
hold = +@$(MAKE) --no-print-directory --keep-going NEEDS='$(NEEDS)' \
    $(if $(findstring jobserver,$(MAKEFLAGS)),,-j2) $(1:%=$(BUILD)/hold/%)

# The sanitizers have memory of their own, which a program would be blamed for.
CHECKED = $(if $(PROGRAM),$(if $(LESSONS),lessons numbers sources) screens refused record) rooms $(UNITS) $(if $(PROGRAM),readme \
    authoring package $(if $(findstring sanitize,$(CFLAGS)),,install) html real) table

# The program where no lessons lie beside it: tests make their own.
$(BUILD)/tests/bin/qkv: $(BIN)
	@mkdir -p $(@D)
	@cp $< $@
$(BUILD)/hold/tui: $(DEMOS)
$(TESTED:%=$(BUILD)/hold/%): $(BUILD)/hold/%: $(BUILD)/tests/% always $(if $(PROGRAM),$(BUILD)/tests/bin/qkv)
	@QKV_BIN=$(BUILD)/tests/bin/qkv QKV_DEMO=$(BUILD)/tests/demo_app $(WITHIN) $(BUILD)/tests/$* \
	    >$(BUILD)/tests/$*.log 2>&1; failed=$$?; cat $(BUILD)/tests/$*.log; exit $$failed
$(BUILD)/hold/rooms: $(CODE) $(ALONE) always
	@sh tests/rooms.sh --self-test && sh tests/rooms.sh $(DEPENDENCIES)
$(BUILD)/hold/table: always
	@sh tests/packages.sh --self-test
	@sh tests/terminal.sh --self-test && sh tests/terminal.sh
$(BUILD)/hold/lessons: always
	@test -d snapshots && $(BIN) check
	@awk -f tests/prose.awk lessons/[0-9]*.md lessons/hurry.md
	@sh tests/minutes.sh $(BIN) > $(BUILD)/minutes.txt || { cat $(BUILD)/minutes.txt; exit 1; }
$(BUILD)/hold/numbers: always
	@sh tests/numbers.sh $(BIN)
$(BUILD)/hold/sources: always
	@sh tests/sources.sh $(BIN) >$(BUILD)/sources.txt || { cat $(BUILD)/sources.txt; exit 1; }
	@tail -n 1 $(BUILD)/sources.txt
$(BUILD)/hold/screens: always
	@sh tests/screens.sh $(BIN)
$(BUILD)/hold/real: always
	@sh tests/real.sh $(BIN) --self-test && sh tests/real.sh $(BIN)
$(BUILD)/hold/refused: always
	@sh tests/refused.sh $(BIN) --self-test && sh tests/refused.sh $(BIN)
$(BUILD)/hold/record: always
	@sh tests/record.sh $(BIN)
$(BUILD)/hold/html: always
	@sh tests/html.sh $(BIN) --self-test && sh tests/html.sh $(BIN)
$(BUILD)/hold/readme: always
	@sh tests/readme.sh $(BUILD) '$(CC) $(CFLAGS) $(LDFLAGS)'
$(BUILD)/hold/authoring: always
	@sh tests/authoring.sh $(BUILD)
$(BUILD)/hold/package: always
	@if command -v python3 >/dev/null; then PYTHONDONTWRITEBYTECODE=1 python3 tests/package.py $(BIN); else \
	    echo 'package: the module of Python was left out: there is no python3'; fi
$(BUILD)/hold/install: check-install

make_static = $(MAKE) --no-print-directory STATIC=1 BUILD=$(BUILD)/static PAGE=$(PAGE) $(BUILD)/static/qkv
# As it is handed on: it names no folder of this machine.
STRIP ?= strip
STRIPPED := -R .comment -R .note.gnu.build-id
$(BUILD)/static/stripped: always
	+@$(make_static)
	@$(STRIP) -s $(STRIPPED) -o $@ $(BUILD)/static/qkv
static: ## one file that needs no other: build/static/qkv, without shared libraries, with lessons and page inside
	+@$(make_static)
	@sh tests/static.sh $(BUILD)/static/qkv

run: $(BIN) ## start the program; ARGS="..." are its arguments
	@$(BIN) $(ARGS)

check: $(PROGRAM) $(LIBRARY) ## everything that must hold
	$(if $(VTERM),,@echo "tests/tui was left out: it needs libvterm (install it; make clean)")
	$(call hold,$(CHECKED))

unit: $(PROGRAM) ## the unit tests alone; one room: build/tests/core
	$(call hold,$(UNITS))

rooms: ## who includes whom
	$(call hold,rooms)

check-torch: $(BUILD)/tests/dump $(BIN) ## the same lessons and many small programs in a real PyTorch; models recorded there
	@PYTHONDONTWRITEBYTECODE=1 $(PYTHON) tests/oracle/check.py $< $(ARGS)
	@PYTHONDONTWRITEBYTECODE=1 $(PYTHON) tests/oracle/doubt.py $(BIN)
	@PYTHONDONTWRITEBYTECODE=1 $(PYTHON) tests/record/record.py $(BIN)
	@PYTHONDONTWRITEBYTECODE=1 $(PYTHON) tests/record/programs.py $(BIN)

NEWEST := torch==2.14.1 numpy einops
check-newest: $(BUILD)/tests/dump $(BIN) ## the same in the PyTorch and the NumPy of PyPI, in an environment in the build folder: 5 GB
	@test -e $(BUILD)/torch/ready || { $(or $(PYTHON),python3) -m venv $(BUILD)/torch && \
	    $(BUILD)/torch/bin/pip install -q $(NEWEST) && touch $(BUILD)/torch/ready; }
	@PYTHONDONTWRITEBYTECODE=1 $(BUILD)/torch/bin/python tests/oracle/real_names.py check
	@PYTHONDONTWRITEBYTECODE=1 $(BUILD)/torch/bin/python tests/oracle/check.py $< $(ARGS)
	@PYTHONDONTWRITEBYTECODE=1 $(BUILD)/torch/bin/python tests/oracle/doubt.py $(BIN)
	@PYTHONDONTWRITEBYTECODE=1 $(BUILD)/torch/bin/python tests/oracle/arrays.py $<
	@PYTHONDONTWRITEBYTECODE=1 $(BUILD)/torch/bin/python tests/record/record.py $(BIN)
	@PYTHONDONTWRITEBYTECODE=1 $(BUILD)/torch/bin/python tests/record/programs.py $(BIN)

# Some half an hour, so no part of .ci/run. The roots are kept: the next time takes less.
check-fresh: ## run, check, lint and check-torch in clean roots of Debian 12 and 13; as root, with debootstrap
	@sh tests/fresh.sh '$(abspath $(BUILD))/roots'

check-arm: ## program and wheel for 64-bit ARM, in build/arm, and lessons and tests in an emulator: an hour
	+@sh tests/arm.sh $(BUILD)/arm

check-deb: deb ## the packages of Debian in clean roots of Debian 12 and 13; as root, with debootstrap
	@sh tests/deb.sh $(DIST) '$(abspath $(BUILD))/roots'

check-html: $(BIN) ## the handouts in a validator and in a real browser
	@sh tests/html.sh $< browser

# Fails when a network of a lesson, or one trained anew, does not solve its task.
check-trained: ## the networks of lessons/trained, trained anew and compared with their lessons
	@failed=0; for f in $(filter-out %/common.py %_texts.py,$(wildcard lessons/trained/*.py)); do \
	    PYTHONDONTWRITEBYTECODE=1 $(PYTHON) $$f --check || failed=1; done; exit $$failed

bench: $(BUILD)/tests/bench $(BIN) ## how fast libqkv is, beside PyTorch and OpenBLAS; no part of check
	@PYTHONDONTWRITEBYTECODE=1 $(PYTHON) tests/bench/bench.py $^ $(ARGS)

snapshots: $(BIN) ## rewrite the snapshots that changed: nothing else does
	$(BIN) snapshot --prune
	@sh tests/screens.sh $(BIN) write

# Their frames take several times the stack.
asan: ## make check with the address and undefined behaviour sanitizers
	@ulimit -s 24576; CK_TIMEOUT_MULTIPLIER=20 $(MAKE) check BUILD=$(BUILD)/asan NEEDS=asan \
	    CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all'

# Of the rooms that need no library but Check: what cmark, jansson and curses write, which are not built with
# this sanitizer, it takes for unset.
msan: ## the unit tests of base to torch with the memory sanitizer; needs clang
	+@CK_TIMEOUT_MULTIPLIER=100 $(MAKE) unit BUILD=$(BUILD)/msan CC=clang NEEDS=check \
	    PROGRAM= DEMOS= TESTED='base core python torch' LDFLAGS=-Wl,--wrap=fwrite \
	    CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=memory -fno-sanitize-recover=all'

tsan: ## the unit tests with the thread sanitizer
	+@CK_TIMEOUT_MULTIPLIER=100 $(MAKE) unit BUILD=$(BUILD)/tsan NEEDS=check \
	    CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=thread'

# A test that valgrind finds fault with ends with this status, which Check takes for a failure.
valgrind: ## the unit tests in valgrind: hours
	+@CK_TIMEOUT_MULTIPLIER=1000 $(MAKE) unit BUILD=$(BUILD)/valgrind NEEDS=check CPPFLAGS=-DIS_SANITIZED \
	    CFLAGS='-O1 -g' \
	    WITHIN='valgrind -q --error-exitcode=9 --child-silent-after-fork=no'

faults: $(BUILD)/tests/faults $(BUILD)/tests/fault.so $(BIN) ## every allocation and every write fails once; needs glibc
	@$< $(BIN) $(BUILD)/tests/fault.so $(ARGS)

signals: $(BUILD)/tests/signals $(BIN) ## signals at random moments, in a terminal
	@$< $(BIN) $(ARGS)

# They begin with tests/fuzz/corpus.tar.xz, which FUZZ_KEEP=1 renews. A lesson gets a tenth of a second there: no
# random program is worth waiting for. The numbers that are compared are not traced: it doubles the time, and the
# words that an input should hold are compared as texts. What the memory sanitizer looks at links nothing
# that was built without it.
FUZZ_SECONDS ?= 60
fuzzers = $(MAKE) --no-print-directory BUILD=$(BUILD)/fuzz-$(1) CC=clang NEEDS=check CPPFLAGS='-DLIMIT_SECONDS=0.1' \
    CFLAGS='-O2 -g -fno-omit-frame-pointer -fno-sanitize-recover=all -fsanitize=fuzzer-no-link,$(2) \
        -fno-sanitize-coverage=trace-cmp' \
    $(patsubst %,$(BUILD)/fuzz-$(1)/fuzz/%,$(3))
fuzz: ## bytes of a stranger at every entrance, FUZZ_SECONDS for each (60); needs clang
	+@$(call fuzzers,address,address$(comma)undefined,$(filter-out values,$(FUZZED)))
	+@$(call fuzzers,memory,memory,values)
	@ulimit -s 65536; sh tests/fuzz.sh $(FUZZ_SECONDS) $(BUILD)/fuzz $(filter-out %/values,$(FUZZED:%=$(BUILD)/fuzz-address/fuzz/%)) \
	    $(BUILD)/fuzz-memory/fuzz/values

times: ## the unit tests with what they say of times, which depend on the machine
	+@QKV_TIMED=1 $(MAKE) unit

digits: $(PROGRAM) ## the transcripts, byte for byte; for any BUILD, CC and CFLAGS
	@sh tests/digits.sh $(BIN)

torture: ## what a release takes besides .ci/run: hours; needs clang
	+@$(MAKE) analyze WERROR=1
	+@$(MAKE) check BUILD=$(BUILD)/clang CC=clang WERROR=1
	+@$(MAKE) digits BUILD=$(BUILD)/O3 CFLAGS='-O3 -march=native'
	+@$(MAKE) check-newest
	+@$(MAKE) faults WERROR=1 ARGS=15
	+@$(MAKE) signals WERROR=1
	+@$(MAKE) static WERROR=1
	+@$(MAKE) check-notebook WERROR=1
	+@! command -v qemu-aarch64-static >/dev/null || $(MAKE) check-arm
	+@$(MAKE) check-deb
	+@$(MAKE) times
	+@$(MAKE) fuzz
	+@$(MAKE) msan
	+@$(MAKE) tsan
	+@! command -v chromium >/dev/null || $(MAKE) check-html
	+@! command -v emcc >/dev/null || $(MAKE) check-web

# The analyzer walks every path of a function: forty times as long as all other checks together.
tidied = clang-tidy --quiet $(1) $< -- $(FLAGS) 2>$@.log || { cat $@.log >&2; exit 1; }
$(BUILD)/obj/%.c.tidy: %.c $(BUILD)/obj/%.c.o .clang-tidy
	$(call say,TIDY)
	$(Q)$(call tidied,--checks='-clang-analyzer-*')
	@touch $@
$(BUILD)/obj/%.c.analyzed: %.c $(BUILD)/obj/%.c.o .clang-tidy
	$(call say,TIDY)
	$(Q)$(call tidied)
	@touch $@

analyze: $(SOURCES:%=$(BUILD)/obj/%.analyzed) ## clang-tidy with its analyzer: some ten minutes

lint: $(SOURCES:%=$(BUILD)/obj/%.tidy) ## clang-tidy without its analyzer, clang-format, a real Python, and shellcheck
	@$(or $(PYTHON),python3) -c 'import ast, sys; [ast.parse(open(f).read(), f) for f in sys.argv[1:]]' $(wildcard src/*/*.py src/*/*/*.py)
	clang-format --dry-run -Werror $(FORMATTED)
	@! command -v shellcheck >/dev/null || shellcheck .ci/run tests/*.sh src/*/*.sh

format: ## lay out the code anew
	clang-format -i $(FORMATTED)

# --- the browser ----------------------------------------------------------------------------------

# All but tui is compiled once more, by emscripten and into a folder of its own, and so are cmark and jansson. That and the
# page's own files are its parts, $(BUILD)/page, which qkv export --page puts together with lessons.
WASM = $(BUILD)/wasm
PARTS := $(notdir $(sort $(wildcard src/web/*.html src/web/*.css src/web/*.js)))
PARTS := $(addprefix $(BUILD)/page/,$(PARTS) qkv.js one.html)
MODULE_CALLS = $(shell grep -o 'qkv_web_[a-z_]*' src/web/web.h | sort -u)
MODULE_FLAGS = -sMODULARIZE=1 -sEXPORT_NAME=createQkv -sENVIRONMENT=web,worker,node --no-entry \
    -sEXPORTED_FUNCTIONS=$(subst $() ,$(comma),_malloc _free $(MODULE_CALLS:%=_%)) \
    -sEXPORTED_RUNTIME_METHODS=ccall,cwrap,UTF8ToString
emscripten = +@$(MAKE) --no-print-directory $(1:%=$(WASM)/%) BUILD=$(WASM) CC=emcc NEEDS=web PREFIX= CFLAGS=-Os \
    CPPFLAGS='-isystem $(WASM)/include' CURSES= CMARK='-L$(WASM)/lib -lcmark' JANSSON=-ljansson \
    LDFLAGS='-sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=4194304'

# Node of Debian finds its modules by itself, one from elsewhere by this.
web check-web: export NODE_PATH = /usr/share/nodejs
web: $(PARTS) $(BIN) ## the program as a page for any browser: build/web/index.html, and qkv.html, which is one file
	@rm -rf $(BUILD)/web
	@$(BIN) export $(SHIPPED) --page $(BUILD)/web/ >/dev/null
	@$(BIN) export $(SHIPPED) --page $(BUILD)/web/qkv.html >/dev/null

# Node gets less stack than browsers have, some 980.
check-web: web $(BIN) ## what the module of the page computes, in node, and the page in Chromium, beside the program
	$(call emscripten,cli.js)
	@node $(WASM)/cli.js check
	@node $(WASM)/cli.js check tests/web/halfway.md
	@node --stack-size=700 tests/web/module.js $(BUILD)/web
	@PYTHONDONTWRITEBYTECODE=1 $(SELENIUM) tests/web/browser.py $(BUILD)/web $(BIN) $(ARGS)

$(WASM)/lib/libjansson.a: tests/libraries.sh
	@sh $< $(WASM)

$(BUILD)/page/%: src/web/%
	@mkdir -p $(@D)
	@cp $< $@

$(BUILD)/page/qkv.js: $(WASM)/lib/libjansson.a tests/pack.py always
	$(call emscripten,glue.js)
	@mkdir -p $(@D)
	@[ $@ -nt $(WASM)/glue.wasm ] || python3 tests/pack.py module $(WASM)/glue.js $(WASM)/glue.wasm >$@
$(BUILD)/page/one.html: tests/pack.py $(filter-out %/one.html,$(PARTS))
	@python3 $< one $(@D) >$@

$(BUILD)/glue.js: $(filter-out %/src/main.c.o $(BUILD)/obj/src/tui/%,$(CODE)) Makefile
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(CMARK) $(JANSSON) $(MODULE_FLAGS) -o $@

# The command line itself, which reads the files of this machine.
$(BUILD)/cli.js: $(filter-out $(BUILD)/obj/src/web/% $(BUILD)/obj/src/tui/%,$(CODE)) $(BUILD)/obj/tests/web/no_terminal.c.o Makefile
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(CMARK) $(JANSSON) -sSINGLE_FILE=1 -sNODERAWFS=1 -sEXIT_RUNTIME=1 -o $@

# --- packages of others -------------------------------------------------------------------------

# A static program in a zip, as pip installs it, with the man page.
WHEEL = $(BUILD)/dist/qkv-$(VERSION)-py3-none-$(if $(filter linux-%,$(MACHINE)),$(MACHINE:linux-%=manylinux_2_17_%),any).whl
wheel: $(WHEEL) ## the program and the module qkv for Python, in build/dist: pip install build/dist/qkv-*.whl
$(WHEEL): $(BUILD)/qkv.1 $(BUILD)/static/stripped
	@mkdir -p $(@D)
	@SOURCE_DATE_EPOCH=$$(date -ud $(RELEASED) +%s) EMULATOR='$(EMULATOR)' python3 src/package/wheel.py $(VERSION) \
	    $(patsubst qkv-$(VERSION)-py3-none-%.whl,%,$(@F)) $(BUILD)/static/stripped $@ \
	    share/man/man1/qkv.1=$(BUILD)/qkv.1

# Jupyter is 200 MB, so no part of .ci/run.
check-notebook: wheel ## the wheel in a real Jupyter, in an environment in the build folder
	@test -e $(BUILD)/jupyter/ready || { python3 -m venv $(BUILD)/jupyter && \
	    $(BUILD)/jupyter/bin/pip install -q jupyter && touch $(BUILD)/jupyter/ready; }
	@$(BUILD)/jupyter/bin/pip install -q --no-index --force-reinstall $(WHEEL)
	@PYTHONDONTWRITEBYTECODE=1 $(BUILD)/jupyter/bin/python tests/package.py $(BUILD)/jupyter/bin/qkv nearby
	@$(BUILD)/jupyter/bin/python tests/notebook.py $(BUILD)/jupyter/pages

# --- installing -----------------------------------------------------------------------------------

$(BUILD)/qkv.1: $(BIN)
	@$(EMULATOR) $(BIN) --man >$@
$(BUILD)/qkv.bash $(BUILD)/qkv.zsh $(BUILD)/qkv.fish: $(BUILD)/qkv.%: $(BIN)
	@$(EMULATOR) $(BIN) --completion $* >$@
$(BUILD)/libqkv.3: src/core/libqkv.3 $(BUILD)/flags
	@sed 's/@VERSION@/$(VERSION)/; s/@RELEASED@/$(RELEASED)/' $< >$@
$(BUILD)/qkv.pc: $(BUILD)/prefix src/core/qkv.h
	@printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$${prefix}/lib' 'includedir=$${prefix}/include' '' 'Name: qkv' \
	    'Description: self-attention in the open' 'Version: $(VERSION)' 'Cflags: -I$${includedir}' \
	    'Libs: -L$${libdir} -lqkv -lm' >$@

PLACE = $(DESTDIR)$(PREFIX)
# Where each file that is neither a lesson nor a header goes.
PLACES = bin/qkv lib/libqkv.a lib/pkgconfig/qkv.pc share/man/man1/qkv.1 share/man/man3/libqkv.3 \
    share/bash-completion/completions/qkv share/zsh/site-functions/_qkv share/fish/vendor_completions.d/qkv.fish
EXAMPLES := $(patsubst %,tests/install/%.c,header where softsign stages forwards)
INSTALLED := $(BIN) $(LIBRARY) $(addprefix $(BUILD)/,qkv.pc qkv.1 libqkv.3 qkv.bash qkv.zsh qkv.fish)

install: $(INSTALLED) ## into PREFIX (/usr/local), under DESTDIR
	install -d $(sort $(dir $(PLACES:%=$(PLACE)/%)) $(PLACE)/share/qkv/lessons/reference/ $(PLACE)/share/qkv/examples/ \
	    $(PLACE)/include/)
	install -m 644 $(EXAMPLES) $(PLACE)/share/qkv/examples
	install -m 644 $(LESSONS) $(DATA) $(PLACE)/share/qkv/lessons
	install -m 644 lessons/reference/README.md $(PLACE)/share/qkv/lessons/reference
	install -m 644 $(PUBLIC) $(PLACE)/include
	[ ! -e $(BUILD)/page/one.html ] || { install -d $(PLACE)/share/qkv/page && \
	    install -m 644 $(BUILD)/page/* $(PLACE)/share/qkv/page; }
	set -- $(PLACES:%=$(PLACE)/%); for f in $(INSTALLED); do \
	    install -m 644 $$f "$$1" || exit; shift; done
	chmod 755 $(PLACE)/bin/qkv

uninstall: ## take away what install put there
	rm -f $(PLACES:%=$(PLACE)/%) $(PUBLIC:src/core/%=$(PLACE)/include/%)
	rm -rf $(PLACE)/share/qkv

check-install: $(INSTALLED) ## what make install puts in place, used from outside of this folder
	@rm -rf $(BUILD)/installed
	@$(MAKE) -s install DESTDIR='$(abspath $(BUILD))/installed'
	@sh tests/install.sh '$(abspath $(BUILD))/installed' '$(PREFIX)' '$(CC) $(CFLAGS) $(LDFLAGS)'
	@$(MAKE) -s uninstall DESTDIR='$(abspath $(BUILD))/installed'
	@! find $(BUILD)/installed -type f | grep . || { echo 'make uninstall leaves these' >&2; false; }

# --- releasing ------------------------------------------------------------------------------------

# Each file is the same bytes whenever and by whomever it is made of a commit with the same tools: names are sorted, nobody
# owns anything, all of it is as old as the commit (SOURCE_DATE_EPOCH), and no folder of the machine is named in it.
DIST := $(BUILD)/dist
NAMED := qkv-$(VERSION)
EPOCH = $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null || date -u -d $(RELEASED) +%s))
packed = tar --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime=@$(EPOCH) --format=ustar
# Debian's packages, where its tools are.
DEBS := $(if $(shell command -v dpkg-shlibdeps),$(patsubst %,$(DIST)/%_$(VERSION)-1_$(shell dpkg --print-architecture).deb, \
    qkv $(subst .so.,,$(SONAME)) libqkv-dev))
HANDED_ON = $(addprefix $(DIST)/$(NAMED),.tar.gz -$(MACHINE) -libqkv-$(MACHINE).tar.gz \
    $(if $(wildcard $(BUILD)/page/one.html),-page.zip)) $(WHEEL) $(DEBS)

release: ## the files that are handed on, in build/dist: source, a program of one file, the library, the page, wheel, Debian's packages
	@rm -rf $(DIST)
	+@if command -v emcc >/dev/null; then $(MAKE) --no-print-directory web; else \
	    echo 'release: without the page, which needs emscripten'; fi
	+@$(MAKE) --no-print-directory $(DIST)/SHA256SUMS
	@cat $(DIST)/SHA256SUMS
	@[ -e LICENSE ] || echo 'release: a licence is missing: until there is one, nobody may pass these files on'

$(DIST)/SHA256SUMS: $(HANDED_ON)
	@cd $(@D) && sha256sum $(^F) >$(@F)

# Of the commit at hand; of the tree where there is no git.
$(DIST)/$(NAMED).tar.gz: always
	@mkdir -p $(@D)
	@if git rev-parse --verify -q HEAD >/dev/null 2>&1; then git archive --format=tar --prefix=$(NAMED)/ HEAD; else \
	    $(packed) --exclude=./$(BUILD) --transform='s,^\.,$(NAMED),' -cf - .; fi | gzip -9n >$@

$(DIST)/$(NAMED)-$(MACHINE): $(BUILD)/static/stripped
	@mkdir -p $(@D)
	@cp $< $@

# A folder that may lie anywhere: qkv.pc says where its things are from where it is itself.
LIBRARY_FOLDER := $(BUILD)/handed/$(NAMED)-libqkv
$(DIST)/$(NAMED)-libqkv-$(MACHINE).tar.gz: $(LIBRARY) $(BUILD)/qkv.pc $(BUILD)/libqkv.3 $(PUBLIC) $(EXAMPLES) always
	@mkdir -p $(@D)
	+@$(MAKE) --no-print-directory BUILD=$(BUILD)/shared NEEDS= CFLAGS='$(CFLAGS) -fPIC' $(BUILD)/shared/libqkv.so
	@rm -rf $(LIBRARY_FOLDER)
	@install -d $(addprefix $(LIBRARY_FOLDER)/,include lib/pkgconfig share/man/man3 share/qkv/examples)
	@install -m 644 $(PUBLIC) $(LIBRARY_FOLDER)/include
	@install -m 644 $(BUILD)/libqkv.3 $(LIBRARY_FOLDER)/share/man/man3
	@install -m 644 $(EXAMPLES) $(LIBRARY_FOLDER)/share/qkv/examples
	@sed 's,^prefix=.*,prefix=$${pcfiledir}/../..,' $(BUILD)/qkv.pc >$(LIBRARY_FOLDER)/lib/pkgconfig/qkv.pc
	@$(STRIP) -g -D -R .comment -o $(LIBRARY_FOLDER)/lib/libqkv.a $(LIBRARY)
	@$(STRIP) -s $(STRIPPED) -o $(LIBRARY_FOLDER)/lib/libqkv.so.$(VERSION) $(BUILD)/shared/libqkv.so
	@chmod 644 $(LIBRARY_FOLDER)/lib/libqkv.so.$(VERSION)
	@ln -s libqkv.so.$(VERSION) $(LIBRARY_FOLDER)/lib/$(SONAME)
	@ln -s $(SONAME) $(LIBRARY_FOLDER)/lib/libqkv.so
	@$(packed) -C $(dir $(LIBRARY_FOLDER)) -cf - $(notdir $(LIBRARY_FOLDER)) | gzip -9n >$@

# What make install lays down. cmark is inside the program: its package has another name in each version of Debian.
deb: $(DEBS) ## packages of Debian, in build/dist: apt install ./build/dist/*.deb
	@[ '$(DEBS)' ] || echo 'deb: this needs dpkg-deb and dpkg-shlibdeps, of the packages dpkg and dpkg-dev'
$(BUILD)/deb/file.o: src/base/file.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(Q)$(CC) $(FLAGS) '-DQKV_SHARE="/usr/share/qkv"' -c $< -o $@
$(BUILD)/deb/qkv: private CMARK := -l:libcmark.a
$(BUILD)/deb/qkv $(BUILD)/libqkv.so: private LDFLAGS += -Wl,-z,relro,-z,now
$(BUILD)/deb/qkv: $(filter-out $(BUILD)/obj/src/web/% %/base/file.c.o,$(CODE)) $(BUILD)/deb/file.o
ROOT := $(BUILD)/deb/root
$(word 1,$(DEBS)): $(BUILD)/deb/qkv $(DIST)/$(NAMED)-libqkv-$(MACHINE).tar.gz src/package/deb.sh always
	@rm -rf $(ROOT)
	+@$(MAKE) -s install PLACE=$(ROOT)/usr >/dev/null
	@$(STRIP) -s $(STRIPPED) -o $(ROOT)/usr/bin/qkv $<
	@cp -d $(LIBRARY_FOLDER)/lib/libqkv.* $(ROOT)/usr/lib
	@sed -i 's,^prefix=.*,prefix=/usr,' $(ROOT)/usr/lib/pkgconfig/qkv.pc
	@sh src/package/deb.sh $(VERSION) $(EPOCH) $(ROOT) $(DIST)
$(wordlist 2,3,$(DEBS)): $(word 1,$(DEBS))

$(DIST)/$(NAMED)-page.zip: tests/pack.py always
	@mkdir -p $(@D)
	@python3 $< zip $(BUILD)/web $(NAMED)-page $(EPOCH) >$@

check-release: ## make release, and what it made in clean places
	+@sh tests/release.sh $(BUILD)

clean: ## remove the build folder
	rm -rf $(BUILD)

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /    \1: /p' Makefile
	@echo 'BUILD CC CFLAGS LDFLAGS PREFIX DESTDIR are heeded; WERROR=1 is strict; V=1 shows commands.'

.PHONY: all run static release check-release wheel deb check check-notebook web check-web faults fuzz signals check-html check-install check-arm check-deb check-fresh check-torch check-newest check-trained bench unit \
    rooms digits snapshots asan msan times torture tsan valgrind lint analyze format install uninstall clean help always
.PRECIOUS: $(BUILD)/modules/%.c
.DELETE_ON_ERROR:
.SUFFIXES:

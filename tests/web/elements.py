"""The view of elements: a number is asked by mouse, keys and touch; nothing moves when it is; what stands there can be read."""

import os
import pathlib
import subprocess
import tempfile
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from page import MARKUP, Page, expect

SIZES = ((360, 740), (800, 600), (1280, 800), (1920, 1080))
PLACES = ("", "#00/0", "#01/5.1", "#01/5.1/x2,x2", "#05/3.1", "#08/3.2", "#09/6.1/she,Anna", "#13/7.1", "#20/3", "#27/4.1", "#30/8.4")


def cell(page, row, column, table=-1):
    tables = page.browser.find_elements(By.CSS_SELECTOR, "#p-step table")
    return tables[table].find_element(By.CSS_SELECTOR, f"tbody tr:nth-child({row}) td:nth-of-type({column})")


def expect_number(page, *parts):
    text = page.part("number")
    for part in parts:
        expect(part in text, part, "is not in", repr(text))


def a_cell_is_clicked(address, _):
    with Page(1280, 800) as page:
        page.open(address + "#01/5.1")
        cell(page, 2, 2).click()
        expect_number(page, "weights[x2, x2]", "0.98200", "made of")
        page.browser.find_element(By.CSS_SELECTOR, "#p-number .lnk").click()
        expect_number(page, "scores[x2, x1]", "the sum of all 3 = 4")
        page.keys("q", "q")
        expect(page.part("number").strip() == "", "the page of the number is still there")
        page.must_not_complain()


def a_cell_is_asked_by_keys_alone(address, _):
    with Page(1280, 800) as page:
        page.open(address + "#01/5.1")
        for _ in range(20):
            page.keys(Keys.TAB)
            if page.run("return document.activeElement.matches('td')"):
                break
        page.keys(Keys.DOWN, Keys.RIGHT)
        expect(page.run("return document.activeElement.matches('td.at')"), "the focus is not on the number pointed at")
        where = page.run("return document.activeElement.textContent")
        page.keys(Keys.ENTER)
        expect_number(page, "[x2, x2]", where)
        page.keys(Keys.ESCAPE)
        expect(page.run("return document.activeElement.matches('td')"), "the focus is lost:",
               page.run("return document.activeElement.outerHTML.slice(0, 80)"))
        page.must_not_complain()


def a_cell_is_touched(address, _):
    with Page(360, 740, touch=True) as page:
        page.open(address + "#09/6.1")
        target = cell(page, 5, 1)
        ActionChains(page.browser).move_to_element(target)
        page.run("arguments[0].scrollIntoView({block: 'center'})", target)
        x, y = page.run("const b = arguments[0].getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]", target)
        touch = {"touchPoints": [{"x": x, "y": y}]}
        page.command("Input.dispatchTouchEvent", {"type": "touchStart", **touch})
        page.command("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait("the number", "document.getElementById('p-number').textContent.includes('she, Anna')")
        words = page.run("return [...document.querySelectorAll('#p-bar button span')].filter(b => b.offsetWidth).map(b => b.textContent)")
        expect("Back" in words and "More" in words, words)
        small = page.run("""return [...document.querySelectorAll('#p-bar button, #p-number button:not(.lnk), #p-step td[data-n]')]
            .filter(b => b.offsetWidth && Math.min(b.offsetWidth, b.offsetHeight) < 36).map(b => b.textContent)""")
        expect(not small, "small for a finger:", small)


def hovering_tells_and_lights(address, _):
    with Page(1280, 800) as page:
        page.open(address + "#09/5.1")
        before = page.part("readout")
        ActionChains(page.browser).move_to_element(cell(page, 5, 1)).perform()
        expect("scores[she, Anna] = 24.0" in page.part("readout") and "3*8" in page.part("readout"), page.part("readout"))
        lit = page.run("return [...document.querySelectorAll('td.lit')].map(c => c.textContent)")
        expect(lit == ["2", "3", "0", "0", "8", "0"], "lit:", lit)
        ActionChains(page.browser).move_to_element(page.browser.find_element(By.ID, "brand")).perform()
        expect(page.part("readout") == before, "what was said stays", page.part("readout"))
        page.must_not_complain()


def nothing_moves_when_a_number_is_asked(address, _):
    boxes = """return [...document.querySelectorAll('#p-step td, #p-step pre, #p-text h1')].map(e => {
        const b = e.getBoundingClientRect(); return [Math.round(b.x), Math.round(b.y), Math.round(b.width)]; })"""
    for width, height in ((1280, 800), (1920, 1080)):
        with Page(width, height) as page:
            page.open(address + "#09/6.1")
            before = page.run(boxes)
            cell(page, 5, 1).click()
            expect(page.run(boxes) == before, width, "the page of a number moves the step")
            page.keys(Keys.RIGHT)
            page.browser.find_elements(By.CSS_SELECTOR, "#p-number [role=tab]")[1].click()
            expect(page.run(boxes) == before, width, "a tab moves the step")
            page.keys("q")
            expect(page.run(boxes) == before, width, "closing it moves the step")


def what_if_has_a_field(address, _):
    with Page(1280, 800) as page:
        page.open(address + "#09/5.1/she,Anna")
        page.keys("q", "=")
        expect(page.run("return document.activeElement.id") == "prompt-line", "the field has no focus")
        page.keys("10", Keys.ENTER)
        page.wait("the change", "document.querySelector('#p-step td.changed')")
        changed = page.run("return [...document.querySelectorAll('#p-step td.changed')].map(c => c.textContent)")
        expect(changed == ["10, was 24"], changed)
        page.keys("?", "contents")
        page.wait("suggestions", "[...document.querySelectorAll('#p-prompt .row')].some(r => r.textContent.startsWith('contents'))")
        page.browser.find_element(By.CSS_SELECTOR, "#p-prompt .row").click()
        expect("contents" in page.part("number").lower(), page.part("number")[:80])
        page.must_not_complain()


WRITTEN = """# Mine

## A function

```python
import torch

def scores_of(x):
    keys = x.T
    return x @ keys

x = torch.tensor([[1., 2.], [3., 5.]])
scores = scores_of(x)
```
"""


def pointed_at(page):
    return page.run("return document.querySelector('#p-step .hand .row :is(span, code)').textContent")


def heading_is_in_sight(page):
    return page.run("""const h = document.querySelector('#p-text h1').getBoundingClientRect();
        return h.top >= document.querySelector('.top').offsetHeight && h.bottom < innerHeight""")


def an_answer_is_typed(address, _):
    """The field opens and judges below the exercise: its heading and the line that is asked for stay in sight."""
    for width, height in ((1280, 800), (360, 740)):
        with Page(width, height, touch=width == 360) as page:
            page.open(address + "#13/3.1")
            page.keys("x", Keys.ENTER)
            expect("___" in pointed_at(page) and heading_is_in_sight(page), width, "the field hides what it is about")
            words = page.run("return [...document.querySelectorAll('#p-bar button span')].filter(b => b.offsetWidth).map(b => b.textContent)")
            expect("Judge" in words and "Close" in words, width, words)
            page.keys("split", Keys.ENTER)
            expect("should be" in page.part("prompt") and heading_is_in_sight(page), width, page.part("prompt"))
            page.keys(".transpose(0, 1)", Keys.ENTER)
            expect("Right." in page.part("step"), page.part("step"))
            page.must_not_complain()


def lines_are_put_in_order(address, _):
    """By the buttons alone, as a finger would: a line is taken up, carried, put down; all are judged, and can be right."""
    with Page(360, 740, touch=True) as page:
        page.open(address + "#13/3.1")
        page.run("done(call('line', 'number', 'practice order'))")
        expect("Put the lines in order" in page.part("text"), page.part("text"))

        def button(word):
            found = [b for b in page.browser.find_elements(By.CSS_SELECTOR, "#p-bar button") if b.text == word]
            expect(found, word, "is no button:", page.part("bar"))
            wide = page.run("const b = arguments[0].getBoundingClientRect(), s = arguments[0].firstChild;"
                            "return [b.right, innerWidth, s.scrollWidth - s.offsetWidth]", found[0])
            expect(wide[0] <= wide[1] and wide[2] <= 0, word, "is cut", wide)
            found[0].click()

        def lines():
            return page.run("return [...document.querySelectorAll('#p-step .rows li > :is(span:not(.grip), code), #p-step .row > :first-child')].map(s => s.textContent)")

        right = ["query_rows = queries.reshape(4, 2, 2)", "q = query_rows.transpose(0, 1)", "key_rows = keys.reshape(4, 2, 2)",
                 "k = key_rows.transpose(0, 1)", "scores = q @ k.transpose(1, 2)"]
        for line in right:
            row = [r for r in page.browser.find_elements(By.CSS_SELECTOR, "#p-step .row") if r.text.split("\n")[0] == line][0]
            row.click()
            expect(pointed_at(page) == line and "in hand" in page.part("step"), page.part("step"))
            for _ in range(40):
                now = lines()
                if now.index(line) < now.index("put aside:") and all(now.index(a) < now.index(line) for a in right[:right.index(line)]):
                    break
                button("Up")
            button("Put down")
        expect("Right." in page.part("step"), page.part("step"))
        page.must_not_complain()


def lines_are_dragged(address, _):
    """By a mouse, at any place of a line, and by a finger at its grip: one of the two is judged, and is right."""
    right = ["scores_1 = queries @ keys.T", "scaled_1 = scores_1 / math.sqrt(4)", "weights_1 = torch.softmax(scaled_1, dim=-1)",
             "context_1 = weights_1 @ values"]
    box = """const b = arguments[0].getBoundingClientRect(); return [b.x + b.width / 2, b.y, b.bottom]"""
    for width, height in ((1280, 800), (360, 740)):
        with Page(width, height, touch=width == 360) as page:
            page.open(address + "#13/2.1")
            page.run("done(call('line', 'number', 'practice order'))")

            def place(text):
                return page.run("return placesOfLines().findIndex(li => li.textContent.startsWith(arguments[0]))", text)

            def drag(text, to):
                line = page.run("return placesOfLines()[arguments[0]]", place(text))
                over = page.run(box, page.run("return placesOfLines()[arguments[0]]", to))
                start = page.run(box, page.run("return arguments[0].querySelector('.grip')", line) if width == 360 else line)
                way = [(start[0], start[1] + 12), (start[0], start[1] + 2), (start[0], over[1] + 2)]
                for i, (x, y) in enumerate(way):
                    if width == 360:
                        page.command("Input.dispatchTouchEvent", {"type": "touchMove" if i else "touchStart", "touchPoints": [{"x": x, "y": y}]})
                    else:
                        page.command("Input.dispatchMouseEvent", {"type": "mouseMoved" if i else "mousePressed", "x": x, "y": y,
                                                                 "button": "left", "buttons": 1, "clickCount": 1})
                expect(page.run("return document.querySelectorAll('.dragged, .drop').length") >= 1, "no line is dragged")
                if width == 360:
                    page.command("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
                else:
                    page.command("Input.dispatchMouseEvent", {"type": "mouseReleased", "x": x, "y": y, "button": "left", "clickCount": 1})
                time.sleep(0.1)

            for i, line in enumerate(right):
                drag(line, i)
                expect(place(line) == i, width, line, "is at", place(line), "not", i, page.part("step"))
            expect("Right." in page.part("step") and "Right." in page.run("return document.getElementById('p-readout').textContent"),
                   width, page.part("step"))
            page.must_not_complain()


def nothing_is_cut(address, _):
    """The words of the buttons and the tabs, with a change and on a number; on a phone, the first matrix of a step is in sight."""
    cut = """const off = (b, e) => { const box = e.getBoundingClientRect(), s = e.querySelector('span') || e;
            return box.width && (box.right > innerWidth + 1 || box.left < 0 || s.scrollWidth > s.clientWidth + 1 && getComputedStyle(s).overflow === 'hidden'); };
        return [...document.querySelectorAll('#p-bar button, .tabs button')].filter(e => off(0, e)).map(e => e.textContent)"""
    for width, height in SIZES:
        with Page(width, height, touch=width == 360) as page:
            for place in ("#09/6.1", "#09/6.1/she,Anna", "#27/6.1", "#08/3.2", "#09/5.1?change=scores%5Bshe%2C%20Anna%5D%20%3D%2010"):
                page.open(address + place)
                found = page.run(cut)
                expect(not found, width, place, found)
                words = page.run("return [...document.querySelectorAll('#p-bar button span')].filter(b => b.offsetWidth).map(b => b.textContent)")
                expect(words[-1] == "More", width, place, words)
            for place in ("#01/1.1", "#01/5.1", "#09/6.1") if width == 360 else ():
                page.open(address + place)
                bottom = page.run("return Math.min(...[...document.querySelectorAll('#p-step table')].map(t => t.getBoundingClientRect().bottom))")
                expect(bottom < height - 60, place, "the first matrix ends at", bottom)


def signs_are_explained(address, _):
    with Page(1280, 800) as page:
        for place, words in (("#09/6.1", "~0, ~1: not exactly"), ("#01/5.1", "~0: not exactly"), ("#01/4.1", "")):
            page.open(address + place)
            said = page.run("return [...document.querySelectorAll('#p-step .near')].map(p => p.textContent).join()")
            expect(said.startswith(words) and bool(said) == bool(words), place, said)
        page.open(address + "#01/0")
        expect("Practice" not in page.part("bar"), page.part("bar"))
        page.open(address + "#01/5.1")
        expect("Practice" in page.part("bar"), page.part("bar"))


def several_lines_are_written(address, _):
    """A box of several lines: what is wrong is said, what is right is, and each exercise has a text of its own."""
    with Page(1280, 800) as page:
        page.open(address)
        page.drop("mine.md", WRITTEN)
        page.wait("the lesson", "document.title.includes('Mine')")
        page.run("done(call('line', 'number', 'practice write'))")
        box = page.browser.find_element(By.ID, "essay-text")

        def judge(text):
            box.clear()
            box.send_keys(text)
            page.browser.find_element(By.CSS_SELECTOR, "#essay button").click()
            return page.part("step")

        said = judge("def scores_of(x):\n    return x @ x")
        expect("Right." not in said and "scores" in said, said)
        expect(page.run("return document.querySelector('[role=status]#p-readout').textContent") in said, "the verdict is not announced")
        code = page.run("return [...document.querySelectorAll('#p-step .rows code')].map(c => c.textContent)")
        expect(any("[" in line for line in code), "what came out is no code:", code)
        said = judge("def scores_of(x):\nreturn x @ x.T")
        expect("line 2" in said, said)
        said = judge("def scores_of(x):\n    return x @ x.T")
        expect("Right." in said, said)
        expect(box.get_attribute("value").count("\n") == 1, "what was written is gone:", repr(box.get_attribute("value")), page.part("head"))
        page.run("done(call('line', 'number', 'lesson 27'))")
        page.wait("lesson 27", "document.title.includes('Mask')")
        page.run("done(call('line', 'number', 'practice write'))")
        expect(page.part("text").startswith("Write") and box.get_attribute("value") == "", page.part("text"))
        page.must_not_complain()


def answers_are_taken_along(address, program):
    """What was done here is a file that `qkv mark` judges: a line, lines in order, a function; what is wrong is not in it."""
    judged = [("13", "13-many-heads-practice.py", ["practice fill", "practice weights_1 @ keys", "practice weights_1.matmul(values)"], 0),
              ("13", "13-many-heads-practice.py", ["practice order", "practice 4 2 5 6"], 1),
              ("mine.md", "mine-practice.py", ["practice write", "practice def scores_of(y):\n    return y @ y.T\n"], 1)]
    with tempfile.TemporaryDirectory() as folder, Page(1280, 800) as page:
        page.command("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder})
        pathlib.Path(folder, "mine.md").write_text(WRITTEN)
        page.open(address)
        page.browser.find_element(By.ID, "take").click()
        expect("Open a lesson first" in page.note(), page.note())
        for lesson, name, lines, held in judged:
            if lesson == "13":
                page.open(address + "#13/2.1")
            else:
                page.drop("mine.md", WRITTEN)
                page.wait("the lesson", "document.title.includes('Mine')")
            for line in lines:
                page.run("done(call('line', 'number', arguments[0]))", line)
            page.browser.find_element(By.ID, "take").click()
            path = pathlib.Path(folder, name)
            for _ in range(200):
                if path.exists():
                    break
                time.sleep(0.05)
            expect(f"qkv mark {name[:-12]} {name}" in page.note(), page.note())
            marked = subprocess.run([pathlib.Path(program).resolve(), "mark", lesson, name], cwd=folder, capture_output=True, text=True)
            expect(marked.stdout.startswith(f"{name}: {held} of "), name, "is judged", marked.stdout, marked.stderr, path.read_text())
            if len(lines) == 3:
                expect("\nweights_1 = ___\ncontext_1 = weights_1.matmul(values)\n" in path.read_text(), path.read_text())
            path.unlink()
            page.run("save()")
        page.must_not_complain()


def nothing_is_wider_than_the_window(address, _):
    for width, height in SIZES:
        with Page(width, height, touch=width == 360) as page:
            for place in PLACES:
                page.open(address + place)
                wide = page.run("return [document.documentElement.scrollWidth, innerWidth]")
                expect(wide[0] <= width, place, "is", wide, "wide")
            page.must_not_complain()


def what_is_cut_is_reached_by_keys(address, _):
    """Tab stops at a picture that is wider than its place and has nothing to press in it, and arrows scroll that."""
    with Page(360, 740, touch=True) as page:
        page.open(address + "#02/12.1")
        page.keys(*"iiiii")
        wide = """return [...document.querySelectorAll("#elements .scroll, #elements pre")]
            .filter(e => e.offsetParent && e.scrollWidth > e.clientWidth)"""
        expect(page.run(wide + ".length"), "nothing is cut")
        missed = page.run(wide + ".filter(e => e.tabIndex < 0 && !e.querySelector('a, button, td[tabindex=\"0\"]')).map(e => e.className)")
        expect(not missed, "Tab does not come to", missed)
        page.run(wide + ".find(e => e.tabIndex === 0).focus()")
        heading = page.part("number").split("\n")[0]
        page.keys(*[Keys.RIGHT] * 5)
        time.sleep(0.3)
        expect(page.run("return document.activeElement.scrollLeft"), "an arrow does not scroll it")
        expect(page.part("number").split("\n")[0] == heading, "an arrow points at another number")
        page.must_not_complain()


def all_lessons_are_walked(address, _):
    """Space by Space through all of them, as fast as a reader can press it."""
    with Page(1280, 800) as page:
        page.open(address + "#00/0")
        page.brings_all()
        steps, slow, took, wrong = page.run("""let steps = 0, slow = 0, sum = 0; const wrong = [];
            for (; steps < 6000 && !call("message", "string").includes("last step of the last lesson"); steps++) {
                const began = performance.now();
                document.body.dispatchEvent(new KeyboardEvent("keydown", {key: " ", bubbles: true}));
                const took = performance.now() - began;
                sum += took;
                slow += took > 20;
                if (!document.querySelector("#p-text h1") || !document.querySelector("#p-bar .first"))
                    wrong.push(call("place", "string"));
            }
            return [steps, slow, sum, wrong.slice(0, 5)]""")
        expect(steps > 1000 and not wrong, steps, wrong, page.part("head"))
        mean = took / steps
        print(f"{steps} steps as elements, {mean:.1f} ms a step, {slow} over 20 ms")
        expect(mean < 25, "a key takes", mean, "ms")  # 4.9 to 10.6, on two cores with a load of 5.6 to 12.8
        page.must_not_complain()


def elements_can_be_read(address, _):
    """Contrast of at least 4.5 of all text on several pages, in both schemes."""
    script = """const channel = c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
        const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
        const paint = css => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = css; canvas.fillRect(0, 0, 1, 1);
            return [...canvas.getImageData(0, 0, 1, 1).data]; };
        const light = rgb => [0.2126, 0.7152, 0.0722].reduce((s, w, i) => s + w * channel(rgb[i]), 0);
        const ground = e => { for (; e; e = e.parentElement) { const c = paint(getComputedStyle(e).backgroundColor);
            if (c[3] === 255) return c; } return [255, 255, 255]; };
        const low = [];
        for (const e of document.querySelectorAll("#elements *")) {
            const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
            if (!own || !e.offsetWidth || getComputedStyle(e).visibility === "hidden" || e.closest(".vh"))
                continue;
            const [a, b] = [light(paint(getComputedStyle(e).color)), light(ground(e))];
            const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            if (contrast < 4.5)
                low.push(e.tagName + "." + e.className + " " + e.textContent.slice(0, 20) + " " + contrast.toFixed(2));
        }
        return low"""
    for dark in (False, True):
        with Page(1280, 800, dark) as page:
            for place in PLACES:
                page.open(address + place)
                low = page.run(script)
                expect(not low, place, "dark" if dark else "light", low[:3])


def markup_stays_text_in_elements(address, _):
    lesson = f"# {MARKUP}\n\n{MARKUP} and [a link](javascript:window.ran=1), <b>bold</b>.\n\n## {MARKUP}\n\n```python\nimport torch\n\n" \
             f"#| rows: <b>a</b> </td><script>window.ran=1</script>\n#| cols: <i>x</i> &lt;\nx = torch.tensor([[1., 2.], [3., 4.]])\n" \
             f"print({MARKUP!r})\ntext = {MARKUP!r}\n```\n"
    with Page(1280, 800) as page:
        page.open(address)
        page.drop("hostile.md", lesson)
        page.wait("the lesson", "document.title.includes('<img')")
        elements = "return document.querySelectorAll('img, iframe, #elements i:not([class]), #elements script, #elements [style], a[href^=java]').length"
        for key in (Keys.SPACE, Keys.SPACE, Keys.ENTER, "i", "i", "q", "t", "q", Keys.SPACE, "?"):
            page.keys(key)
            expect(page.run(elements) == 0, "an element of the lesson's, after", repr(key))
        expect(not page.run("return window.ran"), "a lesson ran something")
        expect("<img" in page.part("head"), page.part("head"))
        page.must_not_complain()


def words_of_the_field_are_explained(address, _):
    with Page(1280, 800) as page:
        page.open(address + "#41/4")
        page.wait("what explains them", "document.querySelector('script[src*=words]')")
        time.sleep(0.5)
        page.keys("n")
        words = page.browser.find_elements(By.CSS_SELECTOR, "#p-text .gloss")
        expect([w.text for w in words][:2] == ["Softmax", "logits"], [w.text for w in words])
        words[1].click()
        expect_number(page, "logit", "softmax makes")
        next(row for row in page.browser.find_elements(By.CSS_SELECTOR, "#p-number .row") if "22." in row.text).click()
        expect("22 " in page.part("head"), page.part("head"))
        page.keys("q")
        expect("41 " in page.part("head"), page.part("head"))
        page.must_not_complain()


def the_terminal_is_a_choice(address, _):
    with Page(1280, 800) as page:
        page.open(address + "#01/5.1")
        page.browser.find_element(By.ID, "view").click()
        page.wait("the screen", "document.querySelector('#screen .row')")
        expect("stage 5/12" in page.text(), page.text()[:200])
        page.keys("t", Keys.DOWN, Keys.ENTER)
        there = page.run("return call('place', 'string')")
        page.browser.find_element(By.ID, "view").click()
        expect("stage 6/12" in page.part("head") and page.run("return call('place', 'string')") == there, page.part("head"), there)
        page.run("keep(KEPT_VIEW, 'terminal')")
        page.open(address + "#01/5.1")
        expect(page.run("return document.body.className") == "terminal", "the choice is not kept")


TESTS = [a_cell_is_clicked, a_cell_is_asked_by_keys_alone, a_cell_is_touched, hovering_tells_and_lights,
         nothing_moves_when_a_number_is_asked, what_if_has_a_field, an_answer_is_typed, lines_are_put_in_order,
         lines_are_dragged, nothing_is_cut, signs_are_explained, several_lines_are_written, answers_are_taken_along,
         nothing_is_wider_than_the_window, what_is_cut_is_reached_by_keys, all_lessons_are_walked, elements_can_be_read,
         markup_stays_text_in_elements, words_of_the_field_are_explained, the_terminal_is_a_choice]

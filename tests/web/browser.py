"""The page of `make web` in a real browser: Chromium without a window, driven by Selenium.

    browser.py build/web build/qkv [--pictures FOLDER]

Each test is a function; what it says is wrong is printed, and the exit status is 1. The screens of all lessons
are those that the program prints of the same keys (--script). With --pictures they are kept at 360, 800
and 1600 pixels, light and dark, for eyes.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import elements
import guest
import home
from page import MARKUP, Page, expect, served

HOSTILE = f"""# {MARKUP}

<!-- note: {MARKUP} -->

{MARKUP} and [a link](javascript:window.ran=1), <b>bold</b>.

<details><summary>{MARKUP}?</summary>

{MARKUP}

</details>

## {MARKUP}

```python
import torch

#| rows: <b>a</b> </pre><script>window.ran=1</script>
#| cols: <i>x</i> &lt;
x = torch.tensor([[1., 2.], [3., 4.]])
print({MARKUP!r})
text = {MARKUP!r}
```
"""
NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "metadata": {}, "source": ["# A notebook of mine"]},
        {"cell_type": "code", "metadata": {}, "execution_count": 1, "outputs": [],
         "source": ["import torch\n", "x = torch.tensor([[1., 2.], [3., 5.]])\n", "y = x @ x.T"]},
    ],
    "metadata": {}, "nbformat": 4, "nbformat_minor": 5,
}
# Output of PyTorch for lesson 01 without the division or with another axis would do: any numbers.
PRINTOUT = "tensor([[0.0634, 0.4683, 0.4683],\n        [0.0000, 0.9820, 0.0180],\n        [0.0003, 0.8805, 0.1192]])\n"
STYLES = "text title bar heading strong emphasis code label faint operand other result selected error".split()


# --- the tests ------------------------------------------------------------------------------------------


def every_lesson_forward(address, program):
    """Each screen that Space comes to is the one that the program prints."""
    with Page() as page:
        page.open(address)
        page.brings_all()
        size = page.run("return [frame.width, frame.height]")
        lessons = [line.split()[0] for line in subprocess.run([program, "list"], check=True, text=True, capture_output=True,
                                                             ).stdout.splitlines() if line.strip()[:2].isdigit()]
        expect(len(lessons) > 20, "lessons:", lessons)
        for lesson in lessons:
            screens = page.run("""call("start", "string", metrics.columns, metrics.rows);
                call("go", "string", arguments[0]); show();
                const lesson = call("place", "string").split("/")[0], found = [];
                const text = () => [...screen_.children].map(r => r.textContent.trimEnd()).join("\\n").trimEnd();
                while (call("place", "string").split("/")[0] === lesson && found.length < 600) {
                    found.push(text());
                    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: " ", bubbles: true}));
                }
                return found;""", lesson)
            printed = subprocess.run([program, lesson, "--no-resume", "--size", f"{size[0]}x{size[1]}", "--script",
                                      " ".join(["Space"] * (len(screens) - 1))], check=True, capture_output=True).stdout
            own = [part.split("\n", 1)[1].rstrip() for part in ("\n" + printed.decode()).split("\n-- ")[1:]]
            for i, (a, b) in enumerate(zip(screens, own)):
                lines = [(x, y) for x, y in zip(a.split("\n"), b.split("\n")) if x != y]
                expect(not lines, f"lesson {lesson}, screen {i}:", lines[:2])
            expect(len(own) == len(screens), f"lesson {lesson}: {len(screens)} screens, the program has {len(own)}")
        page.must_not_complain()


def a_number_is_asked(address, _):
    with Page() as page:
        page.open(address + "#01/5")
        text = page.keys(Keys.SPACE, Keys.DOWN, Keys.RIGHT, Keys.ENTER)
        for part in ("weights[x2, x2] = 0.98200", "exp(16 - 16) = 1", ">0.9820<", "scores[x2, x2]"):
            expect(part in text, part, "is not in", text)


def what_if_and_its_link(address, _):
    with Page() as page:
        page.open(address + "#01/5")
        page.keys(Keys.SPACE, Keys.DOWN, Keys.RIGHT, Keys.ENTER, Keys.ENTER)
        text = page.keys("=", "0", Keys.ENTER, Keys.SPACE)
        expect("*0.9997" in text, "*0.9997 is not in", text)
        place = page.hash()
        expect("change=" in place, "no change in the link", place)
        link = page.browser.current_url
        with Page() as other:
            other.open(link)
            def changed(screen):  # the pointer is no part of the link
                return [line.replace(">", " ").replace("<", " ").split() for line in screen.split("\n") if "*" in line]
            expect(changed(other.text()) == changed(text), "the link shows", other.text())
            other.must_not_complain()


def places_are_links(address, _):
    with Page() as page:
        page.open(address + "#01/5.1/x2,x2")
        expect("stage 5/12" in page.text(), page.text())
        for link, part in (("77", "no lesson 77"), ("01/99.9", ""), ("01/5.1/nobody,x2", ""), ("%00%ff/../..", ""),
                           (MARKUP, ""), ("01/5?change=import os", ""), ("01/5?change=" + "x" * 9000, "")):
            page.run("location.hash = arguments[0]", link)
            page.wait("a sentence", "document.getElementById('note').textContent.length > 8")
            expect(part in page.note() and page.note()[-1] in ".?!", link[:20], "is answered by", page.note())
            page.run("document.getElementById('note').textContent = ''")
        expect(not page.run("return window.ran"), "a link ran something")


def back_and_forward(address, _):
    with Page() as page:
        page.open(address)
        page.keys(Keys.ENTER)
        first = page.hash()
        page.run("location.hash = '02/3'")
        page.wait("lesson 02", "document.title.includes('padded')")
        page.browser.back()
        page.wait("the first lesson", "!document.title.includes('padded')")
        expect(page.hash().split("/")[0] == first.split("/")[0], first, page.hash())
        page.browser.forward()
        page.wait("lesson 02 again", "document.title.includes('padded')")


def back_closes_what_lies_over(address, _):
    """One entry of the history for each level that q would close: the number's page, and the page of a number in it."""
    address = address.replace("?terminal", "")
    over = "return document.getElementById('p-number').innerText.trim().split('\\n')[0]"
    with Page(1280, 800) as page:
        page.open(address + "#00/1")
        page.run("location.hash = '01/5.1'")
        page.wait("lesson 01", "document.title.includes('hand')")
        page.hash()
        entries = page.run("return history.length")
        page.run("document.querySelectorAll('#p-step tbody td')[0].click()")
        first = page.run(over)
        page.browser.find_element(By.CSS_SELECTOR, "#p-number .lnk").click()
        second = page.run(over)
        expect(first and second and first != second, "the pages of two numbers:", first, second)
        expect(page.run("return history.length") == entries + 2, "no entry for each page")
        page.browser.back()
        page.wait("the first number", f"document.getElementById('p-number').innerText.trim().startsWith({json.dumps(first)})")
        page.browser.back()
        page.wait("the step alone", "!document.getElementById('p-number').textContent")
        expect(page.hash().split("?")[0] == "#01/5.1", page.hash())
        page.browser.forward()
        page.wait("the first number again", f"document.getElementById('p-number').innerText.trim().startsWith({json.dumps(first)})")
        page.keys("q")
        page.wait("the step alone", "!document.getElementById('p-number').textContent && history.state.level === 0")
        page.keys("x")  # a page that no link leads to
        page.wait("the exercise", "document.body.dataset.state.includes('practice') && history.state.level === 1")
        page.browser.back()
        page.wait("the step alone", "!document.body.dataset.state.includes('practice')")
        page.browser.forward()
        page.wait("the entry of the step", "history.state.level === 0")
        expect(page.hash().split("?")[0] == "#01/5.1", page.hash())
        page.browser.back()
        page.wait("the first lesson", "!document.title.includes('hand')")
        page.open(address + "#01/5.1/x2,x2")
        page.browser.back()
        page.wait("the step alone", "!document.getElementById('p-number').textContent")
        page.open(address.replace("index.html", "index.html?embed") + "#01/5.1")
        entries = page.run("return history.length")
        page.run("document.querySelectorAll('#p-step tbody td')[0].click()")
        page.wait("the number", "document.getElementById('p-number').textContent")
        page.hash()
        expect(page.run("return history.length") == entries, "a guest left something in the history")
        page.must_not_complain()


def files_are_opened(address, _):
    with Page() as page:
        page.open(address)
        page.drop("mine.ipynb", json.dumps(NOTEBOOK))
        page.wait("the notebook", "document.title.includes('notebook of mine')")
        text = page.keys(Keys.SPACE, Keys.SPACE, Keys.SPACE)
        expect("13" in text and "34" in text, "x @ x.T is not in", text)
        page.drop("mine.py", "import torch\nz = torch.tensor([7., 8.])\nprint(z.sum())\n")
        page.wait("the script", "screen_.textContent.includes('mine.py') || document.title.includes('mine')")
        page.run("location.hash = '01/5'")
        page.wait("lesson 01", "document.title.includes('by hand')")
        page.drop("out.txt", PRINTOUT)
        page.wait("what is said of the numbers", "document.getElementById('report').open")
        expect("weights" in page.run("return document.querySelector('#report pre').textContent"), "the report")
        page.run("document.getElementById('report').close()")
        before = page.text()
        page.run("""document.body.dispatchEvent(Object.assign(new Event("drop", {bubbles: true, cancelable: true}),
            {dataTransfer: {files: [{name: "film.mp4", size: 100 * 1024 * 1024}]}}))""")
        page.wait("the bound", "document.getElementById('note').textContent.includes('10 MB')")
        page.drop("picture.png", "\x89PNG\r\n\x1a\n\0\0 no numbers at all")
        page.wait("a sentence", "!document.getElementById('note').textContent.includes('10 MB')")
        expect(len(page.note()) > 8 and page.text() == before, page.note())
        page.must_not_complain()


def markup_stays_text(address, _):
    with Page() as page:
        page.open(address)
        page.drop("hostile.md", HOSTILE)
        page.wait("the lesson", "document.title.includes('<img')")
        elements = "return document.querySelectorAll('img, iframe, b, i, #screen script, #lines script, #report script').length"
        for _ in range(12):
            page.keys(Keys.SPACE)
            expect(page.run(elements) == 0, "an element of the lesson's")
        expect("<script>" in page.keys("t"), "the contents show no markup as text")
        page.browser.find_element(By.ID, "plain").click()
        expect("<" in page.run("return document.getElementById('told').textContent"), "the line mode shows nothing of it")
        expect(page.run(elements) == 0 and not page.run("return window.ran"), "a lesson ran something")
        page.must_not_complain()


def a_phone_is_wide_enough(address, _):
    with Page(360, 740, touch=True) as page:
        page.open(address + "#01/5.1")
        width, columns, scrolls = page.run(
            "return [document.documentElement.scrollWidth, frame.width, document.documentElement.scrollHeight - innerHeight]")
        expect(width <= 360 and columns >= 40, width, columns)
        expect(scrolls <= 0, "the page is higher than the window by", scrolls)
        buttons = page.browser.find_elements(By.CSS_SELECTOR, "#keys button")
        expect(len(buttons) >= 10, "keys for fingers")
        before = page.text()
        buttons[0].click()
        expect(page.text() != before, "Space does nothing")
        sizes = page.run("return [...document.querySelectorAll('#keys button')].map(b => Math.min(b.offsetWidth, b.offsetHeight))")
        expect(min(sizes) >= 40, "small keys", sizes)
        line = page.browser.find_element(By.ID, "line")
        line.send_keys("goto 4.2", Keys.ENTER)
        expect("stage 4/12" in page.text(), page.text())


def columns_follow_the_window(address, _):
    with Page() as page:
        page.open(address)
        for width, height in ((1600, 900), (1000, 600), (320, 500), (800, 560)):
            sizes = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
            page.command("Emulation.setDeviceMetricsOverride", sizes)
            page.wait("another size", f"innerWidth === {width}")
            time.sleep(0.2)
            columns, wide, right = page.run("""const row = [...screen_.querySelectorAll(".row")].map(r => r.lastChild);
                return [frame.width, document.documentElement.scrollWidth,
                    Math.max(...row.map(r => r ? r.getBoundingClientRect().right : 0))]""")
            expect(40 <= columns <= 125 and wide <= width and right <= width + 1, width, columns, wide, right)


def signs_stand_in_columns(address, _):
    """Each row is as wide as its columns, whatever signs the font has not."""
    with Page() as page:
        for place in ("05/0", "01/0", "10/4", "12/3", "20/3"):
            page.open(address + "#" + place)
            wrong = page.run("""return [...screen_.querySelectorAll(".row")].map(r => {
                const range = document.createRange();
                range.selectNodeContents(r);
                const columns = frame.rows[[...screen_.children].indexOf(r)].reduce((n, run) => n + (run.w || [...run.t].length), 0);
                return [range.getBoundingClientRect().width / metrics.column - columns, r.textContent];
            }).filter(([off]) => Math.abs(off) > 0.5)""")
            expect(not wrong, place, wrong[:2])


def text_can_be_read(address, _):
    """Contrast of at least 4.5, in both schemes, also on the shades of numbers."""
    light_of = """const channel = c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
        const light = rgb => [0.2126, 0.7152, 0.0722].reduce((s, w, i) => s + w * channel(rgb[i]), 0);
        const numbers = css => css.match(/[\\d.]+/g).map(Number);
        const ground = e => { const c = numbers(getComputedStyle(e).backgroundColor);
            return c.length === 4 && c[3] === 0 ? ground(e.parentElement) : c; };
        return arguments[0].map(name => { const e = document.createElement("span"); e.className = name;
            screen_.append(e); const [a, b] = [light(numbers(getComputedStyle(e).color)), light(ground(e))]; e.remove();
            return [name, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)]; })"""
    shades = [f"{side} far-{n}" for side in ("above", "below") for n in range(1, 5)]
    for dark in (False, True):
        with Page(dark=dark) as page:
            page.open(address)
            low = [pair for pair in page.run(light_of, STYLES + shades) if pair[1] < 4.5]
            expect(not low, "dark" if dark else "light", low)


def small_numbers_lie_near_the_ground(address, _):
    """The farther a number is from 0, the farther its shade from the page, in both schemes."""
    light_of = """const channel = c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
        const light = css => css.match(/[\\d.]+/g).slice(0, 3).map(Number)
            .reduce((s, c, i) => s + [0.2126, 0.7152, 0.0722][i] * channel(c), 0);
        const page = light(getComputedStyle(document.body).backgroundColor);
        return arguments[0].map(name => { const e = document.createElement("span"); e.className = name;
            screen_.append(e); const l = light(getComputedStyle(e).backgroundColor); e.remove(); return Math.abs(l - page); })"""
    for dark in (False, True):
        with Page(dark=dark) as page:
            page.open(address)
            for side in ("above", "below"):
                far = page.run(light_of, [f"{side} far-{n}" for n in range(1, 5)])
                expect(far == sorted(far) and far[0] > 0, "dark" if dark else "light", side, far)


SCRIPT = "import torch\n\n#| rows: the dog barks\nx = torch.tensor([[1., 2.], [3., 1.], [0., 2.]])\nscores = x @ x.T\n"


def a_link_carries_a_file(address, _):
    """Copied here, opened in a browser that never saw the file; one that is too long is said to be."""
    grab = """window.copied = ''; Object.defineProperty(navigator, "clipboard",
        {value: {writeText: async text => { window.copied = text; }}, configurable: true});
        document.getElementById("link").click()"""
    with Page() as page:
        page.open(address)
        page.drop("my homework.py", SCRIPT)
        page.wait("the script", "document.title.includes('homework')")
        page.keys(Keys.SPACE, Keys.SPACE)
        page.keys("=")
        page.keys("7", Keys.ENTER)
        here = page.text().splitlines()[:-3]  # without what is said below
        page.run(grab)
        page.wait("the link", "window.copied.includes('file=')")
        link = page.run("return window.copied")
        expect(len(link) < 1000 and "carries my homework.py" in page.note(), link, page.note())
        page.drop("long.py", "import torch\n" + "".join(f"v{i} = {hash((i, 7)) % 10**12}\n" for i in range(3000)))
        page.wait("the long script", "document.title.includes('long')")
        page.run(grab)
        page.wait("a word", "document.getElementById('note').textContent.includes('too long')")
        expect(not page.run("return window.copied"), "a link that opens nothing was copied")
    with Page() as page:
        page.open(link)
        page.wait("the script", "document.title.includes('homework')")
        expect(page.text().splitlines()[:-3] == here, "the link leads elsewhere", page.text(), here)
        page.browser.get(link.replace("file=", "file=x")[:-9])
        page.wait("a word", "document.getElementById('note').textContent.length > 8")
        page.must_not_complain()


def data_comes_before_lessons(address, _):
    with Page() as page:
        page.open(address)
        header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }"
        header += " " * (64 - (10 + len(header) + 1) % 64) + "\n"
        data = list(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + b"\0\0\x80?\0\0\0@")
        page.run("""const files = new DataTransfer(), [text, bytes] = arguments;
            files.items.add(new File([text], "uses.py"));
            files.items.add(new File([new Uint8Array(bytes)], "x.npy"));
            document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true}));""",
                 "import numpy as np\nx = np.load('x.npy')\nprint(x)\n", data)
        page.wait("the script", "document.title.includes('uses')")
        page.keys(Keys.SPACE, Keys.SPACE)
        expect("Traceback" not in page.text(), page.text())


def the_line_mode_tells_it(address, _):
    with Page() as page:
        page.open(address + "#01/5")
        page.browser.find_element(By.ID, "plain").click()
        line = page.browser.find_element(By.ID, "line")
        line.send_keys("next", Keys.ENTER, "open weights[x2, x2]", Keys.ENTER)
        told = page.run("return document.getElementById('told').textContent")
        expect("0.98200" in told and "> next" in told, told[-400:])
        expect(page.run("return document.getElementById('told').getAttribute('role')") == "log", "it is not read out")
        page.browser.find_element(By.ID, "plain").click()
        expect("weights[x2, x2]" in page.text(), "the screen is another place")


def places_are_kept(address, _):
    with Page() as page:
        page.open(address + "#03/4")
        page.keys(Keys.SPACE)
        page.run("save()")
        page.open(address)
        saved = page.run("return localStorage.getItem('qkv.places')")
        expect(saved and "03" in saved, "kept:", saved)
        page.run("location.hash = '03'")
        page.wait("lesson 03", "document.title.includes('mask')")


def nothing_is_refused_without_storage(address, _):
    with Page(preferences={"profile.default_content_setting_values.cookies": 2}) as page:
        page.open(address + "#01/5")
        expect("stage 5/12" in page.keys(Keys.SPACE), page.text())


def tab_leaves_after_esc(address, _):
    with Page() as page:
        page.open(address + "#01/5.1")
        focus = "return document.activeElement.id || document.activeElement.tagName"
        page.keys(Keys.TAB)
        expect(page.run(focus) in ("BODY", "screen"), "Tab left the screen")
        page.keys(Keys.ESCAPE, Keys.TAB, Keys.TAB)
        expect(page.run(focus) in ("open", "link", "view", "plain"), "Tab did not leave:", page.run(focus))


def text_can_be_selected(address, _):
    with Page() as page:
        page.open(address + "#01/5.1")
        selected = page.run("getSelection().selectAllChildren(screen_); return String(getSelection())")
        expect("scores" in selected and "\n" in selected, repr(selected[:80]))
        found = page.run("getSelection().removeAllRanges(); return window.find('Softmax') || window.find('scores')")
        expect(found, "the browser's own search finds nothing")


def nothing_leaves_the_browser(address, _):
    with Page() as page:
        page.open(address + "#01/5")
        page.keys(Keys.SPACE)
        origin = address.rsplit("/", 1)[0]
        names = page.run("return performance.getEntriesByType('resource').map(e => e.name)")
        other = [name[:80] for name in names if not name.startswith((origin, "data:"))]
        expect(not other, "loaded from elsewhere:", other)


def failures_are_sentences(address, _):
    with Page() as page:
        page.command("Page.addScriptToEvaluateOnNewDocument", {"source": "delete window.WebAssembly"})
        page.open(address)
        expect("WebAssembly" in page.note() and page.note().endswith("."), page.note())
    with tempfile.TemporaryDirectory() as folder:
        for part in pathlib.Path(WEB).glob("*.*"):
            if part.name != "qkv.js":
                shutil.copy(part, folder)
        with Page() as page:
            page.open(pathlib.Path(folder, "index.html").as_uri())
            expect("qkv.js" in page.note() and page.note().endswith("."), page.note())


TESTS = [every_lesson_forward, a_number_is_asked, what_if_and_its_link, places_are_links, back_and_forward,
         back_closes_what_lies_over,
         files_are_opened, markup_stays_text, a_phone_is_wide_enough, columns_follow_the_window, signs_stand_in_columns,
         text_can_be_read, small_numbers_lie_near_the_ground, a_link_carries_a_file, data_comes_before_lessons,
         the_line_mode_tells_it, places_are_kept, nothing_is_refused_without_storage,
         tab_leaves_after_esc, text_can_be_selected, nothing_leaves_the_browser, failures_are_sentences]
FROM_FILES = (a_number_is_asked, what_if_and_its_link, files_are_opened)


def take_pictures(address, folder):
    os.makedirs(folder, exist_ok=True)
    for width, height in ((360, 740), (800, 600), (1280, 800), (1920, 1080)):
        for dark in (False, True):
            with Page(width, height, dark, width == 360) as page:
                for name, place in (("menu", ""), ("stage", "#05/3.1"), ("number", "#01/5.2/x2,x2")):
                    for view in ("", "?terminal"):
                        page.open(address + view + place)
                        page.browser.save_screenshot(f"{folder}/{name}{view[1:]}-{width}-{'dark' if dark else 'light'}.png")


def main():
    global WEB
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("web")
    parser.add_argument("program")
    parser.add_argument("--pictures")
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    WEB = guest.WEB = os.path.abspath(given.web)
    failed = 0
    with served(WEB) as address:
        if given.pictures:
            take_pictures(address, given.pictures)
            return
        file_address = pathlib.Path(WEB, "index.html").as_uri()
        runs = [(test, address + "?terminal") for test in TESTS]
        runs += [(test, address) for test in guest.TESTS]
        runs += [(test, file_address + "?terminal") for test in FROM_FILES]
        runs += [(test, address) for test in elements.TESTS + home.TESTS]
        for test, where in runs:
            if given.only not in test.__name__:
                continue
            name = test.__name__.replace("_", " ") + (", from a file" if where.startswith(file_address) else "")
            try:
                test(where, given.program)
            except Exception as error:  # noqa: BLE001 every one is told
                failed += 1
                print(f"{name}: {type(error).__name__}: {error}")
    print(f"the page in Chromium: {failed} of {len(runs)} tests failed")
    sys.exit(failed > 0)


WEB = ""
if __name__ == "__main__":
    main()

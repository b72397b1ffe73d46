"""The page as a guest in pages of others, and what qkv export --page writes: in Chromium, as browser.py runs it."""

import contextlib
import pathlib
import shutil
import subprocess
import tempfile
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from page import Page, expect, served

HOST = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A host</title>{policy}<link rel="icon" href="data:,">
<h1>A host</h1>
<iframe id="guest" src="{src}" {more} title="A figure" width="760" height="420"></iframe>
<p style="height: 3000px">Below</p>
<script>
var heard = [], keys = 0;
addEventListener("message", e => heard.push(e.data));
addEventListener("keydown", () => keys++);
</script></html>
"""
LESSON = "# {title}\n\n## Inputs\n\n```python\nimport numpy as np\nx = np.load('x.npy')\ny = x * 2\n```\n"


def npy():
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }"
    header += " " * (64 - (10 + len(header) + 1) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + b"\0\0\x80?\0\0\0@"


@contextlib.contextmanager
def hosted(page, src, more="", policy=""):
    """A page of another origin with the guest in a frame, which has said where it is."""
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "index.html").write_text(HOST.format(src=src, more=more, policy=policy))
        with served(folder) as address:
            page.browser.get(address)
            page.wait("the guest", "heard.length > 0")
            yield


def place(page):
    time.sleep(0.4)  # until the guest has told it
    return page.run("return heard.length ? heard[heard.length - 1].place : ''")


def wheel(page, x, y):
    page.command("Input.dispatchMouseEvent", {"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": 300})
    time.sleep(0.5)
    return page.run("return scrollY")


def press(page, *keys):
    """Keys of a keyboard: they go where the browser has the focus."""
    codes = {"Enter": (13, "\r"), "Escape": (27, ""), " ": (32, " "), "Tab": (9, "")}
    for key in keys:
        code, text = codes[key]
        event = {"key": key, "windowsVirtualKeyCode": code, "text": text}
        page.command("Input.dispatchKeyEvent", {**event, "type": "keyDown" if text else "rawKeyDown"})
        page.command("Input.dispatchKeyEvent", {**event, "type": "keyUp"})
        time.sleep(0.1)


def click(page, x, y):
    for kind in ("mousePressed", "mouseReleased"):
        page.command("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1})
    time.sleep(0.2)


def the_wheel_is_the_hosts_until_a_click(address, _):
    with Page(1000, 700) as page, hosted(page, address + "?embed#09/6.1"):
        expect(wheel(page, 300, 300) > 0, "the page around the frame does not scroll")
        page.run("scrollTo(0, 0)")
        time.sleep(0.2)
        click(page, 600, 110)
        time.sleep(0.5)
        expect(wheel(page, 300, 300) == 0, "after a click the page around it scrolls")


def keys_are_taken_and_given_back(address, _):
    with Page(1000, 700) as page, hosted(page, address + "?embed#09/3.1"):
        page.run("document.getElementById('guest').focus()")
        press(page, " ")
        expect(place(page) == "09/3.1", "a key before Enter went", place(page))
        press(page, "Enter", " ")
        here = place(page)
        expect(here != "09/3.1", "after Enter no key does anything", page.run("return heard"))
        press(page, "Escape", " ")
        expect(place(page) == here, "a key after Esc went", place(page))
        expect(page.run("return keys") == 1, "the page around it did not get the key:", page.run("return keys"))
        page.run("scrollTo(0, 0)")  # the key scrolled it
        time.sleep(0.5)
        click(page, 300, 110)
        press(page, *[" "] * 6)
        expect(place(page) != here, "after a click no key does anything")


def nothing_is_left_in_the_history(address, _):
    with Page(1000, 700) as page, hosted(page, address + "?embed#01/5.1"):
        before = page.run("return history.length")
        for other in ("02/3", "09/3.1", "01/0"):
            page.run("document.getElementById('guest').contentWindow.postMessage({go: arguments[0]}, '*')", other)
            page.wait("the place", f"heard[heard.length - 1].place === '{other}'")
        expect(page.run("return history.length") == before, "entries were added:", page.run("return history.length") - before)


def messages_say_and_ask_for_places(address, _):
    with Page(1000, 700) as page, hosted(page, address + "?embed#01/5.1/x2,x2"):
        first = page.run("return heard[heard.length - 1]")
        expect(first["qkv"] == 1 and first["place"] == "01/5.1/x2,x2" and "by hand" in first["title"], first)
        expect(first["score"].startswith("0 of "), "score:", first)
        send = "document.getElementById('guest').contentWindow.postMessage({}, '*')"
        for bad in ("null", "5", "'09/3'", "{go: 5}", "{go: {}}", "{go: '9'.repeat(9000)}", "[1]"):
            page.run(send.format(bad))
        expect(place(page) == "01/5.1/x2,x2", "a message that is none went somewhere")
        page.run(send.format("{go: '09/3.1'}"))
        page.wait("lesson 09", "heard[heard.length - 1].place === '09/3.1'")
        expect("she" in page.run("return heard[heard.length - 1].title"), "the title")
        page.must_not_complain()


def it_works_without_an_origin(address, _):
    for more, policy in (("sandbox=\"allow-scripts\"", ""), ("", "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
                         " frame-src *; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:\">")):
        with Page(1000, 700) as page, hosted(page, address + "?embed#09/3.1", more, policy):
            expect(place(page) == "09/3.1", "place", place(page))
            click(page, 300, 110)
            press(page, " ")
            expect(place(page) not in ("", "09/3.1"), "it does not step")
            page.must_not_complain()


def a_guest_has_no_buttons(address, _):
    with Page(760, 420) as page:
        page.open(address + "?embed&lang=de#01/5.1")
        seen = page.run("""return [...document.querySelectorAll("button, input, nav")].filter(
            e => e.offsetParent && !e.closest("#live")).map(e => e.id || e.textContent)""")
        expect(not seen, "seen:", seen)
        expect(page.run("return document.documentElement.lang") == "de", "the language")
        page.wait("the way out", "document.getElementById('guest-out').href.includes('#')")
        expect(page.run("return document.getElementById('guest-out').getAttribute('href')").endswith("?lang=de#01/5.1"), "the way out:",
               page.run("return document.getElementById('guest-out').getAttribute('href')"))
        expect(not page.run("return localStorage.length"), "something was kept")


def a_lesson_lies_beside_the_page(address, _):
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(WEB, folder, dirs_exist_ok=True)
        pathlib.Path(folder, "tea.md").write_text(LESSON.format(title="Tea"))
        pathlib.Path(folder, "x.npy").write_bytes(npy())
        with served(folder) as there, Page() as page:
            page.open(there + "?lesson=tea.md&with=x.npy&at=1.2")
            page.wait("the lesson", "document.title.startsWith('Tea')")
            expect(page.hash() == "#tea/1.2", page.hash())
            page.open(there + "?embed&lesson=09-who-is-she&at=3.1")
            page.wait("lesson 09", "document.title.includes('she')")
            for bad in ("no.md", "..%2Ftea.md", "https://example.com/x.md", "tea.exe"):
                page.open(there + "?lesson=" + bad)
                page.wait("a word", "document.getElementById('note').textContent.includes('cannot be read')")


def the_address_keeps_pointer_and_page(address, _):
    with Page() as page:
        page.open(address + "#01/5.1")
        page.keys(Keys.DOWN, Keys.RIGHT)
        there = page.hash()
        expect("point=" in there, "no pointer in", there)
        page.open(address + there)
        expect(page.hash() == there, page.hash(), "is not", there)
        page.keys("t")
        expect(page.hash().endswith("page=contents"), page.hash())


def code_to_embed_is_copied(address, _):
    with Page() as page:
        page.open(address + "#09/3.1")
        page.run("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }")
        page.browser.find_element(By.ID, "embed").click()
        page.wait("the code", "window.copied")
        code = page.run("return window.copied")
        expect(f"<iframe src=\"{address}?embed#09/3.1\" title=\"Who is she?" in code, code)
        page.run("document.body.innerHTML = arguments[0]", code)
        expect(page.run("return document.querySelector('iframe').src") == address + "?embed#09/3.1", "the frame")


def one_file_has_everything(address, program):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "tea.md").write_text(LESSON.format(title="Tea </script><script>window.ran=1</script>"))
        pathlib.Path(folder, "x.npy").write_bytes(npy())
        pathlib.Path(folder, "mine.py").write_text("import torch\nx = torch.ones(2, 2)\ny = x @ x\n")
        export = [str(pathlib.Path(program).resolve()), "export"]
        subprocess.run([*export, "tea.md", "--page", "tea.html"], cwd=folder, check=True, capture_output=True)
        subprocess.run([*export, "tea.md", "mine.py", "--page", "course/"], cwd=folder, check=True, capture_output=True)
        with Page() as page:
            page.command("Network.enable", {})
            page.command("Network.emulateNetworkConditions", {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
            page.open(pathlib.Path(folder, "tea.html").as_uri())
            page.wait("the lesson", "document.title.startsWith('Tea')")
            expect(page.hash() == "#tea/1.1", "the first step, as it has no introduction:", page.hash())
            page.keys(Keys.SPACE)
            expect(page.hash() == "#tea/1.2" and not page.run("return window.ran"), page.hash())
            names = page.run("return performance.getEntriesByType('resource').map(e => e.name)")
            expect(not names, "it loads", names)
            page.must_not_complain()
            page.open(pathlib.Path(folder, "course", "index.html").as_uri() + "#mine/1.2")
            page.wait("the script", "document.title.includes('mine')")
            page.open(pathlib.Path(folder, "course", "index.html").as_uri() + "#tea/1.2")
            page.wait("the lesson", "document.title.startsWith('Tea')")


WEB = ""
TESTS = [the_wheel_is_the_hosts_until_a_click, keys_are_taken_and_given_back, nothing_is_left_in_the_history,
         messages_say_and_ask_for_places, it_works_without_an_origin, a_guest_has_no_buttons,
         a_lesson_lies_beside_the_page, the_address_keeps_pointer_and_page, code_to_embed_is_copied, one_file_has_everything]

"""The page in a browser, for the tests: Chromium without a window, driven by Selenium."""

import contextlib
import functools
import http.server
import shutil
import threading
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains

MARKUP = "<img src=x onerror=\"window.ran=1\"><script>window.ran=1</script>"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder):
    handler = functools.partial(Quiet, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/index.html"
    server.shutdown()


class Page:
    """A browser with the page. Its size is that of the page itself."""

    def __init__(self, width=800, height=560, dark=False, touch=False, preferences=None):
        options = webdriver.ChromeOptions()
        for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
            options.add_argument(flag)
        if touch:
            metrics = {"width": width, "height": height, "pixelRatio": 2.0}
            options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
        if preferences:
            options.add_experimental_option("prefs", preferences)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = shutil.which("chromedriver") or "/usr/bin/chromedriver"
        self.browser = webdriver.Chrome(service=Service(driver), options=options)
        self.browser.set_script_timeout(300)
        self.command = self.browser.execute_cdp_cmd
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.command("Emulation.setEmulatedMedia", {"features": [scheme]})
        if not touch:
            sizes = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
            self.command("Emulation.setDeviceMetricsOverride", sizes)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.browser.quit()

    def run(self, script, *values):
        return self.browser.execute_script(script, *values)

    def wait(self, what, condition):
        """Waits for a script to become true."""
        end = time.monotonic() + 20
        while not self.run(f"return Boolean({condition})"):
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain for {what}: {self.text()!r}, note {self.note()!r}")
            time.sleep(0.02)

    def open(self, address):
        self.browser.get("about:blank")
        self.browser.get(address)
        self.wait("the page", "document.querySelector('#screen .row, #p-bar button, #h-page h1') || document.getElementById('note').textContent.length > 12")
        return self

    def keys(self, *keys):
        ActionChains(self.browser).send_keys(*keys).perform()
        return self.text()

    def text(self):
        return self.run("return [...document.querySelectorAll('#screen .row')].map(r => r.textContent.trimEnd()).join('\\n')")

    def part(self, name):
        """The text of a part of the view of elements."""
        return self.run("return document.getElementById('p-' + arguments[0]).innerText", name)

    def note(self):
        return self.run("return document.getElementById('note').textContent")

    def hash(self):
        time.sleep(0.3)  # until the place is written
        return self.run("return decodeURIComponent(location.hash)")

    def drop(self, name, text):
        self.run("""const files = new DataTransfer();
            files.items.add(new File([arguments[1]], arguments[0]));
            document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true}));""",
                 name, text)

    def brings_all(self):
        self.run("window.allHere = false; bringAll().then(() => { window.allHere = true; })")
        self.wait("all lessons", "window.allHere")

    def must_not_complain(self):
        said = [entry["message"][:300] for entry in self.browser.get_log("browser")]
        expect(not said, "the console says", said)


def expect(holds, *what):
    if not holds:
        raise AssertionError(" ".join(map(str, what)))

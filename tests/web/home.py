"""The first screen: its lines are those of a run, by slider, mouse, keys and touch; it is seen whole at every width."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from elements import SIZES
from page import Page, expect

# Of the word picked: where its lines go, how thick they are drawn, and the numbers below.
PICTURE = """return {
    lines: [...document.querySelectorAll('.line.on')].map(l => [l.dataset.to, l.dataset.part, l.querySelector('.arc').getAttribute('stroke-width'),
        l.querySelector('text')?.textContent || '']).sort(),
    weights: [...document.querySelectorAll('.weight')].map(b => b.textContent),
    scores: [...document.querySelectorAll('.score')].map(b => b.textContent),
    says: document.getElementById('f-says').textContent }"""
SET = "const s = document.getElementById('f-score'); s.value = arguments[0]; s.dispatchEvent(new Event('input', {bubbles: true}))"


def find(page, name):
    return page.browser.find_element(By.CSS_SELECTOR, f"[data-f={name}]")


def the_slider_moves_the_lines(address, _):
    with Page(1280, 900) as page:
        page.open(address)
        first = page.run(PICTURE)
        expect(first["lines"][0][3] == "0.9997" and first["scores"][0] == "24", first)
        boxes = "return [...document.querySelectorAll('.word, .score, .ways a')].map(e => [e.getBoundingClientRect().x, e.getBoundingClientRect().y])"
        before = page.run(boxes)
        for score in (20, 16, 10, -20):
            page.run(SET, score)
            page.wait(f"score {score}", f"document.querySelector('.score').textContent.replace('\u2212', '-') === '{score}'")
            now = page.run(PICTURE)
            expect(now["lines"] != first["lines"] and page.run(boxes) == before, "the words move, or the lines do not, at", score)
            for to, part, thick, _text in now["lines"]:
                expect(abs(float(thick) - max(1, 13 * float(part))) < 0.01, to, part, thick)
            with Page(1280, 900) as other:
                other.open(address + f"#09/6.1?change=scores%5Bshe%2C%20Anna%5D%20%3D%20{score}")
                row = other.run("return [...document.querySelectorAll('#p-step table')].at(-1).rows[5].querySelectorAll('td').length")
                value = other.run("return call('about', 'string', Number([...document.querySelectorAll('#p-step table')].at(-1).rows[5].querySelector('td').dataset.n))")
                expect(row == 7, "cells of she", row)
                shown = float(value.split(" = ")[1].split("<")[0].split()[0])
                drawn = {to: float(part) for to, part, _, _ in now["lines"]}
                expect(abs(drawn.get("0", 0.0) - shown) < 1e-5 or shown < 0.001, score, drawn, value)
        page.run(SET, 10)
        page.wait("the other sentence", "document.getElementById('f-says').textContent.includes('and she helped Tom')")
        page.browser.find_element(By.ID, "f-undo").click()
        expect(page.run(PICTURE) == first, "undo", page.run(PICTURE))
        expect(page.hash() == "", "the address knows of the slider", page.hash())
        page.must_not_complain()


def words_are_looked_at_and_picked(address, _):
    with Page(1280, 900) as page:
        page.open(address)
        on = "return [...new Set([...document.querySelectorAll('.line.on')].map(l => l.dataset.from))]"
        expect(page.run(on) == ["4"], page.run(on))
        ActionChains(page.browser).move_to_element(find(page, "p6")).perform()
        expect(page.run(on) == ["6"], "hover", page.run(on))
        ActionChains(page.browser).move_to_element(page.browser.find_element(By.TAG_NAME, "h1")).perform()
        expect(page.run(on) == ["4"], "after hover", page.run(on))
        find(page, "p6").click()
        ActionChains(page.browser).move_to_element(page.browser.find_element(By.CSS_SELECTOR, ".lede")).perform()
        expect(page.run(on) == ["6"] and "Tom" in page.run("return document.querySelector('.slide label').textContent"), "picked", page.run(on))
        page.must_not_complain()


def a_line_and_a_weight_open_their_number(address, _):
    with Page(1280, 900) as page:
        page.open(address)
        boxes = "return [...document.querySelectorAll('.word')].map(e => e.getBoundingClientRect().x)"
        before = page.run(boxes)
        find(page, "w0").click()
        expect("weights[she, Anna]" in page.part("front") and "0.99966" in page.part("front"), page.part("front"))
        expect(page.run(boxes) == before, "the words move")
        page.browser.find_element(By.CSS_SELECTOR, "#p-front .lnk").click()
        expect("scores[she" in page.part("front") or "exp" in page.part("front"), page.part("front"))
        page.keys(Keys.ESCAPE)
        expect(page.part("front") == "", "it is still there")
        page.run("document.querySelector('.line.on .hit').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
        expect("weights[she, " in page.part("front"), page.part("front"))
        page.keys(Keys.ESCAPE)
        page.browser.find_element(By.PARTIAL_LINK_TEXT, "Read this lesson").click()
        page.wait("the lesson", "document.title.includes('Who is she')")
        expect(page.hash().startswith("#09"), page.hash())
        page.browser.find_element(By.ID, "brand").click()
        page.wait("the first screen", "hasHome()")
        page.must_not_complain()


def the_first_screen_by_keys_alone(address, _):
    with Page(1280, 900) as page:
        page.open(address)
        for _ in range(12):
            page.keys(Keys.TAB)
            if page.run("return document.activeElement.matches('.word')"):
                break
        page.keys(Keys.RIGHT, Keys.RIGHT, Keys.ENTER)
        expect(page.run("return document.activeElement.dataset.f") == "p6", page.run("return document.activeElement.outerHTML"))
        page.keys(Keys.TAB, Keys.ENTER)
        expect("weights[him, Tom]" in page.part("front"), page.part("front"))
        page.keys(Keys.ESCAPE)
        expect(page.run("return document.activeElement.matches('.weight')"), "the focus is lost")
        page.keys(Keys.TAB, Keys.TAB)
        expect(page.run("return document.activeElement.id") == "f-score", page.run("return document.activeElement.outerHTML"))
        page.keys(Keys.LEFT)
        page.wait("the score", "document.querySelector('.score.changed')")
        page.keys(Keys.LEFT)
        expect(page.run("return document.activeElement.id") == "f-score", "the slider is lost")
        page.open(address + "#05/3.1")
        page.keys("q")
        page.wait("the first screen", "hasHome()")
        page.keys(Keys.ENTER)
        page.wait("the lesson that was left", "!hasHome() && call('place', 'string').startsWith('05/')")
        page.must_not_complain()


def the_first_screen_is_seen_whole(address, _):
    for width, height in SIZES:
        with Page(width, height, touch=width == 360) as page:
            page.open(address)
            wide, small = page.run("""return [document.documentElement.scrollWidth,
                [...document.querySelectorAll('#home button, #home a, #home input')].filter(b => Math.min(b.offsetWidth, b.offsetHeight) < 36).map(b => b.textContent)]""")
            expect(wide <= width and not small, width, wide, small)
            cut = page.run("return [...document.querySelectorAll('.look button')].filter(b => b.scrollWidth > b.clientWidth + 1).map(b => b.textContent)")
            expect(not cut, width, "cut:", cut)
            find(page, "w0").click()
            expect("weights[she, Anna]" in page.part("front"), page.part("front"))
            expect(page.run("return document.documentElement.scrollWidth") <= width, width, "with the number")
            page.must_not_complain()


TESTS = [the_slider_moves_the_lines, words_are_looked_at_and_picked, a_line_and_a_weight_open_their_number,
         the_first_screen_by_keys_alone, the_first_screen_is_seen_whole]

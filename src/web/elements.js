// The view of elements: C writes the page in parts (web/live.c), and these are put in place. What can be pressed has a number,
// data-n; what that means, C knows.
"use strict";

const PARTS = ["head", "text", "step", "readout", "number", "prompt", "bar"];
const live = by("elements"), promptLine = by("prompt-line");
const STOPS = "[data-n], a, input, textarea, [tabindex]", SCROLLED = ".scroll, pre", FOCUSED = "a, button, input, textarea, [tabindex='0']";

const essays = {}; // texts written for each exercise, by the title of its lesson and its task
let essayShown = "", placeShown = "", isPutting = false, isPressing = false, hovered = null;

// --- drawing ----------------------------------------------------------------------------------------------

// Notes what has the focus in a part, so that the same has it when the part is new: a cell of the same table, a tab, a button of the
// same words.
function focused() {
    const at = document.activeElement, part = at && at.closest("[id^=p-]");
    if (!part)
        return null;
    const table = at.closest("table"), tables = [...part.querySelectorAll("table")];
    return { part: part.id, table: at.matches("td") ? tables.indexOf(table) : -1, text: at.textContent, role: at.getAttribute("role") };
}

function refocus(was) {
    const part = was && by(was.part);
    if (!part || part.contains(document.activeElement))
        return;
    const stops = [...part.querySelectorAll(STOPS)];
    const table = was.table >= 0 && part.querySelectorAll("table")[was.table];
    const at = (table && table.querySelector("td[tabindex='0']")) ||
        (was.role === "tab" && part.querySelector("[aria-selected=true]")) ||
        stops.find(e => e.textContent === was.text) || part.querySelector("[aria-current]");
    const cell = by("p-step").querySelector("td.at");
    if (at)
        at.focus({ preventScroll: true });
    else if (!part.textContent && cell) // closed
        cell.focus({ preventScroll: true });
}

function drawElements() {
    const was = focused(), changed = call("page", "string").split(" ");
    isPutting = true;
    for (const name of changed)
        if (name === "state")
            document.body.dataset.state = call("part", "string", "state");
        else if (PARTS.includes(name))
            by("p-" + name).innerHTML = call("part", "string", name);
    hovered = null;
    if (changed.includes("step"))
        addGrips();
    if (["text", "step", "number", "bar"].some(name => changed.includes(name)))
        fit();
    light();
    drawPrompt();
    drawEssay();
    if (!isTyping())
        refocus(was);
    isPutting = false;
    keepInSight();
}

const isTyping = () => (document.body.dataset.state || "").includes("typing");

// A cross that is wider than the step stands in one column. Of the buttons, the last of those that come and go make room:
// "More" has all of them. What is cut at its side is a stop of Tab, where arrows scroll it, if nothing in it is one.
function fit() {
    const bar = by("p-bar"), some = [...bar.querySelectorAll(".some")];
    for (const button of some)
        button.classList.remove("over");
    while (some.length && bar.scrollWidth > bar.clientWidth)
        some.pop().classList.add("over");
    for (const cross of live.querySelectorAll(".cross")) {
        cross.classList.remove("narrow");
        cross.classList.toggle("narrow", cross.scrollWidth > cross.parentElement.clientWidth + 1);
    }
    for (const wide of live.querySelectorAll(SCROLLED)) {
        wide.removeAttribute("tabindex");
        if (wide.scrollWidth > wide.clientWidth && !wide.querySelector(FOCUSED))
            wide.tabIndex = 0;
    }
}

// Another step begins at its top; what is pointed at is in sight, above the buttons and the field, and with it the top of the
// page where both fit: a field that is opened and a verdict that pushes lines around scroll no heading away.
function keepInSight() {
    const below = live.nextElementSibling.offsetHeight;
    document.documentElement.style.scrollPaddingBottom = `calc(${below}px + 3.5rem)`;
    const place = call("place", "string").split(/[/?]/).slice(0, 2).join("/");
    if (place !== placeShown) {
        scrollTo(0, 0);
        by("p-number").scrollTop = 0;
    }
    placeShown = place;
    const row = live.querySelector(".hand .row"), at = by("p-step").querySelector("td.at");
    if (row && !isPressing && row.getBoundingClientRect().bottom + scrollY < innerHeight - below)
        scrollTo(0, 0);
    if (row)
        row.scrollIntoView({ block: "nearest" });
    if (at && document.activeElement === at && !isPressing)
        at.scrollIntoView({ block: "nearest", inline: "nearest" });
    else if (at)
        at.closest(".scroll").scrollLeft += Math.max(0, at.getBoundingClientRect().right - at.closest(".scroll").getBoundingClientRect().right);
}

// Lights the cells that take part in the number that the line under the step is about.
function light() {
    const about = by("p-readout").querySelector("[data-parts]");
    for (const cell of live.querySelectorAll("td.lit"))
        cell.classList.remove("lit");
    for (const number of about ? about.dataset.parts.trim().split(" ") : [])
        if (number)
            live.querySelector(`td[data-n="${number}"]`)?.classList.add("lit");
}

// --- the prompt -------------------------------------------------------------------------------------------

// The field is the page's own, so that what types into it (a keyboard of a phone, a paste) is not disturbed.
function drawPrompt() {
    const form = by("prompt"), label = by("p-prompt").querySelector("label");
    const wasOpen = !form.hidden;
    form.hidden = !isTyping();
    if (form.hidden) {
        if (wasOpen && form.contains(document.activeElement))
            document.activeElement.blur();
        return;
    }
    if (promptLine.value !== label.dataset.line || !wasOpen) {
        const bytes = new TextEncoder().encode(label.dataset.line);
        const caret = new TextDecoder().decode(bytes.slice(0, Number(label.dataset.caret))).length;
        promptLine.value = label.dataset.line;
        promptLine.setSelectionRange(caret, caret);
    }
    promptLine.focus();
}

// Puts into the box the text of the exercise: each has its own, as long as the page is there.
function drawEssay() {
    const text = by("essay-text"), lesson = by("p-head").querySelector("b")?.textContent;
    const exercise = `${lesson}: ${by("p-text").textContent}`;
    if (!document.body.dataset.state.includes("write") || exercise === essayShown)
        return;
    essays[essayShown] = text.value;
    text.value = essays[exercise] || "";
    essayShown = exercise;
}

// --- events -----------------------------------------------------------------------------------------------

const numberOf = element => Number(element.dataset.n);

function pressNumber(element) {
    done(call("press", "number", numberOf(element)));
}

// True for a key that is the browser's: Tab goes through what can be pressed, Enter and Space press a button, a field takes
// what is typed.
function isOfElements(event, key) {
    const at = event.target, isField = at.closest("textarea, input");
    if (at === promptLine)
        return !["Enter", "Esc", "Tab", "Up", "Down", "PgUp", "PgDn"].includes(key);
    if (isField || key.endsWith("Tab"))
        return true;
    if (at.matches("td[data-n]") && key === "Enter") {
        event.preventDefault();
        pressNumber(at);
        return true;
    }
    if (at.matches(SCROLLED) && ["Left", "Right"].includes(key))
        return true;
    if (at.closest("button, a, summary") && (key === "Enter" || key === "Space"))
        return true;
    const reads = /reading|list/.test(document.body.dataset.state) && !live.querySelector(".row, td[data-n]");
    return key.startsWith("Pg") || (reads && ["Up", "Down", "Left", "Right", "Home", "End"].includes(key));
}

function onPress(event) {
    const element = event.target.closest("[data-n]");
    if (element && !String(getSelection()))
        pressNumber(element);
}

function onOver(event) {
    const element = event.pointerType === "mouse" && event.target.closest("td[data-n], .lnk[data-n]");
    if (!element || element === hovered)
        return;
    const said = call("about", "string", numberOf(element));
    hovered = element;
    if (!said)
        return;
    by("p-readout").innerHTML = said;
    light();
}

function onOut(event) {
    if (!hovered || event.relatedTarget?.closest?.("td[data-n], .lnk[data-n]"))
        return;
    hovered = null;
    by("p-readout").innerHTML = call("part", "string", "readout");
    light();
}

function onFocus(event) {
    if (isPutting || isPressing || !event.target.matches("td[data-n]"))
        return;
    call("point", "number", numberOf(event.target));
    show();
}

// A true minus sign is copied as a hyphen: numbers stay numbers.
function onCopy(event) {
    const text = String(getSelection());
    if (!text.includes("\u2212"))
        return;
    event.clipboardData.setData("text/plain", text.replaceAll("\u2212", "-"));
    event.preventDefault();
}

function listenToElements() {
    live.addEventListener("click", onPress);
    // keeps what is pressed where it is until it was clicked, or it would be no click; a finger gives the focus between
    // being lifted and the click, and a press that moves on is none
    let end = 0;
    const endsAfter = ms => { clearTimeout(end); end = setTimeout(() => { isPressing = false; }, ms); };
    live.addEventListener("pointerdown", () => { clearTimeout(end); isPressing = true; });
    window.addEventListener("click", () => endsAfter(0), true);
    window.addEventListener("pointerup", () => endsAfter(400));
    window.addEventListener("pointercancel", () => endsAfter(0));
    live.addEventListener("pointerover", onOver);
    live.addEventListener("pointerout", onOut);
    live.addEventListener("focusin", onFocus);
    document.addEventListener("copy", onCopy);
    listenToDrags();
    promptLine.addEventListener("input", () => done(call("typed", "number", promptLine.value)));
    by("prompt").addEventListener("submit", event => {
        event.preventDefault();
        press("Enter");
    });
    by("essay").addEventListener("submit", event => {
        event.preventDefault();
        done(call("line", "number", "practice " + by("essay-text").value.trimEnd() + "\n"));
    });
    by("brand").addEventListener("click", () => done(call("line", "number", "lesson")));
    window.addEventListener("resize", () => hasElements() && fit());
}

// The first screen. C writes it (web/front.c): words, weights, scores, and each line with the part of its weight. Here lines
// get their places, from the boxes of the words; no number is computed.
"use strict";

const home = by("home"), homePage = by("h-page"), homeNumber = by("p-front");
const THICK = 13, THICK_NARROW = 9, NARROW = 480;     // of a line whose weight is 1, in px; a picture narrower than that

let homeLeft = false, lookedAt = null;  // the reader went on to the list; the word whose lines are shown for now

const hasHome = () => !home.hidden;

// --- drawing ----------------------------------------------------------------------------------------------

// Draws the first screen, if it is what is to be seen; whether it is.
function drawHome() {
    const isAsked = call("front_asked", "number") === 1;
    const isMenu = !call("place", "string") && !isGuest && !call("typing", "number");
    const text = isMenu && !homeLeft ? call("front", "string") : "";
    const wasHidden = home.hidden;
    home.hidden = !text;
    live.classList.toggle("at-home", Boolean(text));
    if (isMenu && !homeLeft && !text)
        bringHome().then(hasCome => hasCome && show());
    if (!text) {
        homeLeft = homeLeft && isMenu;
        call("front_close", null);
        return false;
    }
    document.body.dataset.state = isAsked ? "home asked" : "home";
    putHome(text);
    drawHomeNumber(isAsked);
    if (wasHidden)
        scrollTo(0, 0);
    return true;
}

// Puts the screen in place: what has the focus keeps it, and the slider that is moved stays itself.
function putHome(text) {
    const at = document.activeElement, key = at?.dataset?.f, id = homePage.contains(at) ? at.id : "";
    const slider = by("f-score"), fresh = document.createElement("template");
    fresh.innerHTML = text;
    const next = fresh.content.querySelector("#f-score");
    if (slider && next && id === "f-score") {
        for (const name of ["min", "max", "step"])
            slider.setAttribute(name, next.getAttribute(name));
        replaceAround(slider, fresh.content);
    } else {
        homePage.replaceChildren(fresh.content);
    }
    layLines();
    const focus = key ? homePage.querySelector(`[data-f="${key}"]`) : id ? by(id) : null;
    if (focus && focus !== document.activeElement && !focus.disabled)
        focus.focus({ preventScroll: true });
}

// Replaces all but the slider and what it lies in, while it is dragged.
function replaceAround(slider, fresh) {
    for (const id of ["f-look", "f-says"])
        by(id)?.replaceWith(fresh.querySelector("#" + id) || "");
    for (const part of ["label", "output", "button"])
        slider.parentElement.querySelector(part).replaceWith(fresh.querySelector(".slide " + part));
}

function drawHomeNumber(isAsked) {
    const was = isAsked ? focused() : null;
    call("page", "string");
    homeNumber.innerHTML = isAsked ? call("part", "string", "number") : "";
    by("p-head").innerHTML = isAsked ? by("p-head").innerHTML : call("part", "string", "head");
    if (was && was.part === homeNumber.id)
        refocus(was);
}

// --- lines ------------------------------------------------------------------------------------------------

// Lays all lines of a picture over its words: `svg` has them, `words` are the elements that they go between.
function layLines(svg = by("f-lines"), words = homePage.querySelectorAll(".word")) {
    const box = svg ? svg.getBoundingClientRect() : { width: 0 };
    if (!box.width)
        return;
    svg.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
    const middle = [...words].map(word => {
        const b = word.getBoundingClientRect();
        return b.left + b.width / 2 - box.left;
    });
    for (const line of svg.querySelectorAll(".line"))
        layLine(line, box, middle);
    showLines(svg);
}

// A line goes from the word that looks to the one that it looks at, and ends there in an arrow; at itself it is a loop.
function layLine(line, box, middle) {
    const from = middle[line.dataset.from], to = middle[line.dataset.to];
    const isNarrow = box.width < NARROW, base = box.height - 3;
    const thick = Math.max(1, Number(line.dataset.part) * (isNarrow ? THICK_NARROW : THICK));
    const tip = Math.max(5, thick * .95), away = Math.sign(to - from);
    let begin = from - (isNarrow ? 7 : 13), end = from + (isNarrow ? 7 : 13), out = isNarrow ? 30 : 62;
    let high = box.height * (isNarrow ? .66 : .62), one = from - out, other = from + out;
    if (away) {
        begin = from + away * (isNarrow ? 14 : 27);
        end = to;
        high = box.height * (.36 + .88 * Math.abs(end - begin) / (middle[middle.length - 1] - middle[0]));
        one = begin + (end - begin) * .12;
        other = end - (end - begin) * .12;
    }
    const way = `M${begin} ${base} C${one} ${base - high} ${other} ${base - high} ${end} ${base - tip}`;
    for (const path of line.querySelectorAll(".arc, .hit"))
        path.setAttribute("d", way);
    line.querySelector(".arc").setAttribute("stroke-width", thick.toFixed(2));
    line.querySelector(".head").setAttribute("d", `M${end - tip} ${base - tip - 1}H${end + tip}L${end} ${base + 1}Z`);
    layNumber(line, (begin + end) / 2, base - high * .75, isNarrow ? 52 : 62);
}

function layNumber(line, middle, top, wide) {
    const rect = line.querySelector("rect"), text = line.querySelector("text");
    if (!rect)
        return;
    for (const [name, value] of Object.entries({ x: middle - wide / 2, y: top - 12, width: wide, height: 24, rx: 12 }))
        rect.setAttribute(name, value);
    text.setAttribute("x", middle);
    text.setAttribute("y", top + 5);
}

// The lines of the word that is looked at, or else of the one picked, lie above the others.
function showLines(svg) {
    const picked = homePage.querySelector(".word[aria-pressed=true]");
    const shown = lookedAt === null && picked ? picked.dataset.f.slice(1) : lookedAt;
    for (const line of svg.querySelectorAll(".line"))
        line.classList.toggle("on", line.dataset.from === shown);
    svg.append(...svg.querySelectorAll(".line.on"));
}

function lookAt(word) {
    if (word === lookedAt)
        return;
    lookedAt = word;
    if (by("f-lines"))
        showLines(by("f-lines"));
}

// Has the lesson come that the first screen is of, if that is to be seen; whether it was away, and is here now.
async function bringHome() {
    const file = hasElements() && !call("place", "string") && !isGuest && call("front_wanted", "string");
    return Boolean(file) && await bring(file);
}

// --- events -----------------------------------------------------------------------------------------------

const FRONT = { p: "front_pick", s: "front_hold", w: "front_ask" };

function pressFront(name) {
    lookedAt = null;
    call(FRONT[name[0]], null, Number(name.slice(1)));
    show();
    if (name[0] === "w")
        homeNumber.querySelector("button")?.focus({ preventScroll: true });
}

// A line is asked as the weight that it is; that of another word picks the word first.
function pressLine(line) {
    if (!line.classList.contains("on"))
        return;
    call("front_pick", null, Number(line.dataset.from));
    pressFront("w" + line.dataset.to);
}

function onHomeClick(event) {
    const at = event.target.closest("[data-f], .line, button");
    if (!at)
        return;
    if (at.dataset.f)
        pressFront(at.dataset.f);
    else if (at.matches(".line"))
        pressLine(at);
    else if (at.id === "f-undo") {
        call("front_undo", null);
        show();
        by("f-score").focus({ preventScroll: true });
    } else if (at.id === "f-open")
        by("file").click();
    else if (at.id === "f-all") {
        by("f-lessons").focus({ preventScroll: true });
        by("f-lessons").scrollIntoView();
    }
}

// Moves the score as often as the screen is drawn, and no more.
let isMoving = false;
function onMove(event) {
    if (event.target.id !== "f-score" || isMoving)
        return;
    isMoving = true;
    requestAnimationFrame(() => {
        isMoving = false;
        call("front_move", null, Number(by("f-score").value));
        show();
    });
}

function closeFront() {
    const cell = homeNumber.textContent;
    call("front_close", null);
    show();
    if (cell)
        homePage.querySelector(".weight[tabindex='0']")?.focus({ preventScroll: true });
}

// True for a key that is the browser's, or the first screen's own. A row is one stop of Tab: arrows go along it. What finds
// something goes on to the list of lessons.
function isOfHome(event, key) {
    if (!hasHome())
        return false;
    const isAsked = homeNumber.textContent !== "", isInside = homeNumber.contains(event.target);
    if (isAsked && (key === "Esc" || (key === "q" && !isInside))) {
        closeFront();
        return true;
    }
    if (isInside)
        return !["q", "i", "Backspace"].includes(key) && !(event.target.matches("td") && /Up|Down|Left|Right|Home|End|Enter/.test(key));
    if (event.target.dataset.f && /^(Left|Right|Home|End)$/.test(key)) {
        event.preventDefault();
        moveAlong(event.target, key);
        return true;
    }
    homeLeft = ["/", "?", "F1"].includes(key);
    const goesOn = key === "Enter" && event.target === document.body; // where the reader was last
    return !homeLeft && !goesOn;
}

function moveAlong(at, key) {
    const row = [...at.parentElement.children], here = row.indexOf(at);
    const to = { Left: here - 1, Right: here + 1, Home: 0, End: row.length - 1 }[key];
    row[Math.min(Math.max(to, 0), row.length - 1)].focus();
}

function listenToHome() {
    home.addEventListener("click", onHomeClick);
    home.addEventListener("input", onMove);
    homePage.addEventListener("pointerover", event => {
        const word = event.pointerType === "mouse" && event.target.closest(".word");
        lookAt(word ? word.dataset.f.slice(1) : event.target.closest(".line") ? lookedAt : null);
    });
    homePage.addEventListener("pointerleave", () => lookAt(null));
    homePage.addEventListener("focusin", event => {
        const word = event.target.closest(".word");
        lookAt(word ? word.dataset.f.slice(1) : null);
    });
    window.addEventListener("resize", () => hasHome() && layLines());
}

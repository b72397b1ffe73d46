// The page around the module: events go in, and what is to be seen comes out. The views are files of their own: elements.js,
// terminal.js. Nothing is sent. No text of a lesson becomes markup: what C has written as HTML has
// none, and all else gets onto the page as text.
"use strict";

const WISH_COPY = 5, WISH_BRING = 6;    // AppWish in app/app.h
const KEPT = ["places", "practice", "answers"], KEPT_VIEW = "qkv.view"; // the first are kept under these names after "qkv."

const by = id => document.getElementById(id);
const screen_ = by("screen"), note = by("note"), line = by("line");

// Keys whose names in a browser are others than in qkv.
const KEYS = {
    " ": "Space", ArrowUp: "Up", ArrowDown: "Down", ArrowLeft: "Left", ArrowRight: "Right",
    PageUp: "PgUp", PageDown: "PgDn", Escape: "Esc", Delete: "Del",
};
const SAME_KEYS = ["Home", "End", "Enter", "Backspace", "F1"];

let timer, keeping, saving;
let tabLeaves = false, isStopped = false, isReturning = false;

function say(text) {
    note.textContent = text;
}

// Calls the module: texts and numbers go in; `result` is "string" or "number".
function call(name, result, ...values) {
    if (isStopped || !qkv)
        return result === "string" ? "" : 0;
    try {
        return qkv.ccall("qkv_web_" + name, result, values.map(v => typeof v), values);
    } catch (error) {
        isStopped = true;
        say("qkv has stopped, which it never should: load the page again. Your place is kept.");
        console.error(error);
        return result === "string" ? "" : 0;
    }
}

// --- views ------------------------------------------------------------------------------------------------

const VIEWS = ["elements", "terminal", "plain"];
const hasView = name => document.body.classList.contains(name);
const isPlain = () => hasView("plain"), hasElements = () => hasView("elements");

function setView(name) {
    for (const view of VIEWS)
        document.body.classList.toggle(view, view === name);
    by("elements").hidden = name !== "elements";
    by("terminal").hidden = name === "elements";
    by("lines").hidden = name !== "plain";
    by("view").setAttribute("aria-pressed", String(name === "terminal"));
    by("plain").setAttribute("aria-pressed", String(name === "plain"));
    call("elements", null, Number(name === "elements"));
    if (name === "terminal")
        resize();
}

// Out of the line mode leads back to the view before it.
let viewBefore = "elements";

function turnView(name) {
    const next = !hasView(name) ? name : name === "plain" ? viewBefore : "elements";
    viewBefore = VIEWS.find(view => view !== "plain" && hasView(view)) || viewBefore;
    setView(next);
    if (!isGuest)
        keep(KEPT_VIEW, next);
    show();
    if (isPlain()) {
        tell(call("told", "string"), "page");
        line.focus();
    } else {
        document.activeElement.blur(); // keys are the page's again
    }
}

function firstView() {
    const word = location.search.match(/[?&](terminal|plain)\b/), kept = isGuest ? "" : kept_(KEPT_VIEW);
    return word ? word[1] : VIEWS.includes(kept) ? kept : "elements";
}

// --- what is kept -----------------------------------------------------------------------------------------

// Refused or full: it lasts as long as the page.
function keep(name, text) {
    try {
        localStorage.setItem(name, text);
    } catch {
        return;
    }
}

function kept_(name) {
    try {
        return localStorage.getItem(name) || "";
    } catch {
        return "";
    }
}

function save() {
    for (const name of isGuest ? [] : KEPT)
        keep("qkv." + name, call("saved", "string", name));
}

// --- the place --------------------------------------------------------------------------------------------

const hash = () => location.hash.replace(/^#/, "");

// The entries of the browser's own history: one of each lesson, and above it one of each level that q would close, so that
// Back closes it. A guest makes none.
const levels = () => isGuest ? 0 : call("levels", "number");
const entry = () => history.state || { lesson: lessonOf(hash()), level: 0 };

// The address becomes a link to where the reader is, once the keys come to rest: browsers take few changes a second. What
// opens or closes is written at once, or Back would leave the lesson.
function keepPlace() {
    clearTimeout(keeping);
    clearTimeout(saving);
    if (levels() === entry().level)
        keeping = setTimeout(writePlace, 150);
    else
        writePlace();
    saving = setTimeout(save, 1000);
}

function writePlace() {
    const place = call("place", "string"), lesson = lessonOf(place), level = levels();
    tellHost();
    if (isReturning || isStopped)
        return;
    const isOther = !isGuest && lesson !== entry().lesson;
    const write = (way, at) => history[way](isGuest ? null : { lesson, level: at }, "",
        place ? "#" + place : location.pathname + location.search);
    try {
        if (!isOther && level < entry().level) {
            isReturning = true;
            history.go(level - entry().level);
            return;
        }
        if (isOther)
            write("pushState", 0);
        else if ((place !== hash() && level === entry().level) || (!history.state && !isGuest))
            write("replaceState", entry().level);
        while (level > entry().level)
            write("pushState", entry().level + 1);
    } catch {
        // some browsers do not let a page in a file do that: then the link is had by its button alone
    }
}

// Back to an entry of the same lesson closes what was opened since; any other leads to its place.
async function onHistory(event) {
    if (!event.state || isGuest)
        return; // an address that was typed: hashchange comes
    clearTimeout(keeping);
    const isBack = event.state.lesson === lessonOf(call("place", "string")) && event.state.level < levels();
    if (isReturning)
        isReturning = false;
    else if (isBack)
        closeDownTo(event.state.level);
    else
        await goToHash();
    writePlace();
}

function closeDownTo(level) {
    if (call("typing", "number"))
        call("key", "number", "Esc");
    for (let i = levels(); i > level; i--)
        call("key", "number", "q");
    show();
}

async function goToHash() {
    clearTimeout(keeping);
    if (hash() === call("place", "string"))
        return;
    say(await takeCarried() || await goTo(hash()));
    show();
}

// Goes to a place, once its lesson has come; what is wrong, or "".
async function goTo(place) {
    const error = call("go", "string", place);
    return await bringWanted() ? call("go", "string", place) : error;
}

// --- what comes in ------------------------------------------------------------------------------------------

function show() {
    document.title = call("title", "string") || "qkv";
    if (hasElements() && !drawHome())
        drawElements();
    else if (!hasElements() && !isPlain())
        drawFrame();
    keepPlace();
    wait(0);
}

// Lets the app go on by itself, when it wants to, after so many ms at least.
function wait(least) {
    clearTimeout(timer);
    const patience = call("patience", "number");
    if (patience >= 0 && !isStopped)
        timer = setTimeout(() => call("tick", "number", performance.now()) ? show() : wait(20), Math.max(patience, least));
}

// Does what the app asks of the page after an event.
async function done(wish) {
    say("");
    if (wish === WISH_BRING) {
        if (!await bringWanted())
            return;
        call("brought", null);
    }
    show();
    if (wish === WISH_COPY && !await copy(call("copied", "string"))) {
        call("not_copied", null);
        show();
    }
}

function press(key) {
    done(call("key", "number", key));
}

async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        const area = document.createElement("textarea");
        area.value = text;
        document.body.append(area);
        area.select();
        const isCopied = document.execCommand("copy");
        area.remove();
        return isCopied;
    }
}

// A key as qkv names it; "" for none.
function keyOf(event) {
    const isSame = SAME_KEYS.includes(event.key) || [...event.key].length === 1;
    return event.key === "Tab" ? event.shiftKey ? "S-Tab" : "Tab" : KEYS[event.key] || (isSame ? event.key : "");
}

// After Esc, Tab leaves the screen for the buttons below it, as readers without a mouse need.
function onKey(event) {
    const isOther = event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented;
    if (isOther || isPlain() || !qkv || event.target.closest("dialog"))
        return;
    const key = keyOf(event), isTab = event.key === "Tab";
    if (hasElements()) {
        if (isOfHome(event, key) || isOfElements(event, key))
            return;
    } else if (event.target.closest("button, input, textarea, a") || (isTab && tabLeaves)) {
        return;
    }
    tabLeaves = event.key === "Escape";
    if (!key)
        return;
    event.preventDefault();
    press(key);
}

// --- beginning --------------------------------------------------------------------------------------------

function listen() {
    document.addEventListener("keydown", onKey);
    document.addEventListener("paste", onPaste);
    document.addEventListener("dragover", event => {
        event.preventDefault();
        document.body.classList.add("dropping");
    });
    document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
    document.addEventListener("drop", onDrop);
    screen_.addEventListener("click", onClick);
    screen_.addEventListener("wheel", onWheel, { passive: false });
    window.addEventListener("resize", () => {
        if (hasElements())
            return;
        resize();
        show();
    });
    window.addEventListener("popstate", onHistory);
    window.addEventListener("hashchange", () => history.state || goToHash());
    window.addEventListener("pagehide", save);
    document.addEventListener("visibilitychange", save);
    by("typed").addEventListener("submit", event => {
        event.preventDefault();
        runLine(line.value);
        line.value = "";
    });
    by("open").addEventListener("click", () => by("file").click());
    by("file").addEventListener("change", event => {
        openAll(event.target.files);
        event.target.value = "";
    });
    by("take").addEventListener("click", takeAlong);
    by("link").addEventListener("click", copyLink);
    by("embed").addEventListener("click", copyEmbed);
    by("view").addEventListener("click", () => turnView("terminal"));
    by("plain").addEventListener("click", () => turnView("plain"));
    listenToElements();
    listenToHome();
}

async function begin() {
    receiveGuest();
    say("Loading ..");
    if (!await loadModule())
        return;
    say("");
    for (const name of KEPT)
        call("restore", null, name, isGuest ? "" : kept_("qkv." + name));
    drawKeys();
    setView(firstView());
    const error = call("start", "string", metrics ? metrics.columns : 80, metrics ? metrics.rows : 24);
    setView(firstView());
    listen();
    if (error)
        say(error);
    else
        say(await goToFirst());
    await bringHome();
    show();
    if (!isGuest)
        setTimeout(bringAll, 2000);
}

document.addEventListener("DOMContentLoaded", begin);

// The page around the module: keys, clicks and files go in, and frames of text come out.
//
// Every text of a lesson gets onto the page as text, never as markup. Nothing is loaded, and nothing is sent.
"use strict";

const COLUMNS_LEAST = 40, COLUMNS_MOST = 110, ROWS_LEAST = 16;
const WISH_COPY = 5, WISH_BRING = 6;    // AppWish in app/app.h
const FILE_MOST = 10 * 1024 * 1024;     // as qkv_web_open takes it
const KEPT = "qkv.places";
const TOLD_MOST = 200;                  // texts of the line mode that stay
const CARRIED_MOST = 8000;              // signs of a file in a link, compressed

const by = id => document.getElementById(id);
const screen_ = by("screen"), note = by("note"), line = by("line");

// Keys whose names in a browser are others than in qkv.
const KEYS = {
    " ": "Space", ArrowUp: "Up", ArrowDown: "Down", ArrowLeft: "Left", ArrowRight: "Right",
    PageUp: "PgUp", PageDown: "PgDn", Escape: "Esc", Delete: "Del",
};
const SAME_KEYS = ["Home", "End", "Enter", "Backspace", "F1"];

// For a window that is touched: what these do not have is on the last line of the screen, and in `?`.
const FINGERS = [["Space", "Space"], ["Bksp", "Backspace"], ["Enter", "Enter"], ["q", "q"], ["←", "Left"], ["↑", "Up"],
    ["↓", "Down"], ["→", "Right"], ["Tab", "Tab"], ["i", "i"], ["=", "="], ["?", "?"]];

let metrics, timer, keeping, saving;
let drawn = [], frame = null, tabLeaves = false, isStopped = false;

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

// --- what is drawn ------------------------------------------------------------------------------------

function measure() {
    const probe = document.createElement("span");
    const ten = "0000000000";
    screen_.style.fontSize = "";
    probe.textContent = ten;
    screen_.append(probe);
    const perPixel = probe.getBoundingClientRect().width / ten.length /
        parseFloat(getComputedStyle(screen_).fontSize);
    probe.remove();
    return perPixel;
}

// As many columns as fit at the reader's own size of text; on a narrow window smaller text, on a wide one larger.
function resize() {
    const perPixel = measure(), own = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const width = document.documentElement.clientWidth;
    let size = Math.max(own, width / COLUMNS_MOST / perPixel);
    size = Math.min(size, width / COLUMNS_LEAST / perPixel);
    size = Math.floor(size * 20) / 20;
    const columns = Math.max(COLUMNS_LEAST, Math.floor(width / (size * perPixel) + 0.001));
    const others = [note, by("keys"), by("typed"), by("guest"), document.querySelector("nav")];
    const around = others.reduce((sum, e) => sum + e.getBoundingClientRect().height, 0);
    const high = size * 1.25;
    const rows = Math.max(ROWS_LEAST, Math.floor((window.innerHeight - around) / high));
    screen_.style.fontSize = size + "px";
    screen_.style.width = columns * size * perPixel + "px";
    metrics = { column: size * perPixel, row: high, columns, rows, font: null };
    drawn = [];
    call("resize", null, columns, rows);
}

// Signs that the font has not are of another width: each gets a column of its own.
const widths = new Map();
const canvas = document.createElement("canvas").getContext("2d");
function isOdd(sign) {
    if (sign < "\u007f")
        return false;
    if (!metrics.font) {
        metrics.font = getComputedStyle(screen_).font;
        widths.clear();
    }
    if (!widths.has(sign)) {
        canvas.font = metrics.font;
        widths.set(sign, Math.abs(canvas.measureText(sign).width - metrics.column) > 0.02 * metrics.column);
    }
    return widths.get(sign);
}

function piece(run, text, isCursor) {
    const span = document.createElement("span");
    const classes = [run.s];
    if (run.h)
        classes.push(run.h > 0 ? "above" : "below", "far-" + Math.abs(run.h));
    if (run.l)
        classes.push("link");
    if (run.w)
        classes.push("wide");
    if (isCursor)
        classes.push("cursor");
    span.className = classes.join(" ");
    if (run.w || ![...text].some(isOdd)) {
        span.textContent = text;
        return span;
    }
    for (const sign of text) {
        const one = document.createElement("span");
        one.className = isOdd(sign) ? "glyph" : "";
        one.textContent = sign;
        span.append(isOdd(sign) ? one : sign);
    }
    return span;
}

// A row as one line of text: `cursor` is a column, or -1.
function rowOf(runs, cursor) {
    const row = document.createElement("div");
    row.className = "row";
    let column = 0;
    for (const run of runs) {
        const signs = [...run.t], at = run.w ? (cursor === column ? 0 : -1) : cursor - column;
        if (at >= 0 && at < signs.length && !run.w) {
            if (at > 0)
                row.append(piece(run, signs.slice(0, at).join(""), false));
            row.append(piece(run, signs[at], true));
            if (at + 1 < signs.length)
                row.append(piece(run, signs.slice(at + 1).join(""), false));
        } else {
            row.append(piece(run, run.t, at === 0));
        }
        column += run.w || signs.length;
    }
    return row;
}

function drawFrame() {
    const text = call("frame", "string");
    if (!text)
        return;
    frame = JSON.parse(text);
    const cursor = frame.cursor || [-1, -1];
    frame.rows.forEach((runs, i) => {
        const column = i === cursor[0] ? cursor[1] : -1;
        const key = JSON.stringify(runs) + column;
        if (drawn[i] === key && screen_.children[i])
            return;
        const row = rowOf(runs, column);
        if (screen_.children[i])
            screen_.children[i].replaceWith(row);
        else
            screen_.append(row);
        drawn[i] = key;
    });
    while (screen_.children.length > frame.rows.length)
        screen_.lastChild.remove();
}

function drawKeys() {
    by("keys").replaceChildren(...FINGERS.map(([text, key]) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = text;
        button.addEventListener("click", () => press(key));
        return button;
    }));
}

// --- the line mode --------------------------------------------------------------------------------------------

const isPlain = () => document.body.classList.contains("plain");

function tell(text, kind) {
    const told = by("told"), p = document.createElement("p");
    if (!text.trim())
        return;
    p.className = kind;
    p.textContent = text.trimEnd();
    told.append(p);
    while (told.children.length > TOLD_MOST)
        told.firstChild.remove();
    p.scrollIntoView({ block: kind === "asked" ? "start" : "nearest" });
}

function setPlain(on) {
    document.body.classList.toggle("plain", on);
    by("lines").hidden = !on;
    by("plain").setAttribute("aria-pressed", String(on));
    if (on) {
        tell(call("told", "string"), "page");
        line.focus();
    } else {
        resize();
        show();
        by("plain").blur();
    }
}

async function runLine(text) {
    if (isPlain()) {
        tell("> " + text, "asked");
        await done(call("line", "number", text));
        tell(call("message", "string"), "message");
        tell(call("told", "string"), "page");
        return;
    }
    if (!call("typing", "number"))
        press(":");
    for (const sign of text)
        call("key", "number", sign === " " ? "Space" : sign);
    press("Enter");
}

// --- the place --------------------------------------------------------------------------------------------

const hash = () => location.hash.replace(/^#/, "");

// The address becomes a link to where the reader is, once the keys come to rest: browsers take few changes a second.
// Another lesson is a step of the browser's own history.
function keepPlace() {
    clearTimeout(keeping);
    clearTimeout(saving);
    keeping = setTimeout(writePlace, 150);
    saving = setTimeout(save, 1000);
}

function writePlace() {
    const place = call("place", "string");
    tellHost();
    if (place === hash())
        return;
    const isOther = !isGuest && place.split("/")[0] !== hash().split("/")[0];
    try {
        history[isOther ? "pushState" : "replaceState"](null, "", place ? "#" + place : location.pathname + location.search);
    } catch {
        // some browsers do not let a page in a file do that: then the link is had by its button alone
    }
}

function save() {
    if (isGuest)
        return;
    try {
        localStorage.setItem(KEPT, call("saved", "string"));
    } catch {
        // refused or full: the place lasts as long as the page
    }
}

function restore() {
    try {
        call("restore", null, isGuest ? "" : localStorage.getItem(KEPT) || "");
    } catch {
        // refused
    }
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

// --- a file in a link -----------------------------------------------------------------------------------------

// The files of the reader that were opened, by the lesson's name in links: each as [file name, bytes].
const own = new Map();
const lessonOf = place => place.split(/[/?]/)[0];
const IS_LESSON = /\.(md|py|ipynb)$/i;
const CARRIED = /[?&]file=([^&:]+):([\w-]+)/;

async function through(stream, bytes, most) {
    const chunks = [], reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
    let length = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
        length += next.value.length;
        if (length > most)
            throw new Error("too large");
        chunks.push(next.value);
    }
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

// "file=NAME:BYTES", the bytes compressed and in base64url; "" where they do not fit or the browser cannot.
async function carried(name, bytes) {
    if (typeof CompressionStream !== "function" || bytes.length > 100 * CARRIED_MOST)
        return "";
    const packed = await through(new CompressionStream("deflate-raw"), bytes, FILE_MOST);
    if (packed.length > CARRIED_MOST * 3 / 4)
        return "";
    const text = btoa(String.fromCharCode(...packed)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    return `file=${encodeURIComponent(name)}:${text}`;
}

// Opens the file that the address carries, unless it is open; what is wrong with it, or "".
async function takeCarried() {
    const found = hash().match(CARRIED);
    if (!found)
        return "";
    try {
        const name = decodeURIComponent(found[1]);
        if (!IS_LESSON.test(name))
            throw new Error("no lesson");
        const packed = Uint8Array.from(atob(found[2].replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0));
        openBytes(name, await through(new DecompressionStream("deflate-raw"), packed, FILE_MOST / 10));
        return "";
    } catch {
        return "This link carries a file that cannot be read: it may have been cut.";
    }
}

// The place, with the file of the reader's that it is in; null after saying why a link cannot carry that.
async function carriedPlace() {
    const place = call("place", "string"), file = own.get(lessonOf(place));
    const carries = file ? await carried(...file) : "";
    if (!file)
        return place;
    if (!carries)
        say(`A link cannot carry ${file[0]}, which is too long for an address: send the file, too. Nothing was copied.`);
    return carries ? place + (place.includes("?") ? "&" : "?") + carries : null;
}

async function copyLink() {
    const place = await carriedPlace(), file = own.get(lessonOf(place || ""));
    if (place === null)
        return;
    const link = location.href.replace(/#.*/, "") + (place ? "#" + place : "");
    const what = file ? `The link is copied. It carries ${file[0]}: who has the link has your file.` :
        location.protocol === "file:" ? "The link is copied. It leads to a file of this computer: send that, too." :
            "The link to this place is copied.";
    say(await copy(link) ? what : link);
}

// --- what comes in ------------------------------------------------------------------------------------------

function show() {
    document.title = call("title", "string") || "qkv";
    if (!isPlain())
        drawFrame();
    keepPlace();
    clearTimeout(timer);
    const patience = call("patience", "number");
    if (patience >= 0 && !isStopped)
        timer = setTimeout(() => {
            if (call("tick", "number", performance.now()))
                show();
            else
                wait();
        }, patience);
}

function wait() {
    const patience = call("patience", "number");
    if (patience >= 0 && !isStopped)
        timer = setTimeout(() => call("tick", "number", performance.now()) ? show() : wait(), Math.max(patience, 20));
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

// After Esc, Tab leaves the screen for the buttons below it, as readers without a mouse need.
function onKey(event) {
    const isElsewhere = event.target.closest("button, input, textarea, dialog, a");
    if (isElsewhere || isPlain() || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !qkv)
        return;
    let key = KEYS[event.key] || (SAME_KEYS.includes(event.key) || [...event.key].length === 1 ? event.key : "");
    if (event.key === "Tab") {
        if (tabLeaves)
            return;
        key = event.shiftKey ? "S-Tab" : "Tab";
    }
    tabLeaves = event.key === "Escape";
    if (!key)
        return;
    event.preventDefault();
    press(key);
}

// A click on a column; what was dragged over is a selection, and no click.
function onClick(event) {
    if (!metrics || !qkv || String(getSelection()))
        return;
    const box = screen_.getBoundingClientRect();
    const row = Math.floor((event.clientY - box.top) / metrics.row);
    const column = Math.floor((event.clientX - box.left) / metrics.column);
    done(call("click", "number", row, column));
}

let turned = 0;
function onWheel(event) {
    if (event.ctrlKey || isPlain() || document.documentElement.scrollHeight > window.innerHeight + 1)
        return;
    event.preventDefault();
    turned += event.deltaMode === 0 ? event.deltaY / 40 : event.deltaY;
    const by = Math.trunc(turned);
    turned -= by;
    if (by)
        done(call("wheel", "number", by));
}

// --- files ------------------------------------------------------------------------------------------------

async function open(file) {
    if (file.size > FILE_MOST) {
        say(`${file.name} has ${Math.round(file.size / 1024 / 1024)} MB, and qkv takes files of up to 10 MB.`);
        return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    openBytes(file.name, bytes);
}

// Data first: a lesson finds beside it what it reads, in whatever order the files were chosen.
async function openAll(files) {
    const isData = file => /\.(npy|safetensors)$/i.test(file.name);
    for (const file of [...files].sort((a, b) => isData(b) - isData(a)))
        await open(file);
}

function openBytes(name, bytes) {
    const error = withBytes(bytes, (at, length) => call("open", "string", name, at, length));
    const lesson = lessonOf(call("place", "string"));
    if (!error && lesson && IS_LESSON.test(name))
        own.set(lesson, [name, bytes]);
    const report = call("report", "string");
    show();
    say(error);
    if (isPlain())
        tell(report || call("told", "string"), "page");
    else if (report)
        showReport(report);
}

function showReport(text) {
    const dialog = by("report");
    dialog.querySelector("pre").textContent = text;
    dialog.showModal();
}

// What a pasted text is: "" for what is typed into a prompt, or for a what-if.
function kindOf(text) {
    if (!text.trim().includes("\n"))
        return "";
    if (/^\s*\{/.test(text) && text.includes("\"cells\""))
        return "pasted.ipynb";
    if (/^#{1,2} /m.test(text) && text.includes("```"))
        return "pasted.md";
    return /^\s*(import|from|def|class) /m.test(text) ? "pasted.py" : "pasted.txt";
}

function onPaste(event) {
    if (event.target.closest("input, textarea") || !qkv)
        return;
    const files = [...event.clipboardData.files], text = event.clipboardData.getData("text/plain");
    event.preventDefault();
    const kind = call("typing", "number") ? "" : kindOf(text);
    if (files.length)
        openAll(files);
    else if (kind)
        openBytes(kind, new TextEncoder().encode(text));
    else if (text)
        done(call("paste", "number", text));
}

function onDrop(event) {
    event.preventDefault();
    document.body.classList.remove("dropping");
    if (qkv)
        openAll(event.dataTransfer.files);
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
    window.addEventListener("resize", () => { resize(); show(); });
    window.addEventListener("hashchange", goToHash);
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
    by("link").addEventListener("click", copyLink);
    by("embed").addEventListener("click", copyEmbed);
    by("plain").addEventListener("click", () => setPlain(!isPlain()));
}

async function begin() {
    receiveGuest();
    say("Loading ..");
    if (!await loadModule())
        return;
    say("");
    restore();
    drawKeys();
    resize();
    const error = call("start", "string", metrics.columns, metrics.rows);
    listen();
    if (error)
        say(error);
    else
        say(await goToFirst());
    show();
    if (!isGuest)
        setTimeout(bringAll, 2000);
}

begin();

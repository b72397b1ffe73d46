// The view as a terminal: frames of text, and the line mode. Every text of a lesson gets onto the page as text.
"use strict";

const COLUMNS_LEAST = 40, COLUMNS_MOST = 110, ROWS_LEAST = 16;
const TOLD_MOST = 200;                  // texts of the line mode that stay

// For a window that is touched: what these do not have is on the last line of the screen, and in `?`.
const FINGERS = [["Space", "Space"], ["Bksp", "Backspace"], ["Enter", "Enter"], ["q", "q"], ["←", "Left"], ["↑", "Up"],
    ["↓", "Down"], ["→", "Right"], ["Tab", "Tab"], ["i", "i"], ["=", "="], ["?", "?"]];

let metrics, drawn = [], frame = null;

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


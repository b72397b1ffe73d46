// Files of the reader: opened, dropped, pasted, and carried in a link. They stay in this browser.
"use strict";

const FILE_MOST = 10 * 1024 * 1024;     // as qkv_web_open takes it
const CARRIED_MOST = 8000;              // signs of a file in a link, compressed

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
        const packed = bytesOf(found[2].replace(/-/g, "+").replace(/_/g, "/"));
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

// --- a file to hand in ------------------------------------------------------------------------------------

// The lesson's exercises as a file, with what was answered here in it.
function takeAlong() {
    const text = call("sheet", "string"), name = call("sheet_name", "string"), lesson = name.replace(/-practice\.py$/, "");
    if (!text) {
        say(lesson ? "This lesson asks for no code: there is nothing to take along." : "Open a lesson first: its exercises can be taken along.");
        return;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/x-python" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    say(`${name} has your right answers in it. In a terminal, qkv mark ${lesson} ${name} counts what holds.`);
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

// Names the file that a pasted text is; "" for what is typed into a prompt, or for a what-if.
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


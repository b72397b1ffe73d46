// The module and the lessons. They lie in scripts beside the page, which a page may load also where it may read no file: in
// a file of its own, and in a frame without an origin; or inside of the page, where that is one file (tests/pack.py).
//
// A parcel is what `qkv export --page` writes: {lessons: [{file, headings}], files: {name: text or {base64}}}.
"use strict";

const WEB_FILE = 0, WEB_LESSON = 1, WEB_HEADINGS = 2;   // as in web.h
const parcels = [];
const onTheWay = new Map();     // lessons that were asked for, by the names of their files
let qkv, lessons = [];

function bytesOf(text) {
    return Uint8Array.from(atob(text), sign => sign.charCodeAt(0));
}

// Called by the scripts in lessons/.
function qkvHere(parcel) {
    parcels.push(parcel);
    if (qkv)
        unpack();
}

// Hands all files that have come to the module.
function unpack() {
    for (const parcel of parcels.splice(0)) {
        const files = parcel.files || {};
        lessons = lessons.concat(parcel.lessons || []);
        for (const lesson of parcel.lessons || [])
            if (lesson.headings)
                put(lesson.file, new TextEncoder().encode(lesson.headings), WEB_HEADINGS);
        for (const [name, content] of Object.entries(files)) {
            const bytes = typeof content === "string" ? new TextEncoder().encode(content) : bytesOf(content.base64);
            put(name, bytes, lessons.some(lesson => lesson.file === name) ? WEB_LESSON : WEB_FILE);
        }
    }
}

// Calls `use` with a copy of the bytes in the module's memory.
function withBytes(bytes, use) {
    const at = qkv._malloc(bytes.length + 1);
    qkv.HEAPU8.set(bytes, at);
    const result = use(at, bytes.length);
    qkv._free(at);
    return result;
}

function put(name, bytes, kind) {
    withBytes(bytes, (at, length) => call("put", null, name, at, length, kind));
}

// Has a lesson come, whose headings are here; whether it did.
function bring(file) {
    if (!onTheWay.has(file))
        onTheWay.set(file, new Promise(resolve => {
            const script = document.createElement("script");
            script.src = `lessons/${encodeURIComponent(file)}.js`;
            script.addEventListener("load", () => resolve(true));
            script.addEventListener("error", () => {
                onTheWay.delete(file);
                resolve(false);
            });
            document.head.append(script);
        }));
    return onTheWay.get(file);
}

// Has the lesson come that the last event wanted; false when there was none, or it does not come.
async function bringWanted() {
    const file = call("wanted", "string");
    if (!file)
        return false;
    if (await bring(file))
        return true;
    say(`The lesson ${file} does not come: it is not beside this page, or the network is gone.`);
    return false;
}

// All others, while nobody waits: words are looked for in all lessons.
async function bringAll() {
    for (const lesson of lessons)
        if (lesson.headings)
            await bring(lesson.file);
}

async function unzip(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
}

// The module, with the lessons that are here; null after saying what is wrong.
async function loadModule() {
    const inside = document.getElementById("lessons");
    if (inside)
        qkvHere(JSON.parse(inside.textContent));
    if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") {
        say("This browser has no WebAssembly, or is older than 2023: a newer one does. In a terminal, qkv needs none.");
        return null;
    }
    if (typeof createQkv !== "function" || parcels.length === 0) {
        say(`The file ${typeof createQkv === "function" ? "lessons/list.js" : "qkv.js"} is missing beside this page: copy the whole folder.`);
        return null;
    }
    try {
        const wasmBinary = await unzip(bytesOf(createQkv.packed));
        qkv = await createQkv({ wasmBinary, print: console.log, printErr: console.warn });
    } catch (error) {
        say("qkv could not be loaded: this browser refuses its WebAssembly. Another browser may do.");
        console.error(error);
        return null;
    }
    unpack();
    return qkv;
}

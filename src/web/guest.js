// A guest in the page of somebody else: ?embed. It has no buttons, takes keys and the wheel only after a click or Enter,
// gives them back with Esc, leaves nothing in the history or the storage, and tells its host where it is:
//
//     {qkv: 1, place, title, score}       after each step, to the page around the frame
//     {go: "09/3.1"}                      from there
//
// And what the address asks for: ?lesson=FILE&with=DATA,DATA&at=1.2&lang=de.
"use strict";

const PLACE_MOST = 8000;        // signs of a place in a message
const asked = new URLSearchParams(location.search);
const isGuest = asked.has("embed");
const hasHost = window.parent !== window;
let hasKeys = !isGuest;

// --- keys and the wheel -----------------------------------------------------------------------------------

function takeKeys(takes) {
    if (!isGuest || hasKeys === takes)
        return;
    hasKeys = takes;
    document.documentElement.classList.toggle("taken", takes);
    by("guest-keys").textContent = takes ? "Esc gives the keys back" : "click, or Enter: keys work here";
}

function giveBack() {
    takeKeys(false);
    if (document.activeElement)
        document.activeElement.blur();
    if (hasHost)
        window.parent.focus();
}

// Comes before every other listener: what is not for the guest goes its way.
function onGuestKey(event) {
    const isOther = event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
    if (isOther || (hasKeys && event.key !== "Escape"))
        return;
    if (!hasKeys && event.key === "Enter" && !event.target.closest("a")) {
        takeKeys(true);
        event.preventDefault();
    } else if (hasKeys && !call("typing", "number") && !document.querySelector("dialog[open]")) {
        giveBack();
    } else if (hasKeys) {
        return;
    }
    event.stopImmediatePropagation();
}

function onGuestWheel(event) {
    if (!hasKeys)
        event.stopImmediatePropagation();
}

// --- the host ---------------------------------------------------------------------------------------------

let told = "";

function tellHost() {
    if (!isGuest)
        return;
    const place = call("place", "string");
    by("guest-out").href = addressOf(place, false);
    const message = { qkv: 1, place, title: document.title, score: call("score", "string") };
    const text = JSON.stringify(message);
    if (!hasHost || text === told || place.length > PLACE_MOST)
        return;
    told = text;
    window.parent.postMessage(message, "*");
}

async function onMessage(event) {
    const data = event.data;
    if (event.source !== window.parent || typeof data !== "object" || !data || typeof data.go !== "string")
        return;
    if (data.go.length > PLACE_MOST)
        return;
    say(await goTo(data.go));
    show();
}

// --- addresses --------------------------------------------------------------------------------------------

// The page at a place, alone or as a guest; in a file, the name of that file.
function addressOf(place, embeds) {
    const words = new URLSearchParams([...asked].filter(([name]) => ["lesson", "with", "lang"].includes(name)));
    const page = location.protocol === "file:" ? location.pathname.replace(/.*\//, "") : location.origin + location.pathname;
    const all = [embeds ? "embed" : "", String(words)].filter(Boolean).join("&");
    return page + (all && "?" + all) + (place && "#" + place);
}

const quoted = text => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

// The element that shows this place in another page.
async function copyEmbed() {
    const place = await carriedPlace();
    if (place === null)
        return;
    const code = `<iframe src="${quoted(addressOf(place, true))}" title="${quoted(document.title)}" width="100%" height="460"` +
        " loading=\"lazy\" sandbox=\"allow-scripts allow-popups\"></iframe>";
    const end = location.protocol === "file:" ? " Put this file beside the page that has it." : "";
    say(await copy(code) ? "The code for another page is copied: a frame with this place." + end : code);
}

// --- what the address asks for -----------------------------------------------------------------------------

const IS_PLAIN_NAME = /^[^/\\?#%:]+\.(md|py|ipynb|npy|safetensors|txt)$/i;

// A file from the folder of the page; what is wrong, or "".
async function fetchFile(name) {
    const isFile = location.protocol === "file:";
    try {
        if (!IS_PLAIN_NAME.test(name))
            throw new Error("no plain name");
        const answer = await fetch(encodeURIComponent(name));
        if (!answer.ok)
            throw new Error(String(answer.status));
        const bytes = new Uint8Array(await answer.arrayBuffer());
        if (bytes.length > FILE_MOST)
            throw new Error("too large");
        if (/\.txt$/i.test(name))
            put(name, bytes, WEB_FILE);
        else
            openBytes(name, bytes);
        return "";
    } catch {
        return `${name} cannot be read from beside this page.` +
            (isFile ? " A page in a file reads no others: qkv export --page puts a lesson into one." : "");
    }
}

// The lesson that the address names; what is wrong with it, or "". One that came with the page is only gone to.
async function openAsked() {
    const file = asked.get("lesson");
    if (!file)
        return "";
    const known = lessons.find(lesson => lesson.file === file || lesson.file.replace(IS_LESSON, "") === file);
    if (known)
        return hash() ? "" : goTo(known.file.replace(IS_LESSON, "") + atOf());
    for (const name of (asked.get("with") || "").split(",").filter(Boolean)) {
        const error = await fetchFile(name);
        if (error)
            return error;
    }
    const error = await fetchFile(file), at = atOf();
    return error || !at || hash() ? error : goTo(lessonOf(call("place", "string")) + at);
}

const atOf = () => asked.get("at") ? "/" + asked.get("at") : "";

// The first place: what the address names, or the only lesson that there is. What is wrong, or "".
async function goToFirst() {
    const error = await takeCarried() || await openAsked();
    if (error || (!hash() && (asked.get("lesson") || lessons.length !== 1)))
        return error;
    return goTo(hash() || lessons[0].file.replace(IS_LESSON, "") + atOf());
}

function receiveGuest() {
    const language = asked.get("lang") || "";
    if (/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language))
        document.documentElement.lang = language;
    if (!isGuest)
        return;
    document.documentElement.classList.add("embed");
    by("guest").hidden = false;
    window.addEventListener("keydown", onGuestKey, true);
    window.addEventListener("wheel", onGuestWheel, true);
    window.addEventListener("pointerdown", () => takeKeys(true), true);
    window.addEventListener("blur", () => takeKeys(false));
    window.addEventListener("message", onMessage);
}

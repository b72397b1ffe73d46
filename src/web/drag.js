// Lines that are put in order can be dragged, by a mouse at any place of theirs, by a finger at the grip before them. What
// comes of it are the keys that do the same: Enter takes a line up, Up and Down carry it, Enter puts it down.
"use strict";

const DRAG_LEAST = 6;       // px before a press is a drag
let drag = null;            // {li, pointer, from, y, isOn}

const isOrder = () => /\border\b/.test(document.body.dataset.state || "");

// All that a line is carried over, one key each: the other lines, and the heading between those that are used and the rest.
// Of a line that goes on below, only its first row counts.
function placesOfLines() {
    const list = by("p-step").querySelector(".rows");
    return [...list.children].filter(li => li.matches(".head") !== li.matches(".code"));
}

function addGrips() {
    if (!isOrder())
        return;
    for (const li of placesOfLines().filter(li => li.matches(".code"))) {
        const grip = document.createElement("span");
        grip.className = "grip";
        grip.setAttribute("aria-hidden", "true");
        li.prepend(grip);
    }
}

function onDragDown(event) {
    const li = isOrder() && event.button === 0 && event.target.closest("li.code");
    if (li && placesOfLines().includes(li) && (event.pointerType === "mouse" || event.target.matches(".grip")))
        drag = { li, pointer: event.pointerId, from: placesOfLines().indexOf(li), y: event.clientY, isOn: false };
}

// The place over which the pointer is: that of the last one whose middle is above it.
function placeAt(y) {
    const places = placesOfLines();
    const before = places.filter((li, i) => {
        const box = li.getBoundingClientRect();
        return i !== drag.from && box.top + box.height / 2 < y;
    }).length;
    return { to: before, li: places.filter((_, i) => i !== drag.from)[before] };
}

function onDragMove(event) {
    if (!drag || event.pointerId !== drag.pointer)
        return;
    if (!drag.isOn && Math.abs(event.clientY - drag.y) < DRAG_LEAST)
        return;
    if (!drag.isOn) {
        drag.isOn = true;
        drag.li.classList.add("dragged");
        drag.li.setPointerCapture(drag.pointer);
    }
    const { li } = placeAt(event.clientY);
    for (const marked of by("p-step").querySelectorAll(".drop"))
        marked.classList.remove("drop");
    (li || placesOfLines().at(-1)).classList.add("drop");
    (li || placesOfLines().at(-1)).classList.toggle("last", !li);
}

function endDrag() {
    for (const li of by("p-step").querySelectorAll(".dragged, .drop"))
        li.classList.remove("dragged", "drop", "last");
    drag = null;
}

function onDragUp(event) {
    if (!drag || event.pointerId !== drag.pointer)
        return;
    const { isOn, from, li } = drag, to = isOn ? placeAt(event.clientY).to : from;
    const row = li.querySelector(".row");
    endDrag(); // the click that follows is on no button: the line has the pointer
    if (to === from)
        return;
    if (by("p-step").querySelector(".hand small")?.textContent === "in hand")
        call("key", "number", "Enter"); // stays where it was carried
    call("press", "number", numberOf(row));
    for (let i = from; i !== to; i += Math.sign(to - from))
        call("key", "number", to > from ? "Down" : "Up");
    done(call("key", "number", "Enter"));
}

function listenToDrags() {
    live.addEventListener("pointerdown", onDragDown);
    live.addEventListener("pointermove", onDragMove);
    live.addEventListener("pointerup", onDragUp);
    live.addEventListener("pointercancel", endDrag);
    live.addEventListener("keydown", event => event.key === "Escape" && drag && endDrag(), true);
}

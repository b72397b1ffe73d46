// The module of the page in node: what a page does with it, in every lesson, and with what a stranger drops in.
//
//     node tests/web/module.js build/web
"use strict";

const fs = require("fs");
const path = require("path");
const zlib = require("zlib");
const assert = require("assert");

const folder = path.resolve(process.argv[2]);
const file = path.join(folder, "qkv.js");
const began = performance.now();
const createModule = require(file);
const MOST_BYTES = 800000; // of the module, gzipped

const createQkv = () => createModule({ wasmBinary: zlib.gunzipSync(Buffer.from(createModule.packed, "base64")) });

const SPACE = "Space";
const WEB = { file: 0, lesson: 1, headings: 2 };
const WISH = { goOn: 0, redraw: 1, copy: 5 };
const MOST_STEPS = 2000; // of one lesson

let module_;
const text = (name, ...values) =>
    module_.ccall("qkv_web_" + name, "string", values.map(v => typeof v), values);
const number = (name, ...values) =>
    module_.ccall("qkv_web_" + name, "number", values.map(v => typeof v), values);

// A frame whose runs fill it to the last column.
function frame() {
    const f = JSON.parse(text("frame"));
    assert.strictEqual(f.rows.length, f.height);
    for (const row of f.rows) {
        const columns = row.reduce((sum, run) => sum + (run.w || [...run.t.replace(/\p{M}/gu, "")].length), 0);
        assert.strictEqual(columns, f.width, JSON.stringify(row));
    }
    return f;
}

function put(name, bytes, kind) {
    const at = module_._malloc(bytes.length + 1);
    module_.HEAPU8.set(bytes, at);
    text("put", name, at, bytes.length, kind);
    module_._free(at);
}

// Parcel that a script in lessons/ hands over.
function parcelOf(name) {
    const script = fs.readFileSync(path.join(folder, "lessons", name + ".js"), "utf8");
    return JSON.parse(script.replace(/^qkvHere\(|\);\n$/g, ""));
}

// The headings of all lessons, and then the lessons.
function bringLessons() {
    const list = parcelOf("list");
    for (const lesson of list.lessons)
        put(lesson.file, Buffer.from(lesson.headings), WEB.headings);
    assert.strictEqual(text("start", 80, 24), "");
    const headings = screen();
    for (const lesson of list.lessons)
        for (const [name, content] of Object.entries(parcelOf(lesson.file).files)) {
            const its = fs.readFileSync(path.join("lessons", name));
            const bytes = typeof content === "string" ? Buffer.from(content) : Buffer.from(content.base64, "base64");
            assert.ok(bytes.equals(its), name);
            put(name, bytes, name === lesson.file ? WEB.lesson : WEB.file);
        }
    assert.strictEqual(screen(), headings, "the menu of headings is another one");
}

const screen = () => frame().rows.map(row => row.map(run => run.t).join("").trimEnd()).join("\n");

function open(name, content) {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    const at = module_._malloc(bytes.length + 1);
    module_.HEAPU8.set(bytes, at);
    const said = text("open", name, at, bytes.length);
    module_._free(at);
    return said;
}

// Space by Space to the end of a lesson: the place of each step, which leads back to it.
function walk(lesson) {
    const places = [];
    assert.strictEqual(text("go", lesson + "/0"), "");
    for (;;) {
        const place = text("place");
        if (!place.startsWith(lesson + "/"))
            break;
        places.push(place);
        assert.ok(places.length < MOST_STEPS, lesson + " has no end");
        const wish = number("key", SPACE);
        assert.ok(wish === WISH.goOn || wish === WISH.redraw, "wish " + wish);
        frame();
        if (text("message").includes("last step of the last lesson"))
            break;
    }
    return places;
}

function walksThroughEveryLesson() {
    const lessons = fs.readdirSync("lessons").filter(f => /^\d+-.*\.md$/.test(f)).map(f => f.match(/^\d+/)[0]);
    let steps = 0, time = performance.now();
    const places = lessons.map(walk);
    time = performance.now() - time;
    places.forEach((its, i) => {
        assert.ok(its.length > 5, `lesson ${lessons[i]} has ${its.length} steps`);
        steps += its.length;
    });
    for (const place of new Set(places.flat())) {
        assert.strictEqual(text("go", place), "", place);
        assert.strictEqual(text("place"), place);
    }
    return `${lessons.length} lessons, ${steps} steps, ${(time / steps).toFixed(2)} ms a step with its frame`;
}

function asksAndChanges() {
    const link = "01/5.1/x2,x2?change=w_query%5Bf1,%20q2%5D%20%3D%205";
    assert.strictEqual(text("go", link), "");
    assert.strictEqual(text("place"), link);
    assert.match(screen(), /weights\[x2, x2\] = 0\.98200/);
    assert.match(text("told"), /weights/);
    assert.match(text("title"), /^Attention by hand/);
    assert.strictEqual(text("go", "77"), "There is no lesson 77.");
    assert.strictEqual(text("go", "01/9.9"), "There is no step 9.9: stage 9 has steps 0 to 5.");
    assert.strictEqual(text("go", ""), "");
    assert.strictEqual(text("place"), "");
    text("go", "01/2.1");
    assert.strictEqual(number("key", "y"), WISH.copy);
    assert.match(text("copied"), /^tensor\(/);
    for (const key of ["e", "Ctrl-Z", "m"])
        assert.ok([WISH.goOn, WISH.redraw].includes(number("key", key)));
    assert.strictEqual(number("key", "Q"), WISH.goOn);
    assert.strictEqual(text("place"), "", "Q leads to the menu");
    assert.strictEqual(number("key", "q"), WISH.goOn);
    assert.match(text("message"), /close the page/);
}

// Lessons that would take all time, memory or stack of a program that lets them.
const HOSTILE = {
    "endless.py": "while True:\n    x = 1\n",
    "deep.py": "def f(n):\n    return f(n + 1)\n\nf(0)\n",
    "compared.py": "def f(n):\n    x = [n]\n    y = [A()]\n    for i in range(190):\n        x = [x]\n        y = [y]\n" +
        "    return x == y\n\n\nclass A:\n    def __eq__(self, other):\n        return f(other)\n\n\nf(1)\n",
    "added.py": "def f(n):\n    return f(n)" + " + 1".repeat(450) + "\n\nf(0)\n",
    "nested.py": "x = " + "(".repeat(5000) + "1" + ")".repeat(5000) + "\n",
    "lists.py": "x = []\nfor i in range(100000):\n    x = [x]\nprint(x == x, x)\n",
    "objects.py": "class A:\n    def __add__(self, n):\n        return self + n\n\nA() + 1\n",
    "large.py": "import torch\nx = torch.zeros(100000, 100000)\n",
    "hoard.py": "x = [0]\nwhile True:\n    x = x + x\n",
    "quotes.md": "# Deep\n\n" + ">".repeat(50000) + "x\n\n" + "- ".repeat(20000) + "y\n",
    "bytes.md": Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256)),
    "book.ipynb": "[".repeat(100000),
    "escape.md": "# A\u001b[2J\n\n## B\u0007\n\n```python\nprint('\\x1b]0;x\\x07')\n```\n",
    "empty.py": "",
};

function survives() {
    for (const [name, content] of Object.entries(HOSTILE)) {
        const time = performance.now();
        const said = open(name, content);
        for (const key of [SPACE, "Enter", "Down", "i", SPACE, "q", "t", "q", "q"])
            number("key", key);
        assert.ok(!/[\u0000-\u0008\u000b-\u001f\u007f]/.test(screen()), name);
        assert.ok(said === "" || /[.?!]$/.test(said), name + ": " + said);
        assert.ok(performance.now() - time < 30000, name + " takes too long");
    }
    assert.strictEqual(text("go", "01/5.1"), "");
    assert.match(screen(), /stage 5\/11/);
}

function opensFiles() {
    assert.strictEqual(open("../../../own.py", "import torch\nx = torch.ones(2, 2)\ny = x * 3\n"), "");
    assert.match(screen(), /own/);
    number("key", SPACE);
    assert.match(text("told"), /3/);
    assert.match(open("big.md", Buffer.alloc((10 << 20) + 1)), /larger than 10 MB/);
    text("go", "");
    assert.match(open("numbers.txt", "1 2 3"), /Open the lesson first/);
    text("go", "01");
    const alongColumns = "weights = tensor([[6.3379e-02, 6.0337e-06, 2.9539e-04],\n" +
        "        [4.6831e-01, 9.8201e-01, 8.8054e-01],\n        [4.6831e-01, 1.7986e-02, 1.1917e-01]])\n";
    assert.strictEqual(open("numbers.txt", alongColumns), "");
    assert.match(text("report"), /softmax.*dim/s);
}

function keepsPlaces() {
    text("go", "03/4.1");
    const saved = text("saved", "places");
    assert.match(saved, /in 03-/);
    return createQkv().then(other => {
        module_ = other;
        text("restore", "places", saved);
        bringLessons();
        assert.strictEqual(text("start", 80, 24), "");
        number("key", "Enter");
        assert.strictEqual(text("place"), "03/4.1");
    });
}

createQkv().then(async made => {
    module_ = made;
    bringLessons();
    frame();
    const start = performance.now() - began;
    const script = fs.readFileSync(file), small = zlib.gzipSync(script, { level: 9 }).length;
    console.log(`web: ${script.length} bytes, ${small} gzipped; ${start.toFixed(0)} ms to start with all lessons`);
    assert.ok(small < MOST_BYTES, "the module is larger than it was");
    console.log("web: " + walksThroughEveryLesson());
    asksAndChanges();
    opensFiles();
    survives();
    await keepsPlaces();
}).catch(error => {
    console.error(String(error.stack).slice(0, 3000));
    process.exit(1);
});

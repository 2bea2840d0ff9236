// The study home page without an account: cards of today, forecast, retention by chapter.

import { AGAIN, DAY, PARAMETERS, REVIEW, Scheduler } from "./fsrs.js";
import { localDay, localDecks, localOptions } from "./study-queue.js";
import { page, store, who, words } from "./study-store.js";

const DAYS = 30;
const TALL = 66;
const FOOT = 84;
const LOOKED_BACK = 90 * DAY;
const FEW = 10;
const WEAK = 0.85;
const SVG = "http://www.w3.org/2000/svg";
const FORMAT = "rulesbase-study-1";

const byId = (id) => document.getElementById(id);

function svgElement(name, attributes, text = "") {
  const piece = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) piece.setAttribute(key, value);
  piece.textContent = text;
  return piece;
}

function element(name, properties = {}, ...children) {
  const piece = Object.assign(document.createElement(name), properties);
  piece.append(...children);
  return piece;
}

// ---- Today and the month ahead ----

const sum = byId("local-sum");
const begin = document.querySelector("[data-own]");
const atFirst = { sum: sum?.textContent, begin: begin?.href };

function sentence(left, parts) {
  const { colon, comma, fullStop } = sum.dataset;
  return `${words("left", { n: left })}${colon}${parts.join(comma)}${fullStop}`;
}

async function showToday() {
  const options = localOptions();
  const { isChoice, lists } = await localDecks(options);
  const { due, fresh } = localDay(options, lists, isChoice, Date.now());
  const parts = [];
  if (due.length) parts.push(words("due", { n: due.length }));
  if (fresh.length) parts.push(words("fresh", { n: fresh.length }));
  // Without decks of its own the page keeps its introduction, and "Begin" starts with the first deck.
  if (!parts.length && !lists.length) {
    begin.href = atFirst.begin;
    sum.textContent = atFirst.sum;
    return;
  }
  begin.href = begin.dataset.own;
  sum.textContent = parts.length ? sentence(due.length + fresh.length, parts) : words("nothing");
}

function ahead() {
  const { day, known } = localDay(localOptions(), [], false, Date.now());
  const counts = new Array(DAYS).fill(0);
  const aside = store.all("aside.");
  for (const [id, { due }] of known) {
    const at = due < day.ends ? 0 : Math.ceil((due - day.ends + 1) / DAY);
    if (at < DAYS && aside.get(id)?.until !== null) counts[at] += 1;
  }
  return counts;
}

function bar(cards, at, most) {
  const height = cards ? Math.max(Math.round((TALL * cards) / most), 2) : 0;
  const x = (100 * at) / DAYS;
  const pieces = [];
  if (at === 0 && cards) pieces.push(svgElement("text", { class: "strong", x: 0, y: FOOT - height - 8 }, String(cards)));
  if (height) pieces.push(svgElement("rect", { class: at ? "p-soft" : "p-ink", x: `${x}%`, y: FOOT - height, width: "2.4%", height }));
  if (at === 0) pieces.push(svgElement("text", { x: 0, y: 100 }, words("today")));
  else if (at % 10 === 0) pieces.push(svgElement("text", { class: "mid", x: `${x + 1.2}%`, y: 100 }, words("in", { n: at })));
  return pieces;
}

function forecast() {
  const counts = ahead();
  const total = counts.reduce((all, one) => all + one, 0);
  const summary = words("ahead", { n: total });
  byId("local-month").textContent = total ? summary : "";
  if (!total) {
    byId("local-forecast").replaceChildren(element("p", { className: "quiet", textContent: words("nothing") }));
    return;
  }
  const picture = svgElement("svg", { class: "pic", height: 104, role: "img", "aria-label": summary });
  const most = Math.max(...counts, 1);
  picture.append(...counts.flatMap((cards, at) => bar(cards, at, most)));
  picture.append(svgElement("line", { class: "axis", x1: 0, x2: "100%", y1: 84.5, y2: 84.5 }));
  byId("local-forecast").replaceChildren(picture);
}

// ---- Retention by chapter ----

function retentionByChapter() {
  const scheduler = new Scheduler(localOptions().retention);
  const memory = new Map();
  const found = new Map();
  const since = Date.now() - LOOKED_BACK;
  for (const { question, grade, at } of store.grades()) {
    const before = memory.get(question) ?? null;
    const chapter = store.read(`text.${question}`)?.eyebrow ?? "";
    const row = found.get(chapter) ?? { chapter, cards: new Set(), asked: 0, remembered: 0, promised: 0 };
    found.set(chapter, row);
    row.cards.add(question);
    if (before?.state === REVIEW && at >= since) {
      row.asked += 1;
      row.remembered += grade > AGAIN ? 1 : 0;
      row.promised += scheduler.retrievability(before, at);
    }
    memory.set(question, scheduler.graded(before, grade, at));
  }
  const share = (row) => (row.asked ? row.remembered / row.asked : 2);
  return [...found.values()].sort((a, b) => share(a) - share(b) || b.cards.size - a.cards.size);
}

function isWeak({ asked, remembered, promised }) {
  return asked >= FEW && remembered / asked < Math.min(promised / asked, WEAK);
}

function showRetention() {
  const rows = retentionByChapter().filter(({ chapter }) => chapter);
  const lines = rows.map((row) =>
    element(
      "tr",
      {},
      element("th", { scope: "row", textContent: row.chapter, className: isWeak(row) ? "weak" : "" }),
      element("td", { className: "n", textContent: String(row.cards.size) }),
      element("td", { className: "n", textContent: row.asked ? `${Math.round((100 * row.remembered) / row.asked)} %` : "–" }),
    ),
  );
  byId("local-retention").tBodies[0].replaceChildren(...lines);
  byId("local-retention").hidden = rows.length === 0;
  byId("local-retention-none").hidden = rows.length > 0;
}

// ---- Decks and options ----

function decks() {
  const rows = store.read("decks", []).map(({ id, title }) =>
    element("li", {}, element("a", { href: `${page.dataset.decks}${encodeURIComponent(id)}/`, textContent: title })),
  );
  const none = element("li", { className: "quiet", textContent: words("noDeck") });
  byId("local-decks").replaceChildren(...(rows.length ? rows : [none]));
}

const form = byId("local-options");

function fillOptions(values) {
  for (const name of ["new_a_day", "reviews_a_day", "retention", "knows"]) form.elements[name].value = values[name] ?? "";
}

function saveOptions() {
  const { new_a_day, reviews_a_day, retention, knows } = form.elements;
  const numbers = { new_a_day: new_a_day.valueAsNumber, reviews_a_day: reviews_a_day.valueAsNumber, retention: retention.valueAsNumber };
  const given = Object.fromEntries(Object.entries(numbers).filter(([, value]) => Number.isFinite(value)));
  store.write("options", { ...store.read("options", {}), ...given, knows: knows.value || null });
}

// Settings from a file count where none are stored here; the form decides which values are possible.
function importOptions(values) {
  if (store.read("options")) return;
  fillOptions({ ...localOptions(), ...values });
  if (form.checkValidity()) saveOptions();
  fillOptions(localOptions());
}

function options() {
  const saved = byId("options-saved");
  fillOptions(localOptions());
  form.elements.knows.max = new Date().toLocaleDateString("sv"); // YYYY-MM-DD
  form.addEventListener("input", () => {
    saved.hidden = true;
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    saveOptions();
    saved.hidden = false;
    showAll();
  });
}

// ---- Export and import ----

function exported() {
  const kinds = Object.fromEntries(["grade", "aside"].map((kind) => [kind, Object.fromEntries(store.all(`${kind}.`))]));
  const { grade: grades, aside } = kinds;
  return { format: FORMAT, made: new Date().toISOString(), parameters: PARAMETERS, grades, aside, decks: store.read("decks", []), options: store.read("options", {}) };
}

function save() {
  const file = new Blob([JSON.stringify(exported(), null, 1)], { type: "application/json" });
  const href = URL.createObjectURL(file);
  const link = element("a", { href, download: `rulesbase-study-${new Date().toISOString().slice(0, 10)}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ID = /^[\w@-]{1,8}$/;
const LAST_MOMENT = 8.64e15; // beyond it there is no date
const isMoment = (value) => Number.isFinite(value) && Math.abs(value) <= LAST_MOMENT;

function isGrade([key, given]) {
  return KEY.test(key) && ID.test(given?.question) && [1, 2, 3, 4].includes(given.grade) && isMoment(given.at);
}

// Import all grades or, if the storage is full, none, so that the same file can be imported again.
function takeGrades(given) {
  try {
    for (const [key, { question, grade, at, took, text }] of given) {
      store.write(`grade.${key}`, { question, grade, at, took: Number(took) || 0, text: Number(text) || undefined });
    }
  } catch (error) {
    for (const [key] of given) store.remove(`grade.${key}`);
    throw Object.assign(error, { isFull: true });
  }
}

// What a file adds: grades that are here already stay as they are. Throws for what is no such file.
function importFile(text) {
  const data = JSON.parse(text);
  if (data?.format !== FORMAT || typeof data.grades !== "object") throw new Error("no such file");
  // Keys in lower case, as the server writes them when it confirms grades.
  const given = Object.entries(data.grades ?? {}).filter(isGrade).map(([key, one]) => [key.toLowerCase(), one]);
  const new_ = given.filter(([key]) => !store.read(`grade.${key}`));
  takeGrades(new_);
  for (const [id, { how, until }] of Object.entries(data.aside ?? {})) {
    if (ID.test(id) && (until === null || Number.isFinite(until))) store.write(`aside.${id}`, { how: String(how), until });
  }
  const here = store.read("decks", []);
  const more = (Array.isArray(data.decks) ? data.decks : []).filter(({ id }) => ID.test(id) && !here.some((deck) => deck.id === id));
  store.write("decks", [...here, ...more.map(({ id, title }) => ({ id, title: String(title) }))]);
  importOptions(data.options);
  return new_.length;
}

function showMessage(text, isBad = false) {
  const line = byId("browser-message");
  line.textContent = text;
  line.className = `toast mt ${isBad ? "toast-bad" : "toast-ok"}`;
  line.hidden = false;
}

async function load(event) {
  const [file] = event.target.files;
  try {
    showMessage(words("imported", { n: importFile(await file.text()) }));
  } catch (error) {
    showMessage(words(error.isFull ? "full" : "badFile"), true);
  }
  event.target.value = "";
  await showAll();
}

function deleteAll() {
  if (!confirm(words("sure"))) return;
  store.clear();
  fillOptions(localOptions());
  showMessage(words("once"));
  showAll();
}

async function showAll() {
  forecast();
  showRetention();
  decks();
  byId("local-held").textContent = words("hold", { n: store.waiting });
  await showToday();
}

// A first visit is a session at once: there is nothing to show here yet.
function isFirstVisit() {
  const asked = new URLSearchParams(location.search);
  return !asked.has("overview") && !store.read("decks", []).length && !store.grades().length && navigator.onLine;
}

if (who === "local" && byId("local") && isFirstVisit()) {
  location.replace(document.querySelector(".begin").href);
} else if (who === "local" && byId("local")) {
  byId("local").hidden = false;
  options();
  byId("export").addEventListener("click", save);
  byId("import").addEventListener("change", load);
  byId("forget").addEventListener("click", deleteAll);
  showAll();
}

// The study session: one card after the other, with and without network, with and without an account.

import { onSingleKey } from "./keyboard.js";
import { loadAccount, loadLocal, storedSession } from "./study-queue.js";
import { cardElements, endElements, noneElements } from "./study-session-card.js";
import { store, who, words } from "./study-store.js";
import { onTaken, send, show } from "./study-sync.js";

const LONGEST_LOOK = 120_000;
const stage = document.getElementById("stage");
// Whether this is a copy of the page saved for offline use.
const isCopy = document.getElementById("offline-now") !== null;

let session = null;
let card = null;
let shownAt = 0;
let triedAt = 0;

const at = () => document.querySelector("#stage .ans");
const grades = () => [...document.querySelectorAll("#stage .grades button")];

function reveal() {
  const answer = at();
  if (answer) answer.open = true;
}

function endMessage() {
  if (session.loaded.isEmpty) return words("noDeck");
  const done = session.done();
  return done ? words("graded", { n: done }) : words("nothing");
}

// `wanted` is a card to show before all others: the one whose grade was just taken back.
function render(wanted = null) {
  const now = Date.now();
  card = wanted ?? session.next(now);
  shownAt = now;
  const { canUndo } = session;
  if (card) {
    const facts = { left: session.left(now), done: session.done(), dues: session.outcomes(card.id, now), now, canUndo };
    stage.replaceChildren(cardElements(card, facts));
    stage.querySelector(".ans").addEventListener("toggle", () => {
      stage.querySelector(".reveal").hidden = at().open;
      if (at().open) stage.querySelector(".answer").focus({ preventScroll: true });
    });
  } else stage.replaceChildren(endElements(endMessage(), canUndo, session.loaded.isEmpty));
  explain();
  show();
}

// The introduction is shown until a card was graded.
function explain() {
  const first = document.getElementById("first-words");
  if (who === "local") first.hidden = store.grades().length > 0;
  else if (session.done()) first.hidden = true;
}

function next(wanted = null) {
  render(wanted);
  window.scrollTo(0, 0);
  document.getElementById("ask")?.focus({ preventScroll: true });
  if (!card) more();
}

// Run an action that writes to the storage, and show the next card. If the storage is full, show that and stay.
function runStored(action) {
  let wanted;
  try {
    wanted = action();
  } catch {
    document.getElementById("waiting").textContent = words("full");
    return;
  }
  next(wanted);
  send();
}

function grade(number) {
  if (!card || !at()?.open) return;
  const now = Date.now();
  runStored(() => {
    session.give(card.id, number, now, Math.min(now - shownAt, LONGEST_LOOK));
    return null;
  });
}

function undo() {
  if (session?.canUndo) runStored(() => session.undo());
}

function setAside(how) {
  if (!card) return;
  runStored(() => {
    session.setAside(card.id, how);
    return null;
  });
}

// At the end of what is loaded: perhaps there is more by now.
async function more() {
  if (who === "local" || Date.now() - triedAt < 10_000) return;
  await send();
  await load();
}

// ---- Keyboard shortcuts ----

function move(by) {
  const buttons = grades();
  const now = buttons.indexOf(document.activeElement);
  const to = now < 0 ? 2 : Math.min(Math.max(now + by, 0), buttons.length - 1);
  if (at()?.open) buttons[to]?.focus();
}

const ACTIONS = {
  " ": reveal,
  o: () => document.querySelector("#stage .answer a.num, #stage .cited a")?.click(),
  u: undo,
  ArrowLeft: () => move(-1),
  ArrowRight: () => move(1),
  ...Object.fromEntries([1, 2, 3, 4].map((number) => [String(number), () => grade(number)])),
};

onSingleKey(({ key, target, repeat }) => {
  // Space presses what has the focus.
  const presses = target instanceof Element && target.closest("button, a, summary, input");
  if (repeat || !ACTIONS[key] || (key === " " && (!card || at()?.open || presses))) return false;
  ACTIONS[key]();
  return true;
});

// ---- Presses ----

stage.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || !session) return;
  const { form } = button;
  if (form) event.preventDefault();
  if (button.classList.contains("reveal")) reveal();
  else if (button.name === "grade") grade(Number(button.value));
  else if (button.dataset.do === "undo") undo();
  else if (button.dataset.do) setAside(button.dataset.do);
});

// ---- Beginning ----

async function load() {
  triedAt = Date.now();
  try {
    session = who === "local" ? await loadLocal() : await loadAccount();
  } catch (error) {
    // Another account is signed in by now: load the page again.
    if (error.status === 409 && !isCopy) location.reload();
    if (!session) stage.replaceChildren(noneElements());
    else if (!card) next();
    show();
    return;
  }
  // Stay at a card that is being answered.
  const here = card?.id ?? stage.querySelector("[data-card]")?.dataset.card;
  const wasOpen = at()?.open ?? false;
  const same = session.cards.get(here);
  next(same && session.moment(here, Date.now()) !== null ? same : null);
  if (same && same === card && wasOpen) reveal();
}

async function begin() {
  onTaken((answer) => session?.take(answer.states));
  document.addEventListener("study:sent", () => session?.reload());
  if (who !== "local") {
    session = storedSession();
    if (session && (isCopy || !navigator.onLine)) next();
    // Send waiting grades first: the queue depends on them.
    await send();
  }
  await load();
}

function showUndone(taken) {
  if (taken.wasSent) session.takeBack(taken);
  session.reload();
}

window.addEventListener("storage", (event) => {
  if (!session || !event.key?.startsWith(store.prefix)) return;
  const had = card;
  if (event.key === `${store.prefix}queue`) session.readQueue();
  else if (event.key.startsWith(`${store.prefix}undo.`) && event.newValue) showUndone(JSON.parse(event.newValue));
  else session.reload();
  if (had && session.moment(had.id, Date.now()) === null) next();
  show();
});
document.addEventListener("visibilitychange", () => {
  // A page that stayed open overnight shows the new day.
  if (document.visibilityState === "visible" && session && Date.now() > session.loaded.day.ends) load();
});
document.addEventListener("study:taken", load);
begin();

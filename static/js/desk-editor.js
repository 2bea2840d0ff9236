// The editor of the desk: saves drafts and runs the checks while the user types, and adds keyboard shortcuts.
// Without this script the buttons of the form do the same.

import { focusEnd, insertText, makeItalic, replaceText } from "./desk-fields.js";
import { markStored, problemOf, removeCopy, removeOldCopies, storeCopy, storedCopy } from "./desk-unsent-copies.js";
import { offerWords } from "./desk-term-offers.js";

const form = document.getElementById("desk-form");
const field = form?.querySelector("textarea[name='text']") ?? form?.querySelector("[name='heading']");
const savedNote = document.getElementById("draft-saved");
const PAUSE = 1200; // milliseconds without typing before a draft is saved
const INTERVAL = 30000; // milliseconds between requests for who else edits the text

let timer = 0;
let dirty = false;
let ended = false; // the form is being sent
let paused = false; // another window of this user saves drafts
let sending = Promise.resolve();

function fields() {
  const data = new URLSearchParams();
  for (const name of ["csrfmiddlewaretoken", "heading", "text", "base", "saves"]) {
    const input = form.elements.namedItem(name);
    if (input) data.append(name, input.value);
  }
  return data;
}

function showError(words) {
  const error = document.getElementById("ed-error");
  error.textContent = words;
  error.hidden = !words;
  // An empty aria-invalid means valid.
  if (words) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}

function showOthers(names) {
  const box = document.getElementById("others");
  box.hidden = names.length === 0;
  const words = names.length ? box.dataset.names.replace("%(names)s", () => names.join(box.dataset.comma)) : "";
  if (box.textContent !== words) box.textContent = words;
}

function showNewer(answer) {
  const box = document.getElementById("newer");
  if (answer.newest <= Number(form.elements.base.value) || !box.hidden) return;
  const isOwn = answer.by === box.dataset.user;
  box.textContent = isOwn ? box.dataset.own : box.dataset.newer.replace("%(name)s", () => answer.by);
  box.hidden = false;
}

// ---- A copy in this browser of what the server has not stored yet ----

const COPY = `desk/${form?.dataset.copy}`;
const unsent = document.getElementById("unsent");

function inputs() {
  return ["heading", "text"].map((name) => form.elements.namedItem(name)).filter(Boolean);
}

function deleteCopy(sent) {
  const copy = storedCopy(COPY);
  // What was typed since it was sent is not stored yet.
  if (copy && Object.entries(copy.now).every(([name, value]) => sent.get(name) === value)) removeCopy(COPY);
}

function useCopy(copy) {
  for (const input of inputs()) input.value = copy.now[input.name] ?? input.value;
  typed();
}

// A copy may be weeks old, so the date is shown too.
function momentOf(copy) {
  const language = document.documentElement.lang;
  const form = { dateStyle: "long", timeStyle: "short" };
  return new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, form).format(copy.at);
}

// The beginning of a text, in the quotation marks of the page's language.
function quoted(text) {
  const quote = document.createElement("q");
  quote.lang = field.lang;
  quote.textContent = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  return quote;
}

// Restore what an earlier visit could not send; ask first if the server has another text by now.
function restore() {
  const copy = storedCopy(COPY);
  const same = (values) => inputs().every((input) => (values[input.name] ?? "") === input.value);
  if (!copy?.now || same(copy.now)) return removeCopy(COPY);
  const box = document.getElementById("restored");
  const sure = same(copy.was);
  box.firstElementChild.textContent = form.dataset.restored.replace("%(at)s", momentOf(copy));
  if (!sure) box.firstElementChild.append(" ", quoted(copy.now.text || copy.now.heading || ""));
  box.hidden = false;
  const use = document.getElementById("use-copy");
  use.hidden = sure;
  use.addEventListener("click", () => {
    box.hidden = true;
    useCopy(copy);
  });
  document.getElementById("drop-copy").addEventListener("click", () => {
    box.hidden = true;
    removeCopy(COPY);
    if (sure) for (const input of inputs()) input.value = copy.was[input.name];
    if (sure) typed();
  });
  if (sure) useCopy(copy);
}

function showUnsent(reason) {
  unsent.hidden = !reason;
  if (!reason) return;
  unsent.firstElementChild.textContent = form.dataset[reason];
  for (const link of unsent.querySelectorAll("a")) link.hidden = link.dataset.for !== reason;
}

async function saveDraftNow() {
  clearTimeout(timer);
  if (ended || paused || !dirty) return;
  if (field.dataset.most && [...field.value].length > Number(field.dataset.most)) {
    savedNote.textContent = form.dataset.long;
    return;
  }
  dirty = false;
  const sent = fields();
  let response;
  try {
    response = await fetch(form.dataset.draft, { method: "POST", body: sent });
    const problem = problemOf(response);
    showUnsent(problem);
    if (problem) {
      dirty = true;
      timer = setTimeout(saveDraft, INTERVAL);
      return;
    }
    const answer = await response.json();
    if (response.ok) {
      markStored(inputs(), sent);
      storeCopy(COPY, inputs());
      deleteCopy(sent);
      form.elements.saves.value = answer.saves;
      savedNote.textContent = `${form.dataset.saved} ${new Date().toTimeString().slice(0, 5)}`;
      showError("");
      showOthers(answer.others);
      showNewer(answer);
      await check();
    } else if (answer.problem) {
      paused = true;
      showError(answer.problem);
    } else {
      showError(Object.values(answer.errors ?? {}).flat().join(" "));
    }
  } catch {
    dirty = true;
    showUnsent("offline");
    timer = setTimeout(saveDraft, INTERVAL);
  }
}

// One after the other: a slow answer must not overtake the next one.
function saveDraft() {
  sending = sending.then(saveDraftNow);
  return sending;
}

async function check() {
  const response = await fetch(form.dataset.checks, { method: "POST", body: fields() });
  if (response.ok) document.getElementById("checks").innerHTML = await response.text();
}

function typed() {
  dirty = true;
  storeCopy(COPY, inputs());
  clearTimeout(timer);
  timer = setTimeout(saveDraft, PAUSE);
}

// ---- Insert text into the field ----

const put = (words) => insertText(field, words);

function copyFrom(id) {
  const from = document.getElementById(id);
  if (!from) return;
  const heading = form.elements.namedItem("heading");
  const { heading: words } = from.dataset;
  if (heading && words && (field === heading || !heading.value)) replaceText(heading, words);
  if (field !== heading) replaceText(field, from.dataset.text ?? from.innerText);
}

function insert(number) {
  const button = form.querySelector(`[data-insert='${number}']`);
  const match = button?.closest("li").querySelector(".matchtext");
  if (match) put(match.dataset.text);
}

// Insert the first sentence of the suggestions that was not inserted yet.
function insertSentence() {
  const button = form.querySelector("[data-insert^='s']:not([data-used])");
  if (!button) return;
  button.dataset.used = "";
  insert(button.dataset.insert);
}

function applyFix(button) {
  const heading = form.elements.namedItem("heading");
  replaceText(button.dataset.field === "heading" && heading ? heading : field, button.dataset.fixed);
}

// Send a button of the form. The text stays in this browser until the server has stored it.
async function send(button) {
  // What nobody typed needs no copy.
  if (inputs().some((input) => input.value !== (input.dataset.stored ?? input.defaultValue))) storeCopy(COPY, inputs());
  ended = true;
  clearTimeout(timer);
  try {
    await sending;
    // Read after the last autosave, which changes the count of saves.
    const data = new URLSearchParams(new FormData(form, button));
    const response = await fetch(form.action, { method: "POST", body: data, headers: { Accept: "application/json" } });
    const problem = problemOf(response);
    if (problem) {
      ended = false;
      dirty = true;
      return showUnsent(problem);
    }
    if (response.ok && response.headers.get("Content-Type")?.startsWith("application/json")) {
      const { next } = await response.json();
      // Another window of the same text may have a copy that is not stored yet.
      deleteCopy(data);
      return location.assign(next);
    }
  } catch {
    ended = false;
    dirty = true;
    timer = setTimeout(saveDraft, INTERVAL);
    return showUnsent("offline");
  }
  // A refusal: let the browser show the page with its reasons.
  const verb = document.createElement("input");
  Object.assign(verb, { type: "hidden", name: button.name, value: button.value });
  form.append(verb);
  form.submit();
}

function press(verb) {
  form.querySelector(`button[name='verb'][value='${verb}']`)?.click();
}

function pressMain(at) {
  const isComment = at.id === "cm";
  const button = isComment ? form.querySelector("[value='return'], [value='comment']") : form.querySelector(".btn-main");
  button.click();
}

// ---- Keyboard shortcuts ----

function help() {
  document.getElementById("keyhelp").showModal();
}

const WITH_ALT = {
  c: () => copyFrom("older"),
  k: help,
  // The bar of actions is always in sight.
  r: () => document.getElementById("cm")?.focus({ preventScroll: true }),
  s: insertSentence,
  m: () => {
    const button = form.querySelector("[data-fixed]");
    if (button) applyFix(button);
  },
  arrowdown: () => document.getElementById("go-on")?.click(),
  arrowup: () => document.getElementById("go-back")?.click(),
  home: () => document.getElementById("go-first")?.click(),
};

function keyed(event) {
  const key = event.key.toLowerCase();
  const ctrl = (event.ctrlKey || event.metaKey) && !event.altKey;
  if (event.isComposing || event.getModifierState("AltGraph")) return false;
  if (ctrl && key === "enter") event.shiftKey ? press("approve") : pressMain(event.target);
  else if (ctrl && key === "s") press("save");
  else if (ctrl && key === "i" && event.target === field) makeItalic(field);
  else if (ctrl && key === "o") form.querySelector("[data-copy='english']")?.click();
  // The figure by its place on the keyboard: with Alt the sign may be another one.
  else if (event.altKey && !event.ctrlKey && /^Digit[1-9]$/.test(event.code)) insert(event.code.slice(5));
  else if (event.altKey && !event.ctrlKey && WITH_ALT[key]) WITH_ALT[key]();
  else return false;
  return true;
}

if (form && field) {
  for (const button of document.querySelectorAll("[data-copy], [data-insert]")) button.hidden = false;
  form.addEventListener("input", (event) => {
    if (["text", "heading"].includes(event.target.name)) typed();
  });
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.insert) insert(button.dataset.insert);
    else if (button.dataset.fixed !== undefined) applyFix(button);
    else if (button.dataset.put) put(button.dataset.put);
    else return;
    event.preventDefault();
  });
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", () => copyFrom(button.dataset.copy));
  }
  form.addEventListener("submit", (event) => {
    if (!event.submitter?.name) return;
    event.preventDefault();
    if (!ended) send(event.submitter);
  });
  const words = document.getElementById("desk-words");
  if (words) offerWords(field, JSON.parse(words.textContent), document.getElementById("offer"), put);
  removeOldCopies();
  restore();
  // On a phone the keyboard would cover the English.
  if (matchMedia("(pointer: fine)").matches) focusEnd(field, { preventScroll: true });
  document.addEventListener("keydown", (event) => {
    if (keyed(event)) event.preventDefault();
  });
  // Send what was typed in the last second when the user leaves the page.
  addEventListener("pagehide", () => {
    if (dirty && !ended) navigator.sendBeacon(form.dataset.draft, fields());
  });
  // A page that comes back from the browser's memory is not ended.
  addEventListener("pageshow", () => {
    ended = false;
  });
  setInterval(() => {
    // A save shows others for ten minutes that the text is being edited; without changes nothing is saved.
    if (!document.hidden && field.value !== field.defaultValue) {
      dirty = true;
      saveDraft();
    }
  }, INTERVAL);
}

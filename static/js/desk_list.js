// The list of the desk: many texts in one page, each saved, submitted or approved by key. Without this script the
// number of a row opens its editor.

import { offerWords } from "./desk_words.js";

const list = document.getElementById("desklist");
const token = document.querySelector("#listform [name='csrfmiddlewaretoken']")?.value;
const PAUSE = 1200; // milliseconds without typing before a draft is saved
const words = JSON.parse(document.getElementById("desk-words")?.textContent ?? "[]");
const timers = new WeakMap();
const queues = new WeakMap(); // one request of a row after the other

const formsOf = () => [...list.querySelectorAll("form")];
const inputsOf = (form) => [...form.querySelectorAll("[name='heading'], [name='text']")];
const copyKey = (form) => `desk/${list.dataset.copy}/${form.dataset.text}`;

function showError(form, words) {
  const error = form.querySelector(".error");
  error.textContent = words;
  error.hidden = !words;
}

function showState(form, words) {
  let badge = form.querySelector(".listhead .state");
  if (!badge) {
    badge = document.createElement("span");
    badge.className = "badge state";
    form.querySelector(".listhead").append(" ", badge);
  }
  badge.textContent = words;
}

// A copy in this browser until the server has stored the text; the editor of a single text restores it too.
function saveCopy(form) {
  const copy = { at: Date.now(), was: {}, now: {} };
  for (const input of inputsOf(form)) {
    copy.was[input.name] = input.defaultValue;
    copy.now[input.name] = input.value;
  }
  try {
    localStorage.setItem(copyKey(form), JSON.stringify(copy));
  } catch {
    // A full or forbidden store: the draft on the server is what there is.
  }
}

function deleteCopy(form, sent) {
  if (inputsOf(form).every((input) => sent.get(input.name) === input.value)) localStorage.removeItem(copyKey(form));
}

function restore(form) {
  const written = localStorage.getItem(copyKey(form));
  if (!written) return;
  const copy = JSON.parse(written);
  if (!inputsOf(form).every((input) => (copy.was?.[input.name] ?? "") === input.value)) return;
  for (const input of inputsOf(form)) input.value = copy.now[input.name] ?? input.value;
  showState(form, list.dataset.restored);
}

function fields(form, more = {}) {
  const data = new URLSearchParams(new FormData(form));
  data.set("csrfmiddlewaretoken", token);
  for (const [name, value] of Object.entries(more)) data.set(name, value);
  return data;
}

function problemOf(response) {
  if (response.redirected || response.status === 401) return list.dataset.ended;
  if (response.status === 403) return list.dataset.denied;
  return response.status >= 500 || response.status === 429 ? list.dataset.failed : "";
}

function path(form, end) {
  const url = new URL(form.action);
  const query = new URLSearchParams();
  for (const name of ["part", "version"]) if (url.searchParams.has(name)) query.set(name, url.searchParams.get(name));
  return `${url.pathname}${end}?${query}`;
}

function queued(form, act) {
  const next = (queues.get(form) ?? Promise.resolve()).then(act);
  queues.set(form, next);
  return next;
}

async function post(form, address, data) {
  try {
    const response = await fetch(address, { method: "POST", body: data, headers: { Accept: "application/json" } });
    const problem = problemOf(response);
    showError(form, problem);
    return problem ? null : response;
  } catch {
    showError(form, list.dataset.offline);
    return null;
  }
}

async function saveDraft(form) {
  const sent = fields(form);
  const response = await post(form, path(form, "draft/"), sent);
  if (!response) return;
  const answer = await response.json();
  if (!response.ok) return showError(form, answer.problem ?? Object.values(answer.errors ?? {}).flat().join(" "));
  form.elements.saves.value = answer.saves;
  deleteCopy(form, sent);
  showState(form, list.dataset.saved);
  await check(form);
}

async function check(form) {
  const response = await fetch(path(form, "checks/"), { method: "POST", body: fields(form) });
  if (!response.ok || response.redirected) return;
  const box = form.querySelector(".listchecks");
  box.innerHTML = await response.text();
  // Only what is wrong: what passed would push the next rows away. Fixes belong to the editor.
  for (const one of box.querySelectorAll("details, button")) one.remove();
}

async function send(form, verb) {
  clearTimeout(timers.get(form));
  saveCopy(form);
  const sent = fields(form, { verb, row: "1" });
  const response = await post(form, form.action, sent);
  if (!response) return false;
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  const answer = isJson ? await response.json() : {};
  if (!response.ok || !isJson) {
    showError(form, answer.problem ?? list.dataset.refused);
    return false;
  }
  form.elements.base.value = answer.revision;
  form.elements.seen.value = answer.approved ?? "";
  for (const input of inputsOf(form)) input.defaultValue = sent.get(input.name);
  deleteCopy(form, sent);
  showState(form, answer.message);
  form.closest("li").classList.add("is-done");
  return true;
}

function go(form, step) {
  const forms = formsOf();
  const next = forms[forms.indexOf(form) + step];
  const input = next && inputsOf(next).at(-1);
  input?.focus();
  next?.closest("li").scrollIntoView({ block: "nearest" });
}

// Offer the agreed terms of the language in a field that is used for the first time.
function offer(field) {
  if (field.name !== "text" || field.dataset.offers !== undefined) return;
  field.dataset.offers = "";
  const box = document.createElement("p");
  box.className = "small offer";
  box.role = "status";
  box.hidden = true;
  box.innerHTML = "<kbd>Tab</kbd> <b></b> <small lang='en'></small>";
  field.after(box);
  offerWords(field, words, box, (text) => document.execCommand("insertText", false, text));
}

function press(form, verb) {
  if (!form.querySelector(`button[value="${verb}"]`)) return;
  // The next row has the focus at once; an error stays beside its row.
  if (verb !== "save") go(form, 1);
  queued(form, () => send(form, verb));
}

if (list && token) {
  list.dataset.ready = "";
  for (const form of formsOf()) restore(form);
  list.addEventListener("submit", (event) => {
    event.preventDefault();
    press(event.target, event.submitter?.value ?? "save");
  });
  list.addEventListener("input", (event) => {
    const form = event.target.form;
    if (!form) return;
    saveCopy(form);
    clearTimeout(timers.get(form));
    timers.set(form, setTimeout(() => queued(form, () => saveDraft(form)), PAUSE));
  });
  list.addEventListener("focusin", (event) => offer(event.target));
  list.addEventListener("keydown", (event) => {
    const form = event.target.form;
    if (!form || event.isComposing || event.getModifierState("AltGraph")) return;
    const ctrl = (event.ctrlKey || event.metaKey) && !event.altKey;
    const key = event.key.toLowerCase();
    if (ctrl && key === "enter") press(form, event.shiftKey ? "approve" : "submit");
    else if (ctrl && key === "s") press(form, "save");
    else if (event.altKey && key === "arrowdown") go(form, 1);
    else if (event.altKey && key === "arrowup") go(form, -1);
    else return;
    event.preventDefault();
  });
  const first = formsOf()[0];
  if (first && matchMedia("(pointer: fine)").matches) inputsOf(first).at(-1)?.focus({ preventScroll: true });
}

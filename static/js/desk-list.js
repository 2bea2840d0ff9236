// The list of the desk: many texts in one page, each saved, submitted or approved by key. Without this script the
// number of a row opens its editor. A row gets its form when it comes near the screen: 900 text fields at once would
// take a second to lay out.

import { focusEnd, insertText, makeItalic, replaceText } from "./desk-fields.js";
import { markStored, problemOf, removeCopy, storeCopy, storedCopy } from "./desk-unsent-copies.js";
import { offerWords } from "./desk-term-offers.js";

const list = document.getElementById("desklist");
const token = document.querySelector("[name='csrfmiddlewaretoken']")?.value;
const PAUSE = 1200; // milliseconds without typing before a draft is saved
const NEAR = "1000px"; // rows this far from the screen get their forms
const template = document.getElementById("rowform");
const terms = JSON.parse(document.getElementById("desk-words")?.textContent ?? "[]");
const timers = new WeakMap();
const checked = new WeakSet(); // the forms whose first text was checked
const requests = new WeakMap(); // the last request of a row; the next one waits for it

const inputsOf = (form) => [...form.querySelectorAll("[name='heading'], [name='text']")];
const copyKey = (row) => `desk/${list.dataset.copy}/${row.id.slice(1)}`;

// Return the form of a row; make it from the template if the row has none yet.
function formOf(row) {
  const shown = row.querySelector(".listwords");
  if (!shown) return row.querySelector("form");
  const form = template.content.firstElementChild.cloneNode(true);
  const link = row.querySelector(".num");
  form.action = link.href;
  for (const name of ["base", "seen", "saves"]) form.elements[name].value = row.dataset[name];
  // People cannot approve their own texts with FOUR_EYES.
  if ("fourEyes" in list.dataset && !("waits" in row.dataset)) form.querySelector("[value='approve']")?.remove();
  // A reviewer does not write the waiting text, as in the editor.
  if ("waits" in row.dataset && form.querySelector("[value='approve']")) form.querySelector("[data-copy-english]").remove();
  for (const input of inputsOf(form)) {
    const text = shown.querySelector(`[data-field="${input.name}"]`)?.textContent;
    if (text === undefined) {
      input.remove();
      continue;
    }
    input.lang = shown.lang;
    input.defaultValue = text;
    input.setAttribute("aria-label", `${link.textContent}${input.name === "heading" ? `: ${list.dataset.heading}` : ""}`);
  }
  shown.replaceWith(form);
  restore(form);
  return form;
}

function showError(form, message) {
  const error = form.querySelector(".error");
  error.textContent = message;
  error.hidden = !message;
  if (message && message === list.dataset.ended) {
    const link = document.createElement("a");
    link.href = list.dataset.signIn;
    link.textContent = list.dataset.signInWord;
    error.append(" ", link);
  }
}

function showState(form, message) {
  const head = form.closest("li").querySelector(".listhead");
  let badge = head.querySelector(".state");
  if (!badge) {
    badge = document.createElement("span");
    badge.className = "badge state";
    head.append(" ", badge);
  }
  badge.textContent = message;
}

// The editor of a single text restores the copy too.
function saveCopy(form) {
  storeCopy(copyKey(form.closest("li")), inputsOf(form));
}

function deleteCopy(form, sent) {
  if (inputsOf(form).every((input) => (sent.get(input.name) ?? input.defaultValue) === input.value)) {
    removeCopy(copyKey(form.closest("li")));
  }
}

function restore(form) {
  const key = copyKey(form.closest("li"));
  const copy = storedCopy(key);
  if (!copy) return;
  const isShown = (values) => inputsOf(form).every((input) => (values?.[input.name] ?? "") === input.value);
  if (isShown(copy.now)) return removeCopy(key);
  // The server has a newer text: the editor shows both.
  if (!isShown(copy.was)) return showError(form, list.dataset.otherCopy);
  for (const input of inputsOf(form)) input.value = copy.now[input.name] ?? input.value;
  showState(form, list.dataset.restored);
}

function fields(form, more = {}) {
  const data = new URLSearchParams(new FormData(form));
  data.set("csrfmiddlewaretoken", token);
  for (const [name, value] of Object.entries(more)) data.set(name, value);
  return data;
}

function path(form, end) {
  const url = new URL(form.action);
  const query = new URLSearchParams();
  for (const name of ["part", "version"]) if (url.searchParams.has(name)) query.set(name, url.searchParams.get(name));
  return `${url.pathname}${end}?${query}`;
}

// Requests of a row run one after the other, so that a slow one cannot overwrite a newer text. One that fails, for
// example because the answer is a page of a proxy, does not stop those after it.
function enqueue(form, act) {
  const run = () => act().catch(() => showError(form, list.dataset.failed));
  requests.set(form, (requests.get(form) ?? Promise.resolve()).then(run));
}

async function post(form, address, data) {
  try {
    const response = await fetch(address, { method: "POST", body: data, headers: { Accept: "application/json" } });
    const problem = problemOf(response);
    showError(form, problem && list.dataset[problem]);
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
  markStored(inputsOf(form), sent);
  saveCopy(form);
  deleteCopy(form, sent);
  showState(form, list.dataset.saved);
  await check(form);
}

// Show what the checks find in a row; beside an empty row similar texts that are translated.
async function check(form) {
  // A check that cannot run is no error: the text is sent by other requests.
  const body = fields(form, { row: "1" });
  const response = await fetch(path(form, "checks/"), { method: "POST", body }).catch(() => null);
  if (!response?.ok || response.redirected) return;
  const box = form.querySelector(".listchecks");
  box.innerHTML = await response.text();
  // Only what is wrong: what passed would push the next rows away.
  box.querySelector("details")?.remove();
}

// Replace a field by the fix of a check, or by a match of the translation memory.
function fix(event) {
  const button = event.target.closest(".listchecks [data-fixed]");
  if (!button) return;
  event.preventDefault();
  replaceText(event.target.closest("form").elements[button.dataset.field], button.dataset.fixed);
}

// A heading that was written already stays, as in the editor.
function copyEnglish(form) {
  const { heading, text } = form.elements;
  const english = form.closest("li").querySelector("[data-text]").dataset;
  if (heading && (!text || !heading.value)) replaceText(heading, english.heading);
  if (text) replaceText(text, english.text);
}

async function send(form, verb) {
  clearTimeout(timers.get(form));
  saveCopy(form);
  const sent = fields(form, { verb, row: "1" });
  // The waiting text is approved as it is; a changed one is approved as a text of this person.
  const isChanged = inputsOf(form).some((input) => input.value !== input.defaultValue);
  if (verb === "approve" && "waits" in form.closest("li").dataset && !isChanged) {
    for (const input of inputsOf(form)) sent.delete(input.name);
  }
  const response = await post(form, form.action, sent);
  if (!response) return;
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  const answer = isJson ? await response.json() : {};
  if (!response.ok || !isJson) return showError(form, answer.problem ?? list.dataset.refused);
  form.elements.base.value = answer.revision;
  form.elements.seen.value = answer.approved ?? "";
  for (const input of inputsOf(form)) {
    input.defaultValue = sent.get(input.name) ?? input.defaultValue;
    delete input.dataset.stored;
  }
  deleteCopy(form, sent);
  showState(form, answer.message);
  form.closest("li").classList.add("is-done");
  await check(form);
}

function focusRow(row) {
  if (!row) return;
  focusEnd(inputsOf(formOf(row)).at(-1));
  row.scrollIntoView({ block: "nearest" });
}

function go(form, step) {
  const row = form.closest("li");
  focusRow(step > 0 ? row.nextElementSibling : row.previousElementSibling);
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
  offerWords(field, terms, box, (words) => insertText(field, words));
}

function press(form, verb) {
  if (!form.querySelector(`button[value="${verb}"]`)) {
    if (verb !== "approve" || !("fourEyes" in list.dataset)) return;
    clearTimeout(timers.get(form));
    // A draft that is saved later would hide the reason.
    enqueue(form, async () => {
      await saveDraft(form);
      showError(form, list.dataset.own);
    });
    return;
  }
  // The next row has the focus at once; an error stays beside its row.
  if (verb !== "save") go(form, 1);
  enqueue(form, () => send(form, verb));
}

if (list && token) {
  list.dataset.ready = "";
  const near = new IntersectionObserver(
    (entries) => {
      for (const entry of entries.filter((one) => one.isIntersecting)) {
        near.unobserve(entry.target);
        formOf(entry.target);
      }
    },
    { rootMargin: NEAR },
  );
  for (const row of list.children) {
    // A text of an earlier visit that is not stored yet is shown at once.
    if (storedCopy(copyKey(row))) formOf(row);
    else near.observe(row);
  }
  list.addEventListener("submit", (event) => {
    event.preventDefault();
    press(event.target, event.submitter?.value ?? "save");
  });
  list.addEventListener("input", (event) => {
    const form = event.target.form;
    if (!form) return;
    saveCopy(form);
    clearTimeout(timers.get(form));
    timers.set(form, setTimeout(() => enqueue(form, () => saveDraft(form)), PAUSE));
  });
  list.addEventListener("focusin", (event) => {
    offer(event.target);
    const form = event.target.form;
    if (!form || checked.has(form)) return;
    checked.add(form);
    enqueue(form, () => check(form));
  });
  list.addEventListener("click", fix);
  list.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy-english]");
    if (button) copyEnglish(button.form);
  });
  list.addEventListener("keydown", (event) => {
    const form = event.target.form;
    if (!form || event.isComposing || event.getModifierState("AltGraph")) return;
    const ctrl = (event.ctrlKey || event.metaKey) && !event.altKey;
    const key = event.key.toLowerCase();
    if (ctrl && key === "enter") press(form, event.shiftKey ? "approve" : list.dataset.main);
    else if (ctrl && key === "s") press(form, "save");
    else if (ctrl && key === "i" && event.target.name === "text") makeItalic(event.target);
    else if (ctrl && key === "o") form.querySelector("[data-copy-english]")?.click();
    else if (event.altKey && key === "m") form.querySelector(".checks [data-fixed]")?.click();
    else if (event.altKey && key === "arrowdown") go(form, 1);
    else if (event.altKey && key === "arrowup") go(form, -1);
    else if (event.altKey && /^Digit[1-9]$/.test(event.code)) {
      form.querySelectorAll(".memory [data-fixed]")[event.code.slice(5) - 1]?.click();
    }
    else return;
    event.preventDefault();
  });
  if (matchMedia("(pointer: fine)").matches) focusEnd(inputsOf(formOf(list.firstElementChild)).at(-1), { preventScroll: true });
}

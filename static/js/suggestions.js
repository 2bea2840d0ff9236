// Suggestions below an input with data-combo, the address that gives them. Arrows move, Enter takes, Escape closes.
// data-combo-open goes to the card. Without script the input is a plain one. Inputs that come into the page later are
// found too.

const WAIT = 120; // ms of rest before asking, so that fast typing asks once
const CACHED = 60; // answers

const answers = new Map();
let open = null; // { input, box, list, options, at }
let timer;
let asking; // AbortController of the question under way
let count = 0;

const isCombo = (target) => target instanceof HTMLInputElement && Boolean(target.dataset.combo);

// What follows "@" is a state of the card, not part of its name.
const nameIn = (input) => input.value.split("@")[0].trim();

function prepare(input) {
  if (input.getAttribute("role") === "combobox") return;
  input.id ||= `combo-${++count}`;
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-expanded", "false");
  input.setAttribute("autocomplete", "off");
  input.parentElement.classList.add("combo");
  const box = document.createElement("div");
  box.className = "combo-box";
  const status = document.createElement("span");
  status.className = "vh";
  status.setAttribute("role", "status");
  input.after(box, status);
}

const boxOf = (input) => input.nextElementSibling;

function close() {
  clearTimeout(timer);
  asking?.abort();
  if (!open) return;
  const { input, box } = open;
  box.replaceChildren();
  input.setAttribute("aria-expanded", "false");
  input.removeAttribute("aria-activedescendant");
  input.removeAttribute("aria-controls");
  open = null;
}

async function answerTo(address) {
  if (answers.has(address)) return answers.get(address);
  asking?.abort();
  asking = new AbortController();
  const response = await fetch(address, { signal: asking.signal });
  if (!response.ok) return "";
  const html = await response.text();
  if (answers.size >= CACHED) answers.delete(answers.keys().next().value);
  answers.set(address, html);
  return html;
}

function show(input, html) {
  close();
  const box = boxOf(input);
  box.innerHTML = html;
  const hint = box.querySelector("[data-message]");
  box.nextElementSibling.textContent = hint?.dataset.message ?? "";
  const list = box.querySelector("[role='listbox']");
  if (!hint) return;
  const options = list ? [...list.querySelectorAll("[role='option']")] : [];
  open = { input, box, list, options, at: -1 };
  if (!list) return;
  list.id = `${input.id}-list`;
  options.forEach((option, at) => {
    option.id = `${input.id}-o${at + 1}`;
  });
  input.setAttribute("aria-controls", list.id);
  input.setAttribute("aria-expanded", "true");
}

async function ask(input) {
  const typed = nameIn(input);
  if (!typed) {
    close();
    return;
  }
  const address = new URL(input.dataset.combo, location.href);
  address.searchParams.set("q", typed);
  const html = await answerTo(address.href).catch(() => null); // overtaken, or no network: nothing is suggested
  // The person may have typed on or gone elsewhere meanwhile.
  if (html !== null && document.activeElement === input && nameIn(input) === typed) show(input, html);
}

function moveTo(at) {
  const { input, options } = open;
  options[open.at]?.setAttribute("aria-selected", "false");
  open.at = at;
  const option = options[at];
  if (!option) {
    input.removeAttribute("aria-activedescendant");
    return;
  }
  option.setAttribute("aria-selected", "true");
  option.scrollIntoView({ block: "nearest" });
  input.setAttribute("aria-activedescendant", option.id);
}

function take(option) {
  const { input } = open;
  close();
  if ("comboOpen" in input.dataset) {
    location.assign(option.dataset.href);
    return;
  }
  const at = input.value.indexOf("@");
  const state = at < 0 ? "" : input.value.slice(at);
  input.value = option.dataset.name + state;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

// One step beyond either end is the field itself, as nothing chosen.
function step(by) {
  const places = open.options.length + 1;
  moveTo(((open.at + 1 + by + places) % places) - 1);
}

function onKey(event) {
  const input = event.target;
  const chosen = open?.input === input ? open.options[open.at] : null;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    if (open?.options.length) step(event.key === "ArrowDown" ? 1 : -1);
    else ask(input);
  } else if (event.key === "Enter" && chosen) {
    event.preventDefault();
    take(chosen);
  } else if (event.key === "Enter" || event.key === "Tab") {
    close();
  } else if (event.key === "Escape" && open) {
    event.preventDefault(); // a search field would be emptied too
    close();
  }
}

// Asked once without a question, so that the server has its names ready when something is typed.
let announced = false;
function getReady(input) {
  prepare(input);
  if (!announced) fetch(input.dataset.combo).catch(() => {});
  announced = true;
}

document.addEventListener("focusin", (event) => {
  if (isCombo(event.target)) getReady(event.target);
});
document.addEventListener("input", (event) => {
  const input = event.target;
  // While a Japanese word is being composed its letters change under the list.
  if (!isCombo(input) || event.isComposing) return;
  prepare(input);
  clearTimeout(timer);
  timer = setTimeout(() => ask(input), WAIT);
});
document.addEventListener("compositionend", (event) => {
  if (isCombo(event.target)) ask(event.target);
});
document.addEventListener("keydown", (event) => {
  const plain = !(event.isComposing || event.ctrlKey || event.altKey || event.metaKey);
  if (plain && isCombo(event.target)) onKey(event);
});
// The field keeps the focus while the list is clicked.
document.addEventListener("mousedown", (event) => {
  if (open && open.box.contains(event.target)) event.preventDefault();
});
document.addEventListener("click", (event) => {
  const option = open && event.target instanceof Element ? event.target.closest("[role='option']") : null;
  if (option && open.box.contains(option)) take(option);
});
document.addEventListener("focusout", (event) => {
  if (open?.input === event.target) close();
});
if (isCombo(document.activeElement)) getReady(document.activeElement);

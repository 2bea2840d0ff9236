// Single-key shortcuts: "/" goes to the search field, "[" and "]" to the same place in the earlier and later version,
// and a button with `data-key` is pressed by its key. Other scripts import `onSingleKey` to add theirs. The display
// settings can switch them off, because people who dictate press keys by accident.
// Escape closes panels that float above the page, and so does leaving one with Tab.

const STORE = "single-keys";
const FIELDS = "input:not([type='checkbox']), select, textarea, [contenteditable], [role='textbox']";

function wanted() {
  try {
    return localStorage.getItem(STORE) !== "off";
  } catch {
    return true; // storage is blocked: the keys work, they only cannot be switched off for good
  }
}

let on = wanted();
const switches = document.querySelectorAll("#keys, #session-keys");

// Shows the switch of the display settings, and the one in the study session.
function showSwitch(part) {
  const box = part.querySelector("input");
  part.hidden = false;
  box.checked = on;
  box.addEventListener("change", () => {
    on = box.checked;
    for (const other of switches) other.querySelector("input").checked = on;
    try {
      localStorage.setItem(STORE, on ? "on" : "off");
    } catch {
      // Holds for this page at least.
    }
  });
}

function isPlain(event) {
  if (event.defaultPrevented || event.isComposing || event.metaKey) return false;
  // French and German keyboards make brackets with AltGr, which some systems report as Ctrl and Alt.
  return event.getModifierState("AltGraph") || !(event.ctrlKey || event.altKey);
}

// Calls `act` with each single key that is pressed outside of fields. `act` returns whether it did something.
export function onSingleKey(act) {
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.closest(FIELDS);
    if (on && isPlain(event) && !isTyping && act(event)) event.preventDefault();
  });
}

// "j" and "k" go through a list; `go` gets the step and returns whether there was a place to go to.
export function onStepKey(go) {
  onSingleKey(({ key }) => (key === "j" || key === "k") && go(key === "j" ? 1 : -1));
}

// "e" opens the editor of the rule under the pointer or of the page, for people who may translate its language.
function edit() {
  const [address] = document.querySelector("[data-edit]")?.dataset.edit.split(" ") ?? [];
  if (!address) return false;
  const row = document.querySelector("li[id^='r']:focus-within") ?? [...document.querySelectorAll("li[id^='r']:hover")].at(-1);
  const number = row?.id.slice(1) ?? document.querySelector("[data-number]")?.dataset.number;
  if (number) location.assign(`${address}${number}/`);
  return Boolean(number);
}

switches.forEach(showSwitch);
onSingleKey(({ key }) => {
  if (key === "/") {
    const field = document.querySelector("main input[type='search']") ?? document.querySelector("input[type='search']");
    field?.focus();
    field?.select();
    return field;
  }
  if (key === "e") return edit();
  const button = document.querySelector(`button[data-key="${CSS.escape(key)}"]`);
  if (button) {
    button.click();
    return true;
  }
  const rel = { "[": "prev", "]": "next" }[key];
  const link = rel && document.querySelector(`.versionbar a[rel~="${rel}"]`);
  link?.click();
  return link;
});

// ---- Panels that float above the page ----

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
  for (const panel of document.querySelectorAll("details.pop[open]")) {
    if (panel.contains(document.activeElement)) panel.querySelector("summary").focus();
    panel.open = false;
  }
});
document.addEventListener("focusout", ({ target, relatedTarget }) => {
  const panel = target.closest("details.pop[open]");
  // An open panel would cover what has the focus next.
  if (relatedTarget && panel && !panel.contains(relatedTarget)) panel.open = false;
});

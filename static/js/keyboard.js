// Single keys: "/" goes to the search field, "[" and "]" to the same place in the earlier and later version.
// They can be switched off in the display settings, because people who dictate set off keys by accident.

const STORE = "single-keys";

function wanted() {
  try {
    return localStorage.getItem(STORE) !== "off";
  } catch {
    return true; // storage is blocked: the keys work, they only cannot be switched off for good
  }
}

let on = wanted();

function showSwitch() {
  const part = document.getElementById("keys");
  const box = part?.querySelector("input");
  if (!box) return;
  part.hidden = false;
  box.checked = on;
  box.addEventListener("change", () => {
    on = box.checked;
    try {
      localStorage.setItem(STORE, on ? "on" : "off");
    } catch {
      // Holds for this page at least.
    }
  });
}

const FIELDS = "input, select, textarea, [contenteditable], [role='textbox']";

function isTyping(target) {
  return target instanceof Element && target.closest(FIELDS);
}

function isPlain(event) {
  if (event.defaultPrevented || event.isComposing || event.metaKey) return false;
  // French and German keyboards make brackets with AltGr, which some systems report as Ctrl and Alt.
  return event.getModifierState("AltGraph") || !(event.ctrlKey || event.altKey);
}

function act(key) {
  if (key === "/") {
    const field =
      document.querySelector("main input[type='search']") ??
      document.querySelector("input[type='search']");
    field?.focus();
    field?.select();
    return field;
  }
  const rel = { "[": "prev", "]": "next" }[key];
  const link = rel && document.querySelector(`.versionbar a[rel~="${rel}"]`);
  link?.click();
  return link;
}

showSwitch();
document.addEventListener("keydown", (event) => {
  if (on && isPlain(event) && !isTyping(event.target) && act(event.key)) event.preventDefault();
});

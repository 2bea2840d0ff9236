import { onStepKey } from "./keyboard.js";

// An address with a change behind "#" alone: where the change is on another part of the comparison, go there.
const asked = location.hash.slice(1);
if (/^(c|from)-/.test(asked) && !document.querySelector(":target")) {
  const address = new URL(location.href);
  if (!address.searchParams.has("at")) {
    address.searchParams.set("at", asked.replace(/^(c|from)-/, ""));
    address.hash = asked.replace(/^from-/, "c-");
    location.replace(address);
  }
}

// "j" goes to the next change and "k" to the one before, unless single keys are switched off.

const changes = [...document.querySelectorAll("#changes .change[id]")];

// Where the reader is: the change that has the focus, else the first that is not above the window.
function position() {
  const held = changes.findIndex((change) => change.contains(document.activeElement));
  if (held >= 0) return held;
  const below = changes.findIndex((change) => change.getBoundingClientRect().top >= 0);
  return below < 0 ? changes.length : below - 0.5;
}

function go(step) {
  const at = step > 0 ? Math.floor(position()) + 1 : Math.ceil(position()) - 1;
  const change = changes[at];
  if (!change) return false;
  change.focus({ preventScroll: true });
  change.scrollIntoView({ block: "start" });
  history.replaceState(null, "", `#${change.id}`);
  return true;
}

onStepKey(go);

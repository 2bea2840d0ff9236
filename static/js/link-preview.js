// Shows what a reference or a term leads to, on hover and keyboard focus: the fragment at its data-preview.
// The box floats above the page, stays while the pointer is on it, goes with Escape. Touch follows the link.

const LINKS = "a.xref[data-preview], a.term[data-preview]";
const OPEN_AFTER = 250; // long enough not to flicker while the pointer crosses the text
const CLOSE_AFTER = 200; // long enough to reach the box
const GAP = 6; // between link and box
const EDGE = 16; // between box and window

const box = document.createElement("div");
box.id = "preview";
box.className = "preview";
box.setAttribute("role", "tooltip");
box.hidden = true;
document.body.append(box);

const fetched = new Map();
let link = null; // whose preview is shown or on its way
let timer;

function textOf(response) {
  if (!response.ok) throw new Error(String(response.status));
  return response.text();
}

function fragment(address) {
  if (!fetched.has(address)) {
    const answer = fetch(address).then(textOf);
    answer.catch(() => fetched.delete(address)); // the network, or a busy server, may be back next time
    fetched.set(address, answer);
  }
  return fetched.get(address);
}

// Remove links and ids: a tooltip has nothing to click, and ids must be unique in the page.
function fill(html) {
  const part = document.createElement("template");
  part.innerHTML = html;
  for (const element of part.content.querySelectorAll("[id]")) element.removeAttribute("id");
  for (const anchor of part.content.querySelectorAll("a")) {
    const span = document.createElement("span");
    span.className = anchor.className;
    span.append(...anchor.childNodes);
    anchor.replaceWith(span);
  }
  box.replaceChildren(part.content);
}

function place() {
  const at = link.getClientRects()[0];
  if (!at || at.bottom < 0 || at.top > innerHeight) {
    close();
    return;
  }
  const below = innerHeight - at.bottom - GAP - EDGE;
  const fits = box.offsetHeight <= below || below >= at.top;
  const top = fits ? at.bottom + GAP : at.top - GAP - box.offsetHeight;
  const left = Math.min(at.left, document.documentElement.clientWidth - EDGE - box.offsetWidth);
  box.style.top = `${Math.max(top, 0)}px`;
  box.style.left = `${Math.max(left, EDGE)}px`;
}

async function open(of) {
  const html = await fragment(of.dataset.preview).catch(() => "");
  if (of !== link || !html.trim()) return; // the reader has moved on, or there is nothing to show
  fill(html);
  box.hidden = false;
  box.scrollTop = 0;
  of.setAttribute("aria-describedby", box.id);
  place();
}

function close() {
  clearTimeout(timer);
  link?.removeAttribute("aria-describedby");
  link = null;
  box.hidden = true;
}

function soon(of) {
  clearTimeout(timer);
  if (of !== link) close();
  else if (!box.hidden) return;
  link = of;
  timer = setTimeout(() => open(of), OPEN_AFTER);
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(close, CLOSE_AFTER);
}

const linkAt = (event) => (event.target instanceof Element ? event.target.closest(LINKS) : null);

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch") return;
  const of = linkAt(event);
  if (of) soon(of);
  else if (box.contains(event.target)) clearTimeout(timer);
  else if (link && document.activeElement !== link) later();
});
document.addEventListener("focusin", (event) => {
  const of = linkAt(event);
  if (of?.matches(":focus-visible")) soon(of);
});
document.addEventListener("focusout", (event) => {
  if (!link || linkAt(event) !== link) return;
  // Close it so that it does not cover the next focused element, unless the pointer is on it.
  if (box.matches(":hover") || link.matches(":hover")) later();
  else close();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && link) close();
});
addEventListener("scroll", () => box.hidden || place(), { passive: true });
addEventListener("resize", () => box.hidden || place());

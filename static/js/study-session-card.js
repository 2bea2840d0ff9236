// Fill the template of the page with a card. Only HTML from the server is inserted as HTML.

import { DAY } from "./fsrs.js";
import { page, words } from "./study-store.js";

const HOUR = 3_600_000;
const MONTH = 30.44 * DAY;
const YEAR = 365.25 * DAY;
const moment = new Intl.RelativeTimeFormat(page.dataset.language, { numeric: "always" });

// Return an interval in words; rulesbase/study/reviews/scheduling.py has the same bounds.
function inWords(span) {
  if (span < HOUR) return moment.format(Math.max(Math.round(span / 60_000), 1), "minute");
  if (span < DAY) return moment.format(Math.round(span / HOUR), "hour");
  if (span < 100 * DAY) return moment.format(Math.round(span / DAY), "day");
  if (span < 2 * YEAR) return moment.format(Math.round(span / MONTH), "month");
  return moment.format(Math.round(span / YEAR), "year");
}

function cloned(id) {
  const piece = document.getElementById(id).content.cloneNode(true);
  const slots = new Map([...piece.querySelectorAll("[data-slot]")].map((slot) => [slot.dataset.slot, slot]));
  return { piece, slots };
}

function citation({ number, href, heading }) {
  const item = document.createElement("li");
  const link = Object.assign(document.createElement("a"), { href, target: "_blank", rel: "noopener" });
  link.append(Object.assign(document.createElement("span"), { className: "num", textContent: number }));
  if (heading !== number) link.append(` ${heading}`);
  item.append(link);
  return item;
}

// The card as elements. `dues` are the moments at which it comes back after each grade.
export function cardElements(card, { left, done, dues, now, canUndo }) {
  const { piece, slots } = cloned("card-template");
  piece.querySelector("article").dataset.card = card.id;
  slots.get("left").textContent = words("left", { n: left });
  slots.get("progress").max = done + left;
  slots.get("progress").value = done;
  slots.get("eyebrow").textContent = card.eyebrow;
  slots.get("why").hidden = card.why === "due";
  slots.get("why").textContent = words(card.why === "back" ? "back" : "new");
  for (const name of ["ask", "answer", "difference"]) slots.get(name).innerHTML = card[name];
  slots.get("citations").append(...card.citations.map(citation));
  [...piece.querySelectorAll("[data-slot=after]")].forEach((place, at) => {
    place.textContent = inWords(dues[at] - now);
  });
  piece.querySelector("[data-do=undo]").hidden = !canUndo;
  piece.querySelector(".reveal").hidden = false;
  piece.querySelector(".ans > summary").hidden = true; // one control shows the answer
  return piece;
}

// The elements shown without a card: the session is over, or (`isUnbegun`) no deck is chosen yet.
export function endElements(message, canUndo, isUnbegun) {
  const { piece, slots } = cloned("end-template");
  slots.get("message").textContent = message;
  slots.get("over").hidden = isUnbegun;
  slots.get("unbegun").hidden = !isUnbegun;
  piece.querySelector("[data-do=undo]").hidden = !canUndo;
  return piece;
}

// The elements shown where no cards could be loaded.
export function noneElements() {
  return cloned("empty-template").piece;
}

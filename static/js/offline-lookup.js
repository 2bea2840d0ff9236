// In place of a page that is not stored: finds numbers, terms, titles and cards in what is stored.

import { root, saved, storedState } from "./offline-page.js";

const view = document.getElementById("not-saved");
const MOST = 12;
let state = {}; // what is stored, as the worker wrote it

// The address of the stored contents or the stored glossary.
function addressOf(book) {
  return `${root}${state.language === "en" ? "" : `${state.language}/`}${book}/${state.version}/`;
}

// ---- What is typed, as it is compared: case, accents, width, kana and punctuation do not matter ----

function keyOf(text) {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/æ/g, "ae")
    .replace(/œ/g, "oe")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

function wordsOf(text) {
  return text.split(/[\s\-–/,]+/).map(keyOf).filter(Boolean);
}

// The number of letters wrong, or more than `most`.
function distance(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + cost));
    }
    if (Math.min(...next) > most) return most + 1;
    row = next;
  }
  return row[other.length];
}

// ---- Cards ----

async function readCards() {
  const lines = await (await caches.match(`${root}offline/names`))?.text();
  if (!lines) return [];
  return lines.trimEnd().split("\n").map((line) => {
    const [slug, name, kind, others] = JSON.parse(line);
    return { slug, name, kind, others };
  });
}

function namesOf(card) {
  return [["en", card.name], ...Object.entries(card.others).flatMap(([code, names]) => names.map((name) => [code, name]))];
}

// How well a name fits: 4 the same, 3 begins so, 2 its words begin so, 1 has it or is nearly so; else 0.
function fit(name, key, words) {
  const own = keyOf(name);
  if (own === key) return 4;
  if (own.startsWith(key)) return 3;
  if (words.length > 1) {
    const has = wordsOf(name);
    if (words.every((word) => has.some((one) => one.startsWith(word)))) return 2;
  }
  return key.length > 2 && own.includes(key) ? 1 : 0;
}

// The best name of each card; `fits` says how well one fits.
function best(cards, fits) {
  const found = [];
  for (const card of cards) {
    const names = namesOf(card).map(([code, name]) => ({ card, code, name, how: fits(name) }));
    const first = names.reduce((one, other) => (other.how > one.how ? other : one));
    if (first.how) found.push(first);
  }
  return found;
}

function findCards(cards, typed) {
  const key = keyOf(typed);
  const words = wordsOf(typed);
  const most = key.length > 7 ? 2 : 1;
  let found = best(cards, (name) => fit(name, key, words));
  if (!found.length && key.length > 3) found = best(cards, (name) => Number(distance(keyOf(name), key, most) <= most));
  // Cards proper before tokens of the same name.
  found.sort((a, b) => b.how - a.how || a.card.kind.length - b.card.kind.length || a.name.length - b.name.length);
  return found.slice(0, MOST);
}

function element(tag, words, attributes = {}) {
  const made = document.createElement(tag);
  made.append(...[words].flat());
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function cardShown({ card, name, code }, open) {
  const languages = new Intl.DisplayNames([saved.dataset.language], { type: "language" });
  const rows = Object.entries(card.others).map(([language, names]) => [
    element("dt", languages.of(language)),
    ...names.map((one) => element("dd", one, { lang: language })),
  ]);
  const head = [element("b", card.name, { lang: "en" })];
  if (name !== card.name) head.push(" ", element("span", name, { lang: code, class: "quiet" }));
  if (card.kind) head.push(" ", element("span", card.kind, { class: "quiet small" }));
  const parts = [element("summary", head), element("dl", rows.flat(), { class: "facts" })];
  return element("details", parts, { class: "nk-card", ...(open ? { open: "" } : {}) });
}

// ---- Terms and titles ----

async function inStored(book, selector, key) {
  const html = await (await caches.match(addressOf(book)))?.text();
  const page = new DOMParser().parseFromString(html ?? "", "text/html");
  return [...page.querySelectorAll(selector)].filter((node) => keyOf(node.textContent).startsWith(key));
}

async function findPlaces(typed) {
  const key = keyOf(typed);
  const titles = (await inStored("rules", ".toc .ti", key)).map((title) => ({
    href: title.closest("a").getAttribute("href"),
    words: `${title.previousElementSibling.textContent} ${title.textContent}`.trim(),
  }));
  const terms = (await inStored("glossary", "[id^='t-'] h3", key)).map((term) => ({
    href: `${addressOf("glossary")}#${term.closest("[id]").id}`,
    words: term.textContent.trim(),
  }));
  return [...titles, ...terms].slice(0, MOST);
}

// ---- Show what was wanted ----

async function showFound(typed, open) {
  if (!keyOf(typed)) return;
  const cards = findCards(await readCards(), typed);
  const places = state.version ? await findPlaces(typed) : [];
  document.getElementById("nk-found").hidden = false;
  view.querySelector(".nk-places").replaceChildren(
    ...places.map(({ href, words }) => element("li", element("a", words, { href }))),
  );
  view.querySelector(".nk-cards").append(
    ...cards.map((card, at) => cardShown(card, open || (at === 0 && card.how === 4) || cards.length === 1)),
  );
  view.querySelector(".nk-none").hidden = cards.length + places.length > 0 || view.querySelector(".nk-card") !== null;
}

function showCase(name) {
  const shown = view.querySelector(`[data-case="${name}"]`);
  shown.hidden = false;
  return shown;
}

async function showCard(slug) {
  showCase("card");
  const card = (await readCards()).find((one) => one.slug === slug);
  if (!card) return;
  document.getElementById("nk-found").hidden = false;
  view.querySelector(".nk-cards").append(cardShown({ card, name: card.name, code: "en" }, true));
}

function offerStored() {
  for (const [name, book] of [["nk-contents", "rules"], ["nk-glossary", "glossary"]]) {
    const item = view.querySelector(`.${name}`);
    item.hidden = false;
    item.querySelector("a").href = addressOf(book);
  }
}

async function show() {
  saved.hidden = true;
  view.hidden = false;
  state = (await storedState()) ?? {};
  if (state.version) offerStored();
  else showCase("nothing");
  const path = `/${location.pathname.slice(saved.dataset.home.length)}`;
  const query = new URLSearchParams(location.search);
  const typed = query.get("q") ?? "";
  const isSearch = path === "/search/";
  const searched = isSearch ? /^\s*(\d{3}(?:\.\d{1,3}[a-z]{0,2})?)\s*(?:@(.*))?$/.exec(typed) : null;
  const dated = /^\/rules\/([^/]+)\/(\d[^/]*)\/$/.exec(path);
  const number = searched?.[1] ?? dated?.[2];
  const isOther = searched ? searched[2] !== undefined : dated && ![state.version, "latest"].includes(dated[1]);
  if (isSearch) document.getElementById("nk-q").value = typed;
  if (number && state.version) {
    if (isOther) showCase("version").querySelector(".here").href = `${addressOf("rules")}${number}/`;
    else showCase("number").querySelector(".number").textContent = number;
  } else if (isSearch) {
    showCase("search");
    await showFound(typed, false);
  } else if (path === "/names/") {
    showCase("names");
    const asked = query.getAll("card").map((one) => one.split("@")[0]).filter(Boolean);
    for (const name of asked.slice(0, 4)) await showFound(name, asked.length === 1);
  } else if (/^\/cards\/./.test(path)) await showCard(decodeURIComponent(path.split("/")[2]));
  else if (/^\/(account|curate)\//.test(path)) showCase("private");
}

if (!location.pathname.startsWith(`${saved.dataset.home}offline/`)) show();

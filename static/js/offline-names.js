// In place of a page that is not kept: finds numbers, terms, titles and cards in what is kept.

const kept = document.getElementById("kept");
const view = document.getElementById("not-kept");
const interfaceLanguage = kept.dataset.language;
const worker = document.querySelector("script[data-worker]")?.dataset.worker ?? "/sw.js";
const root = worker.replace(/sw\.js$/, "");
const MOST = 12;

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

function findCards(cards, typed) {
  const key = keyOf(typed);
  if (!key) return [];
  const words = wordsOf(typed);
  let found = [];
  for (const card of cards) {
    let best = null;
    for (const [code, name] of namesOf(card)) {
      const how = fit(name, key, words);
      if (how > (best?.how ?? 0)) best = { card, how, code, name };
    }
    if (best) found.push(best);
  }
  if (!found.length && key.length > 3) {
    const most = key.length > 7 ? 2 : 1;
    for (const card of cards) {
      const near = namesOf(card).find(([, name]) => distance(keyOf(name), key, most) <= most);
      if (near) found.push({ card, how: 1, code: near[0], name: near[1] });
    }
  }
  // Cards proper before tokens of the same name.
  found.sort((a, b) => b.how - a.how || a.card.kind.length - b.card.kind.length || a.name.length - b.name.length);
  return found.slice(0, MOST);
}

function languageName(code) {
  try {
    return new Intl.DisplayNames([interfaceLanguage], { type: "language" }).of(code);
  } catch {
    return code;
  }
}

function element(tag, words, attributes = {}) {
  const made = document.createElement(tag);
  made.append(...[words].flat());
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function cardShown({ card, name, code }, open) {
  const rows = Object.entries(card.others).map(([language, names]) => [
    element("dt", languageName(language)),
    ...names.map((one) => element("dd", one, { lang: language })),
  ]);
  const head = [element("b", card.name, { lang: "en" })];
  if (name !== card.name) head.push(" ", element("span", name, { lang: code, class: "quiet" }));
  if (card.kind) head.push(" ", element("span", card.kind, { class: "quiet small" }));
  const shown = element("details", [element("summary", head), element("dl", rows.flat(), { class: "facts" })]);
  shown.className = "nk-card";
  shown.open = open;
  return shown;
}

// ---- Terms and titles ----

async function findPlaces(state, typed) {
  const base = root + (state.language === "en" ? "" : `${state.language}/`);
  const key = keyOf(typed);
  const found = [];
  for (const [book, selector] of [["rules", ".toc .ti"], ["glossary", "[id^='t-']"]]) {
    const address = `${base}${book}/${state.version}/`;
    const html = await (await caches.match(address))?.text();
    const page = new DOMParser().parseFromString(html ?? "", "text/html");
    for (const node of page.querySelectorAll(selector)) {
      const head = book === "rules" ? node : (node.querySelector("h2, h3, dt, .term, b, a") ?? node);
      const words = head.textContent.trim();
      if (!keyOf(words).startsWith(key)) continue;
      const href = book === "rules" ? node.closest("a")?.getAttribute("href") : `${address}#${node.id}`;
      const number = book === "rules" ? (node.closest("a")?.querySelector(".no")?.textContent ?? "") : "";
      found.push({ href, words: `${number} ${words}`.trim() });
    }
  }
  return found.slice(0, MOST);
}

// ---- What was wanted ----

async function showFound(state, typed, open) {
  const cards = findCards(await readCards(), typed);
  const places = state.version ? await findPlaces(state, typed) : [];
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

function offerKept(state) {
  const base = root + (state.language === "en" ? "" : `${state.language}/`);
  for (const [name, book] of [["nk-contents", "rules"], ["nk-glossary", "glossary"]]) {
    const item = view.querySelector(`.${name}`);
    item.hidden = false;
    item.querySelector("a").href = `${base}${book}/${state.version}/`;
  }
}

async function show() {
  kept.hidden = true;
  view.hidden = false;
  const state = (await (await caches.match(`${root}offline/state`))?.json()) ?? {};
  if (state.version) offerKept(state);
  else showCase("nothing");
  const path = `/${location.pathname.slice(kept.dataset.home.length)}`;
  const query = new URLSearchParams(location.search);
  const dated = /^\/rules\/([^/]+)\/(\d[^/]*)\/$/.exec(path);
  if (path === "/search/") {
    const typed = query.get("q") ?? "";
    document.getElementById("nk-q").value = typed;
    const number = /^\s*(\d{3}(?:\.\d{1,3}[a-z]{0,2})?)\s*(@.*)?$/.exec(typed);
    if (number?.[2] && state.version) showVersion(state, number[1]);
    else if (number && state.version) showCase("number").querySelector(".number").textContent = number[1];
    else {
      showCase("search");
      await showFound(state, typed, false);
    }
  } else if (path === "/names/") {
    showCase("names");
    const asked = query.getAll("card").map((one) => one.split("@")[0]).filter(Boolean);
    for (const name of asked.slice(0, 4)) await showFound(state, name, asked.length === 1);
  } else if (path.startsWith("/cards/") && path !== "/cards/") {
    const slug = decodeURIComponent(path.split("/")[2]);
    const card = (await readCards()).find((one) => one.slug === slug);
    showCase("card");
    if (card) {
      document.getElementById("nk-found").hidden = false;
      view.querySelector(".nk-cards").append(cardShown({ card, name: card.name, code: "en" }, true));
    }
  } else if (path.startsWith("/account/") || path.startsWith("/curate/")) showCase("private");
  else if (dated && state.version && ![state.version, "latest"].includes(dated[1])) showVersion(state, dated[2]);
  else if (dated && state.version) showCase("number").querySelector(".number").textContent = dated[2];
}

function showVersion(state, number) {
  const base = root + (state.language === "en" ? "" : `${state.language}/`);
  showCase("version").querySelector(".here").href = `${base}rules/${state.version}/${number}/`;
}

if (!location.pathname.startsWith(`${kept.dataset.home}offline/`)) show();

// The service worker: it stores the latest rules for reading offline, and answers from them when the network does not.
// The server puts the constants CONFIG before it and serves both as /sw.js; browsers update it when either changes.
//
// It stores only what everybody gets: it fetches without cookies. What is sent (POST), parts that scripts load, the
// API, and pages of signed-in people are never stored.

const PAGES = "rulesbase-pages-1"; // the latest version, and FRAMES
const LAST = "rulesbase-last-1"; // the newest answers about names and cards
const FILES = "rulesbase-files-1"; // styles, scripts, pictures
const STATE = "rulesbase-state-1"; // what is stored, since when

const PATIENCE = 4000; // milliseconds until a stored page is better than none
const MOST_LAST = 40;
const AT_ONCE = 6; // pages fetched at the same time
const A_MINUTE = 60_000;
const A_DAY = 20 * 60 * A_MINUTE;
const DIGEST = /\.[0-9a-f]{12}(?=\.\w+$)/;
const HOMES = Object.values(CONFIG.homes);
const ROOT = CONFIG.homes.en;
const STATE_KEY = `${ROOT}offline/state`;
// Pages that do their work in the browser, in each language. They are stored with the worker, all others on demand.
const FRAMES = HOMES.flatMap((home) => CONFIG.frames.map((path) => home + path.slice(1)));

async function readState() {
  const stored = await caches.match(STATE_KEY, { cacheName: STATE });
  return stored ? stored.json() : {};
}

async function changeState(values) {
  const state = { ...(await readState()), ...values };
  await (await caches.open(STATE)).put(STATE_KEY, Response.json(state));
  return state;
}

function languageOf(path) {
  const found = Object.entries(CONFIG.homes).find(([code, home]) => code !== "en" && path.startsWith(home));
  return found ? found[0] : "en";
}

// The address without the language: /fr/rules/2026-06-19/ is /rules/2026-06-19/.
function bare(path) {
  return `/${path.slice(CONFIG.homes[languageOf(path)].length)}`;
}

// ---- Install and activate ----

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(Promise.all([storeFiles(), ...FRAMES.map((path) => storePage(path))]));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOthers(FILES, CONFIG.files).then(() => self.clients.claim()));
});

async function storeFiles() {
  const files = await caches.open(FILES);
  const stored = (await files.keys()).map(({ url }) => new URL(url).pathname);
  // A name with a digest always has the same content.
  const missing = CONFIG.files.filter((path) => !DIGEST.test(path) || !stored.includes(path));
  await files.addAll(missing.map((path) => new Request(path, { cache: "no-cache" })));
}

async function dropOthers(name, paths) {
  const cache = await caches.open(name);
  for (const request of await cache.keys()) {
    if (!paths.includes(new URL(request.url).pathname)) await cache.delete(request);
  }
}

// ---- Store the latest version ----

// `stamp` names the state of the site that the page belongs to: a page that has it is not fetched again.
function asStored(answer, stamp = "") {
  const headers = new Headers(answer.headers);
  headers.set("X-Kept", new Date().toISOString());
  headers.set("X-Stamp", stamp);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  return new Response(answer.body, { headers });
}

// Without cookies the server sends what everybody gets. It leads `/` to the language that the browser asks for.
function fetchPlain(path, tag) {
  const headers = { "Accept-Language": languageOf(path), ...(tag ? { "If-None-Match": tag } : {}) };
  return fetch(path, { credentials: "omit", cache: "no-store", headers });
}

async function storePage(path, stamp) {
  const pages = await caches.open(PAGES);
  const before = await pages.match(path);
  if (stamp && before?.headers.get("X-Stamp") === stamp) return;
  const answer = await fetchPlain(path, before?.headers.get("ETag"));
  if (answer.status === 304) await pages.put(path, asStored(before, stamp));
  else if (answer.ok && !answer.redirected) await pages.put(path, asStored(answer, stamp));
  else throw new Error(`${path} answered ${answer.status}`);
}

async function notifyPages(message) {
  for (const page of await self.clients.matchAll({ type: "window" })) page.postMessage(message);
}

// `wanted` is the language being stored until all of it is here. Until then the version that was stored before is shown.
async function storeLanguage(language) {
  const { version } = await changeState({ wanted: language, tried: Date.now() });
  const answer = await fetchPlain(`${CONFIG.homes[language] ?? ROOT}offline/pages.json`);
  if (!answer.ok) throw new Error(`The list of pages answered ${answer.status}`);
  const listing = await answer.json();
  if (!version) await changeState({ language, version: listing.version });
  const all = listing.pages.length;
  for (let done = 0; done < all; done += AT_ONCE) {
    await notifyPages({ type: "progress", done, all });
    await Promise.all(listing.pages.slice(done, done + AT_ONCE).map((path) => storePage(path, listing.stamp)));
  }
  const { stamp } = listing;
  await changeState({ language, version: listing.version, stamp, kept: new Date().toISOString(), wanted: undefined });
  await dropOthers(PAGES, [...listing.pages, ...FRAMES]);
  await notifyPages({ type: "kept" });
}

let storing = null;

function storeOnce(language) {
  storing ??= storeLanguage(language)
    .catch((error) => notifyPages({ type: "failed", why: String(error.message ?? error) }))
    .finally(() => {
      storing = null;
    });
  return storing;
}

// A page was opened online: go on where storing was interrupted, and fetch what is new, once a day at most and not on
// a connection that is paid by volume.
async function look({ theme }) {
  let state = await readState();
  if (theme !== (state.theme ?? "")) state = await changeState({ theme });
  const line = self.navigator.connection;
  if (!(state.wanted ?? state.language) || state.auto === false || line?.saveData || line?.type === "cellular") return;
  const wait = Date.now() - (state.tried ?? 0);
  const isBehind = Boolean(state.wanted) || state.version !== CONFIG.version;
  const isDue = isBehind ? wait > A_MINUTE : state.stamp !== CONFIG.stamp && wait > A_DAY;
  if (isDue) await storeOnce(state.wanted ?? state.language);
}

// After "Remove all of it" the worker of a page that is still open stores nothing more.
let isGone = false;

const ON_MESSAGE = {
  keep: ({ language }) => {
    isGone = false;
    return storeOnce(language);
  },
  go: () => {
    isGone = true;
  },
  look: (message) => (isGone ? null : look(message)),
  auto: ({ auto }) => changeState({ auto }),
};

self.addEventListener("message", (event) => {
  event.waitUntil(Promise.resolve(ON_MESSAGE[event.data?.type]?.(event.data)));
});

// ---- Answer from what is stored ----

function isPublic(answer) {
  return (
    answer.ok &&
    answer.type === "basic" &&
    !answer.redirected &&
    !/private|no-store/.test(answer.headers.get("Cache-Control") ?? "") &&
    // The sign-in page of a hotel's network has none.
    answer.headers.has("Content-Language") &&
    (answer.headers.get("Content-Type") ?? "").startsWith("text/html")
  );
}

// A page from the network replaces its stored copy; the newest answers about names and cards are stored as well.
async function replaceStored(url, answer) {
  const pages = await caches.open(PAGES);
  if (!url.search && (await pages.match(url.pathname))) await pages.put(url.pathname, asStored(answer));
  else if (CONFIG.last.some((start) => bare(url.pathname).startsWith(start))) {
    const last = await caches.open(LAST);
    await last.delete(url.href); // so that it becomes the newest
    await last.put(url.href, asStored(answer));
    for (const old of (await last.keys()).slice(0, -MOST_LAST)) await last.delete(old);
  }
}

// The stored page that holds what another address shows: a chapter its rules, the glossary its terms.
async function placeOf(url, { language, version }) {
  const path = bare(url.pathname);
  const typed = url.searchParams.get("q")?.normalize("NFKC").trim() ?? "";
  const prefix = /^(?:cr|rule|r\.?|règle|ルール|規則)?\s*(?=\d)/i;
  const isSearch = path === "/search/" && prefix.test(typed) && !url.searchParams.get("version");
  const dated = /^\/(rules|glossary)\/(?:(latest|[\d-]{10})\/(?:([^/]+)\/)?)?$/.exec(path);
  if (!version || !(isSearch || (dated && [undefined, "latest", version].includes(dated[2])))) return null;
  const [book, place] = isSearch ? ["rules", typed.replace(prefix, "")] : [dated[1], dated[3]];
  const whole = `${CONFIG.homes[language]}${book}/${version}/`;
  const [, section, chapter, rule] = /^(\d)(?:(\d\d)(\.\d{1,3}[a-z]{0,2})?)?\.?$/i.exec(place ?? "") ?? [];
  let [address, id] = [whole, ""];
  if (book === "glossary") id = place ? `t-${decodeURIComponent(place)}` : "";
  else if (chapter) [address, id] = [`${whole}${section}${chapter}/`, rule ? `r${section}${chapter}${rule}`.toLowerCase() : ""];
  else if (section) id = `s${section}`;
  else if (place) address = `${whole}${place}/`;
  const html = await (await caches.match(address, { cacheName: PAGES }))?.text();
  if (!html?.includes(id && `id="${id}"`)) return null;
  return new URL(id ? `${address}#${id}` : address, self.location.origin);
}

const NEWEST = new Map(CONFIG.files.map((path) => [path.replace(DIGEST, ""), path]));
const FILE = new RegExp(`(?<=")${CONFIG.static}[^"]+(?=")`, "g");

// A stored page with the chosen theme, and with the files that are stored now.
async function adapted(stored, bar = "") {
  const { theme } = await readState();
  const html = (await stored.text())
    .replace(/<html([^>]*?) data-theme="\w+"/, "<html$1")
    .replace("<html", theme ? `<html data-theme="${theme}"` : "<html")
    .replace(FILE, (path) => NEWEST.get(path.replace(DIGEST, "")) ?? path)
    .replace("</header>", () => `</header>${bar}`);
  return new Response(html, { headers: stored.headers });
}

function day(iso, language) {
  if (!iso) return "";
  // A date without a time is the same everywhere.
  const form = { dateStyle: "long", timeZone: iso.length > 10 ? undefined : "UTC" };
  const shown = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, form);
  return `<time datetime="${iso}">${shown.format(new Date(iso))}</time>`;
}

// The bar shows when the page was stored; its words come from the page /offline/ in the same language.
async function withBar(stored, path) {
  const { version } = await readState();
  const language = languageOf(path);
  const frame = await caches.match(`${CONFIG.homes[language]}offline/`, { cacheName: PAGES });
  const words = /<template id="offline-bar">([^]*?)<\/template>/.exec((await frame?.text()) ?? "");
  const bar = (words?.[1] ?? "")
    .replace('<i class="kept-on"></i>', () => day(stored.headers.get("X-Kept"), language))
    .replace('<i class="rules-of"></i>', () => day(version ?? CONFIG.version, language));
  return adapted(stored, bar);
}

async function frameFor(path) {
  const frame = await caches.match(`${CONFIG.homes[languageOf(path)]}offline/`, { cacheName: PAGES });
  return frame ? adapted(frame) : Response.error();
}

async function fromStore(url) {
  const path = url.pathname;
  if (bare(path) === "/offline/") return frameFor(path);
  // With other columns than the stored ones it is still the page.
  const isQuestion = url.search && /^\/(search|names|cards)\//.test(bare(path));
  const page = isQuestion ? null : await caches.match(path, { cacheName: PAGES });
  const stored = page ?? (await caches.match(url.href, { cacheName: LAST }));
  if (stored) return withBar(stored, path);
  const place = await placeOf(url, await readState());
  return place && Response.redirect(place, 302);
}

// What comes before it is too late, or null.
function inTime(coming, late) {
  return Promise.race([coming, late]).catch(() => null);
}

// An answer that has arrived to its end: a connection can die after the headers.
async function whole(answer) {
  await answer.clone().arrayBuffer();
  return answer;
}

async function answerPage(event, url) {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
  const asked = fetch(event.request);
  const renewed = asked.then((answer) => (isPublic(answer) ? replaceStored(url, answer.clone()) : null));
  event.waitUntil(renewed.catch(() => {})); // no network, or no room
  const first = await inTime(asked.then((answer) => ([502, 503, 504].includes(answer.status) ? null : answer)), late);
  // An address that cannot be read is not stored.
  const stored = await fromStore(url).catch(() => null);
  // What is not stored is shown while it arrives.
  const came = first && stored ? await inTime(whole(first), late) : first;
  return came ?? stored ?? asked.catch(() => frameFor(url.pathname));
}

async function answerFile(request, path) {
  return (await caches.match(path, { cacheName: FILES })) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (isGone || request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(answerPage(event, url));
  else if (url.pathname.startsWith(CONFIG.static)) event.respondWith(answerFile(request, url.pathname));
});

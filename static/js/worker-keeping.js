// The service worker, first part: what is kept, and how. The server puts TOLD before it and worker-answering.js after
// it, and serves them as /sw.js; when anything of it changes, browsers take the new worker.
//
// It never touches what is sent (POST), parts that scripts load, the API, and pages of signed-in people: what it keeps
// is fetched without cookies, so it is what anybody gets.

const PAGES = "rulesbase-pages-1"; // the contents, all chapters, the glossary; and the page of what is kept
const LAST = "rulesbase-last-1"; // the newest answers about names and cards
const FILES = "rulesbase-files-1"; // styles, scripts, pictures
const STATE = "rulesbase-state-1"; // what is kept, since when
const OURS = [PAGES, LAST, FILES, STATE];

const PATIENCE = 4000; // milliseconds until a kept page is better than none
const MOST_LAST = 40;
const A_DAY = 20 * 3600 * 1000;
const DIGEST = /\.[0-9a-f]{12}\.\w+$/;
const ROOT = TOLD.homes.en;
const STATE_KEY = `${ROOT}offline/state`;
const NAMES_KEY = `${ROOT}offline/names`;

// ---- What is known of what is kept ----

async function readState() {
  const kept = await caches.match(STATE_KEY, { cacheName: STATE });
  return kept ? kept.json() : { portions: {} };
}

async function writeState(state) {
  await (await caches.open(STATE)).put(STATE_KEY, Response.json(state));
}

// Pages that do their work in the browser, in each language.
function shells() {
  return Object.values(TOLD.homes).flatMap((home) => TOLD.visited.map((path) => home + path.slice(1)));
}

async function tell(message) {
  for (const page of await self.clients.matchAll({ type: "window" })) page.postMessage(message);
}

// ---- Beginning and end of a worker ----

// As anybody gets it: without cookies there is nothing private to keep.
function plainly(address, headers = {}) {
  return fetch(address, { credentials: "omit", cache: "no-store", headers });
}

function filesIn(html) {
  return [...html.matchAll(/<(?:link|script|img)\b[^>]*?\s(?:href|src)="([^"]+)"/g)]
    .map((found) => new URL(found[1], self.location.origin))
    .filter((url) => url.origin === self.location.origin && url.pathname.startsWith(TOLD.static))
    .map((url) => url.pathname);
}

// The pictures that a style names.
function filesOfStyle(path, text) {
  return [...text.matchAll(/url\("?([^")]+)"?\)/g)]
    .map((named) => new URL(named[1], new URL(path, self.location.origin)).pathname)
    .filter((found) => found.startsWith(TOLD.static));
}

async function keepFile(path) {
  const files = await caches.open(FILES);
  // A name with a digest has one content for ever.
  if (DIGEST.test(path) && (await files.match(path))) return;
  const answer = await plainly(path);
  if (!answer.ok) return;
  await files.put(path, answer.clone());
  if (path.endsWith(".css")) await keepFiles(filesOfStyle(path, await answer.text()));
}

function keepFiles(paths) {
  return Promise.all([...new Set(paths)].map(keepFile));
}

async function keepFrames() {
  const pages = await caches.open(PAGES);
  const files = [];
  for (const home of Object.values(TOLD.homes)) {
    const answer = await plainly(`${home}offline/`);
    if (!answer.ok) throw new Error(`${home}offline/ answered ${answer.status}`);
    files.push(...filesIn(await answer.clone().text()));
    await pages.put(`${home}offline/`, answer);
  }
  await keepFiles(files);
}

async function dropOld() {
  for (const name of await caches.keys()) {
    if (name.startsWith("rulesbase-") && !OURS.includes(name)) await caches.delete(name);
  }
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepFrames());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()));
});

// ---- Keeping ----

async function* linesOf(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    yield* lines;
  }
  if (rest) throw new Error("cut short");
}

async function keepPages(answer, headers) {
  const pages = await caches.open(PAGES);
  const kept = { paths: [], files: [] };
  const files = new Set();
  for await (const line of linesOf(answer)) {
    const { path, html } = JSON.parse(line);
    for (const file of filesIn(html)) files.add(file);
    const said = { ...headers, "X-Kept": new Date().toISOString() };
    await pages.put(path, new Response(html, { headers: said }));
    kept.paths.push(path);
  }
  return { ...kept, files: [...files] };
}

async function keepNames(answer) {
  const text = await answer.text();
  await (await caches.open(PAGES)).put(NAMES_KEY, new Response(text));
  return { paths: [NAMES_KEY], files: [] };
}

async function keepPortion(listing, portion, had) {
  const answer = await plainly(portion.href, had ? { "If-None-Match": had.tag } : {});
  if (answer.status === 304) return had;
  if (!answer.ok) throw new Error(`${portion.href} answered ${answer.status}`);
  const plain = Number(answer.headers.get("X-Plain-Length"));
  const tag = answer.headers.get("ETag");
  const bytes = Number(answer.headers.get("Content-Length")) || portion.bytes;
  const kept = portion.name === "names" ? await keepNames(answer) : await keepPages(answer, listing.headers);
  return { ...kept, tag, bytes, plain };
}

async function dropWhatIsNotNamed(state) {
  const portions = Object.values(state.portions);
  const frames = Object.values(TOLD.homes).map((home) => `${home}offline/`);
  const paths = new Set([...portions.flatMap((one) => one.paths), ...frames, ...shells()]);
  const files = new Set(portions.flatMap((one) => one.files));
  const pages = await caches.open(PAGES);
  for (const request of await pages.keys()) {
    const { pathname } = new URL(request.url);
    if (!paths.has(pathname)) await pages.delete(request);
    else if (frames.includes(pathname) || shells().includes(pathname)) {
      for (const file of filesIn(await (await pages.match(request)).text())) files.add(file);
    }
  }
  const last = await caches.open(LAST);
  for (const answer of await last.matchAll()) for (const file of filesIn(await answer.text())) files.add(file);
  const stylesheets = await caches.open(FILES);
  for (const path of [...files].filter((name) => name.endsWith(".css"))) {
    const sheet = await stylesheets.match(path);
    for (const named of filesOfStyle(path, (await sheet?.text()) ?? "")) files.add(named);
  }
  for (const request of await stylesheets.keys()) {
    if (!files.has(new URL(request.url).pathname)) await stylesheets.delete(request);
  }
}

async function keep(language) {
  const home = TOLD.homes[language] ?? ROOT;
  const listed = await plainly(`${home}offline/portions.json`);
  if (!listed.ok) throw new Error(`the list answered ${listed.status}`);
  const listing = await listed.json();
  const before = await readState();
  const same = (before.aim ?? before).language === language;
  const aim = { language, version: listing.version };
  const state = { ...before, aim, stamp: listing.stamp, whole: false, tried: Date.now() };
  // What is read is the version that is here as a whole, until all of what follows it is here; at first what comes.
  if (!before.version) Object.assign(state, aim);
  // What was kept stays until what follows it is here; of another language only the names are the same.
  state.portions = same ? before.portions : before.portions?.names ? { names: before.portions.names } : {};
  const wanted = listing.portions.map((portion) => portion.name);
  const all = listing.portions.reduce((sum, portion) => sum + portion.bytes, 0);
  let done = 0;
  for (const portion of listing.portions) {
    await tell({ type: "progress", done, all });
    state.portions[portion.name] = await keepPortion(listing, portion, state.portions[portion.name]);
    done += portion.bytes;
    await writeState(state);
  }
  for (const name of Object.keys(state.portions)) if (!wanted.includes(name)) delete state.portions[name];
  await keepFiles(Object.values(state.portions).flatMap((one) => one.files));
  delete state.aim;
  Object.assign(state, aim);
  await writeState(state);
  await dropWhatIsNotNamed(state);
  const parts = Object.values(state.portions);
  state.bytes = parts.reduce((sum, one) => sum + one.bytes, 0);
  state.plain = parts.reduce((sum, one) => sum + one.plain, 0);
  state.kept = new Date().toISOString();
  state.whole = true;
  // The reader may have set something meanwhile.
  const { theme, auto } = await readState();
  await writeState({ ...state, theme, auto });
  await tell({ type: "kept" });
}

let keeping = null;

function keepOnce(language) {
  keeping ??= keep(language)
    .catch((error) => tell({ type: "failed", why: String(error.message ?? error) }))
    .finally(() => {
      keeping = null;
    });
  return keeping;
}

// On a page that was opened with network: go on where it broke off, and fetch what is new, once a day at most and not
// on a line that is paid by what it carries.
async function look(message) {
  if (isGone) return;
  const state = await readState();
  if (message.theme !== undefined && (state.theme ?? "") !== message.theme) {
    state.theme = message.theme;
    await writeState(state);
  }
  if (!state.language || state.auto === false) return;
  const line = self.navigator.connection;
  if (line?.saveData || line?.type === "cellular") return;
  const isNew = state.stamp !== TOLD.stamp;
  const wait = Date.now() - (state.tried ?? 0);
  const due = state.version !== TOLD.version || !state.whole ? wait > 60_000 : isNew && wait > A_DAY;
  if (due) await keepOnce((state.aim ?? state).language);
}

// A page that works in the browser was opened before there was a worker to keep its frame.
async function keepShell(path) {
  const kept = await (await caches.open(PAGES)).match(path);
  if (!kept && !isGone) await renewShell(path).catch(() => {}); // no network: it is kept on the next visit
}

// The reader had everything removed: the worker of a page that is still open keeps nothing any more.
let isGone = false;

self.addEventListener("message", (event) => {
  const message = event.data ?? {};
  if (message.type === "go") isGone = true;
  if (message.type === "keep") {
    isGone = false; // asked for anew on the page where it was removed
    event.waitUntil(keepOnce(message.language));
  }
  if (message.type === "look") event.waitUntil(look(message));
  if (message.type === "visited" && shells().includes(message.path)) event.waitUntil(keepShell(message.path));
  if (message.type === "auto") {
    event.waitUntil(readState().then((state) => writeState({ ...state, auto: message.auto })));
  }
});

// The service worker, second part: it answers from what is kept when the network does not.

function languageOf(path) {
  const found = Object.entries(TOLD.homes).find(([code, home]) => code !== "en" && path.startsWith(home));
  return found ? found[0] : "en";
}

// The address without the language: /fr/rules/2026-06-19/ is /rules/2026-06-19/.
function bare(path) {
  return `/${path.slice(TOLD.homes[languageOf(path)].length)}`;
}

function isPublic(answer) {
  const control = answer.headers.get("Cache-Control") ?? "";
  return (
    answer.ok &&
    answer.type === "basic" &&
    !answer.redirected &&
    !/private|no-store/.test(control) &&
    // The page of a hotel's network has none of ours.
    answer.headers.has("Content-Language") &&
    (answer.headers.get("Content-Type") ?? "").startsWith("text/html")
  );
}

function asKept(answer, html) {
  const headers = new Headers(answer.headers);
  headers.set("X-Kept", new Date().toISOString());
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  return new Response(html, { headers });
}

// A page that came from the network takes the place of its kept copy.
async function renew(url, answer) {
  const pages = await caches.open(PAGES);
  const path = url.pathname;
  if (!url.search && (await pages.match(path))) await pages.put(path, asKept(answer, await answer.text()));
  else if (TOLD.last.some((start) => bare(path).startsWith(start))) {
    const last = await caches.open(LAST);
    await last.delete(url.href); // so that it becomes the newest
    await last.put(url.href, asKept(answer, await answer.text()));
    for (const old of (await last.keys()).slice(0, -MOST_LAST)) await last.delete(old);
  }
}

// The frame of a page that works in the browser, as anybody gets it: who is signed in must not be in it.
async function renewShell(path) {
  const answer = await plainly(path);
  if (!isPublic(answer)) return;
  const html = await answer.text();
  await keepFiles(filesIn(html));
  await (await caches.open(PAGES)).put(path, asKept(answer, html));
}

function numberIn(typed) {
  const plain = typed.normalize("NFKC").trim();
  const found = /^(?:cr|rule|r\.?|règle|ルール|規則)?\s*(\d(?:\d\d(?:\.\d{1,3}[a-z]{0,2})?)?)\.?$/i.exec(plain);
  return found ? found[1].toLowerCase() : null;
}

// Where a number stands in what is kept: a rule in its chapter, a section in the contents.
async function keptPlace(pages, home, state, number) {
  const contents = `${home}rules/${state.version}/`;
  if (number.length === 1) {
    const html = await (await pages.match(contents))?.text();
    return html?.includes(`id="s${number}"`) ? `${contents}#s${number}` : null;
  }
  const chapter = `${contents}${number.slice(0, 3)}/`;
  const html = await (await pages.match(chapter))?.text();
  if (!html) return null;
  if (number.length === 3) return chapter;
  return html.includes(`id="r${number}"`) ? `${chapter}#r${number}` : null;
}

// The kept page that holds what another address shows: of a rule its chapter, of a term the glossary.
async function standIn(pages, url, state) {
  if (!state.version) return null;
  const home = TOLD.homes[state.language];
  const path = bare(url.pathname);
  if (path === "/search/" && !url.searchParams.get("version")) {
    const number = numberIn(url.searchParams.get("q") ?? "");
    return number ? keptPlace(pages, home, state, number) : null;
  }
  const dated = /^\/(rules|glossary)\/(?:(latest|[\d-]{10})\/(?:([^/]+)\/)?)?$/.exec(path);
  if (!dated || ![undefined, "latest", state.version].includes(dated[2])) return null;
  const [, book, , place] = dated;
  const whole = `${home}${book}/${state.version}/`;
  if (!place) return (await pages.match(whole)) ? whole : null;
  if (book === "rules") {
    const number = numberIn(place);
    return number ? keptPlace(pages, home, state, number) : (await pages.match(whole + place)) && whole + place;
  }
  const html = await (await pages.match(whole))?.text();
  const anchor = `t-${decodeURIComponent(place)}`;
  return html?.includes(`id="${anchor}"`) ? `${whole}#${anchor}` : null;
}

function themed(html, theme) {
  const plain = html.replace(/<html([^>]*?) data-theme="\w+"/, "<html$1");
  return theme ? plain.replace("<html", `<html data-theme="${theme}"`) : plain;
}

function day(iso, language) {
  if (!iso) return "";
  // A date without a time is no moment: it is the same everywhere.
  const form = { dateStyle: "long", timeZone: iso.length > 10 ? undefined : "UTC" };
  const shown = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, form);
  return `<time datetime="${iso}">${shown.format(new Date(iso))}</time>`;
}

// A kept page says so: the page of what is kept brings the words in its language.
async function withBar(answer, path) {
  const state = await readState();
  const kept = answer.headers.get("X-Kept") ?? "";
  // What was the same when it was last compared is as of then.
  const listed = Object.values(state.portions).some((portion) => portion.paths.includes(path));
  const since = listed && (state.kept ?? "") > kept ? state.kept : kept;
  const language = languageOf(path);
  const html = themed(await answer.text(), state.theme);
  const frame = await (await caches.open(PAGES)).match(`${TOLD.homes[language]}offline/`);
  const words = /<template id="offline-bar">([^]*?)<\/template>/.exec((await frame?.text()) ?? "");
  const bar = (words ? words[1] : "")
    .replace('<i class="kept-on"></i>', () => day(since, language))
    .replace('<i class="rules-of"></i>', () => day(state.version ?? TOLD.version, language));
  return new Response(html.replace("</header>", () => `</header>${bar}`), { headers: answer.headers });
}

async function answerFromKept(url) {
  const pages = await caches.open(PAGES);
  const path = url.pathname;
  const frames = Object.values(TOLD.homes).map((home) => `${home}offline/`);
  if (frames.includes(path)) return plainFrame(path);
  // With other columns than the kept ones it is still the page.
  const isQuestion = /^\/(search|names|cards)\//.test(bare(path)) && url.search;
  const kept = isQuestion ? null : await pages.match(path);
  if (kept) return withBar(kept, path);
  const last = await (await caches.open(LAST)).match(url.href);
  if (last) return withBar(last, path);
  const state = await readState();
  const other = await standIn(pages, url, state);
  if (other) return Response.redirect(new URL(other, self.location.origin), 302);
  return null;
}

async function plainFrame(path) {
  const frame = await (await caches.open(PAGES)).match(path);
  const { theme } = await readState();
  return frame ? new Response(themed(await frame.text(), theme), { headers: frame.headers }) : Response.error();
}

function tooLate() {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
}

// What comes before it is too late, or null.
function inTime(coming, late) {
  return Promise.race([coming, late]).catch(() => null);
}

// An answer that has arrived to its end. Where a line dies in the midst there are headers, and nothing follows them.
async function whole(answer) {
  await answer.clone().arrayBuffer();
  return answer;
}

async function page(event, url) {
  const late = tooLate();
  const asked = fetch(event.request);
  const later = asked
    .then((answer) => {
      if (shells().includes(url.pathname)) return renewShell(url.pathname);
      return isPublic(answer) ? renew(url, answer.clone()) : null;
    })
    .catch(() => {}); // no network, or no room: the reader is told by what is shown
  event.waitUntil(later);
  const waited = asked.then((answer) => (answer.status >= 502 && answer.status <= 504 ? null : answer));
  const first = await inTime(waited, late);
  // An address that cannot be read is none that is kept.
  const kept = await answerFromKept(url).catch(() => null);
  // What is not kept is shown while it comes.
  const came = first && kept ? await inTime(whole(first), late) : first;
  if (came) return came;
  if (kept) return kept;
  try {
    return await asked;
  } catch {
    return plainFrame(`${TOLD.homes[languageOf(url.pathname)]}offline/`);
  }
}

// Names with a digest never change; others are looked for anew while there is a network.
async function file(event, path) {
  const files = await caches.open(FILES);
  const kept = await files.match(path);
  if (kept && DIGEST.test(path)) return kept;
  const asked = fetch(event.request);
  const later = asked
    .then((answer) => (answer.ok && answer.type === "basic" ? files.put(path, answer.clone()) : null))
    .catch(() => {}); // no room: what came from the network is shown all the same
  event.waitUntil(later);
  if (kept) return (await inTime(asked.then(whole), tooLate())) ?? kept;
  return asked.catch(() => Response.error());
}

// Only what is read: never /account/, /curate/ and /admin/, whatever they answer.
const APART = /^\/(account|curate|admin|api|display|feeds|downloads)\//;

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (isGone) return;
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (APART.test(bare(url.pathname))) event.respondWith(apart(request, url));
    else event.respondWith(page(event, url));
  } else if (url.pathname.startsWith(TOLD.static)) event.respondWith(file(event, url.pathname));
});

// Nothing of these is kept; without network they are told from a page that is broken.
async function apart(request, url) {
  try {
    return await fetch(request);
  } catch {
    return plainFrame(`${TOLD.homes[languageOf(url.pathname)]}offline/`);
  }
}

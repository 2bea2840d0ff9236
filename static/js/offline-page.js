// The page of what is kept: shows it, has it fetched, and removes it. Removing needs no worker, so that it works even
// where the worker is broken.

const OURS = "rulesbase-";
const part = document.getElementById("kept");
const language = part.dataset.language;
const home = document.querySelector("script[data-worker]")?.dataset.worker.replace(/sw\.js$/, "") ?? "/";
const box = document.getElementById("kept-state");
const find = (selector) => box.querySelector(selector);

function megabytes(bytes) {
  const form = { style: "unit", unit: "megabyte", minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language, form).format(Math.max(bytes, 50_000) / 1e6);
}

function day(iso) {
  const form = iso.length > 10 ? { dateStyle: "long", timeStyle: "short" } : { dateStyle: "long", timeZone: "UTC" };
  return new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, form).format(new Date(iso));
}

async function readState() {
  const kept = await caches.match(`${home}offline/state`);
  return kept ? kept.json() : null;
}

function say(selector, words) {
  for (const other of [".kept-done", ".kept-failed"]) find(other).hidden = true;
  find(selector).textContent = find(selector).dataset[words];
  find(selector).hidden = false;
}

function facts(state) {
  const portions = Object.values(state.portions);
  const sum = (name) => portions.reduce((all, one) => all + one[name], 0);
  const pages = portions.reduce((all, one) => all + one.paths.length, 0);
  const told = {
    version: day(state.version),
    kept: state.kept ? day(state.kept) : "–",
    language: new Intl.DisplayNames([language], { type: "language" }).of(state.language),
    pages: new Intl.NumberFormat(language).format(pages),
    bytes: megabytes(sum("bytes")),
    plain: megabytes(sum("plain")),
  };
  for (const [name, words] of Object.entries(told)) find(`[data-fact="${name}"]`).textContent = words;
  find('[data-fact="version"]').dateTime = state.version;
  if (state.kept) find('[data-fact="kept"]').dateTime = state.kept;
}

async function show() {
  const state = await readState();
  const has = Boolean(state?.language);
  if (has) facts(state);
  find(".kept-none").hidden = has;
  find(".kept-facts").hidden = !has;
  find(".kept-partly").hidden = !has || state.whole;
  find("#remove").hidden = !has;
  // Asked for anew where it broke off, and in another language of the interface.
  find("#keep").hidden = has && state.whole && state.language === language;
  find("#refresh").hidden = !find("#keep").hidden;
  find("#auto").checked = state?.auto !== false;
  find("#auto").closest("p").hidden = !has;
  find(".kept-newer").hidden = !has || !state.whole || !navigator.onLine || !(await isNewer(state));
}

async function isNewer(state) {
  try {
    const listing = await (await fetch(`${part.dataset.home}offline/portions.json`, { credentials: "omit" })).json();
    return listing.stamp !== state.stamp && listing.language === state.language;
  } catch {
    return false;
  }
}

// A worker can end in the midst of it: its successor takes its place, or the browser stops it. So it is asked again and
// again until it has said how it ended: who is at it does not begin anew, and a new one goes on where it broke off.
const ASK_AGAIN = 5000; // milliseconds
let asking;

async function ask() {
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ type: "keep", language });
}

function busy(isBusy) {
  for (const button of box.querySelectorAll("button")) button.disabled = isBusy;
  find(".kept-progress").hidden = !isBusy;
}

async function keep() {
  busy(true);
  for (const said of box.querySelectorAll(".toast")) said.hidden = true;
  find("#kept-bar").value = 0;
  try {
    const address = document.querySelector("script[data-worker]").dataset.worker;
    await navigator.serviceWorker.register(address, { updateViaCache: "none" });
    // Without this the browser may drop what is kept when its disk gets full.
    await navigator.storage?.persist?.();
    await ask();
    clearInterval(asking);
    asking = setInterval(ask, ASK_AGAIN);
  } catch {
    busy(false);
    say(".kept-failed", "forbidden");
  }
}

async function remove() {
  for (const one of await navigator.serviceWorker.getRegistrations()) {
    one.active?.postMessage({ type: "go" });
    await one.unregister();
  }
  for (const name of await caches.keys()) if (name.startsWith(OURS)) await caches.delete(name);
  await show();
  say(".kept-done", "removed");
}

function hear({ data }) {
  if (data.type === "progress") {
    busy(true);
    find("#kept-bar").max = data.all;
    find("#kept-bar").value = data.done;
    find(".kept-progress .amount").textContent = `${megabytes(data.done)} / ${megabytes(data.all)}`;
  }
  if (data.type === "kept" || data.type === "failed") {
    clearInterval(asking);
    busy(false);
    show().then(() => {
      if (data.type === "kept") say(".kept-done", "kept");
      else say(".kept-failed", data.why.includes("uota") ? "full" : "broken");
    });
  }
}

if (box && !location.pathname.startsWith(`${part.dataset.home}offline/`)) {
  // Shown in place of another page: offline-names.js looks in what is kept.
} else if (box && navigator.serviceWorker && window.caches) {
  document.querySelector(".script-needed").hidden = true;
  box.hidden = false;
  find("#keep .amount").textContent = megabytes(Number(find("#keep").dataset.bytes));
  navigator.serviceWorker.addEventListener("message", hear);
  find("#keep").addEventListener("click", keep);
  find("#refresh").addEventListener("click", keep);
  find("#remove").addEventListener("click", remove);
  find("#auto").addEventListener("change", async (event) => {
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ type: "auto", auto: event.target.checked });
  });
  show();
}

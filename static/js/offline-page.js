// The page /offline/: shows what is stored, stores and removes it. Removing needs no worker, so that it works even where
// the worker is broken.

export const saved = document.getElementById("saved");
const language = saved.dataset.language;
// Where the site begins, without a language.
export const root = document.querySelector("script[data-worker]")?.dataset.worker.replace(/sw\.js$/, "") ?? "/";
const box = document.getElementById("saved-state");
const find = (selector) => box.querySelector(selector);

function megabytes(bytes) {
  const form = { style: "unit", unit: "megabyte", minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language, form).format(Math.max(bytes, 50_000) / 1e6);
}

function day(iso) {
  const form = iso.length > 10 ? { dateStyle: "long", timeStyle: "short" } : { dateStyle: "long", timeZone: "UTC" };
  return new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, form).format(new Date(iso));
}

function showMessage(selector, words) {
  for (const other of [".saved-done", ".saved-failed"]) find(other).hidden = true;
  find(selector).textContent = find(selector).dataset[words];
  find(selector).hidden = false;
}

// What is stored, as the worker wrote it; null if nothing is.
export async function storedState() {
  return (await (await caches.match(`${root}offline/state`))?.json()) ?? null;
}

async function showFacts(state) {
  const pages = await (await caches.open("rulesbase-pages-1")).matchAll();
  const sizes = await Promise.all(pages.map(async (page) => (await page.blob()).size));
  const facts = {
    version: day(state.version),
    saved: state.kept ? day(state.kept) : "–",
    language: new Intl.DisplayNames([language], { type: "language" }).of(state.language),
    pages: new Intl.NumberFormat(language).format(pages.length),
    plain: megabytes(sizes.reduce((all, one) => all + one, 0)),
  };
  for (const [name, words] of Object.entries(facts)) find(`[data-fact="${name}"]`).textContent = words;
  find('[data-fact="version"]').dateTime = state.version;
  if (state.kept) find('[data-fact="saved"]').dateTime = state.kept;
}

async function show() {
  const state = await storedState();
  const has = Boolean(state?.language);
  const isWhole = has && !state.wanted;
  if (has) await showFacts(state);
  find(".saved-none").hidden = has;
  find(".saved-facts").hidden = !has;
  find(".saved-partly").hidden = !has || isWhole;
  find(".saved-newer").hidden = !isWhole || !navigator.onLine || state.stamp === saved.dataset.stamp;
  find("#remove").hidden = !has;
  // Stored anew where it was interrupted, and in another language of the interface.
  find("#keep").hidden = isWhole && state.language === language;
  find("#refresh").hidden = !find("#keep").hidden;
  find("#auto").checked = state?.auto !== false;
  find("#auto").closest("p").hidden = !has;
}

async function post(message) {
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage(message);
}

// A worker can end at any moment: it is replaced, or the browser stops it. So the page repeats its message until the worker
// reports the end: a worker that is storing goes on, and a new one continues where the old one stopped.
const ASK_AGAIN = 5000; // milliseconds
let asking;

function busy(isBusy) {
  for (const button of box.querySelectorAll("button")) button.disabled = isBusy;
  find(".saved-progress").hidden = !isBusy;
}

async function save() {
  const ask = () => post({ type: "keep", language });
  busy(true);
  for (const toast of box.querySelectorAll(".toast")) toast.hidden = true;
  find("#saved-bar").value = 0;
  try {
    const address = document.querySelector("script[data-worker]").dataset.worker;
    await navigator.serviceWorker.register(address, { updateViaCache: "none" });
    // Without this the browser may drop what is stored when its disk gets full.
    await navigator.storage?.persist?.();
    await ask();
    clearInterval(asking);
    asking = setInterval(ask, ASK_AGAIN);
  } catch {
    busy(false);
    showMessage(".saved-failed", "forbidden");
  }
}

async function remove() {
  for (const one of await navigator.serviceWorker.getRegistrations()) {
    one.active?.postMessage({ type: "go" });
    await one.unregister();
  }
  for (const name of await caches.keys()) if (name.startsWith("rulesbase-")) await caches.delete(name);
  await show();
  showMessage(".saved-done", "removed");
}

async function onMessage({ data }) {
  if (data.type === "progress") {
    busy(true);
    find("#saved-bar").max = data.all;
    find("#saved-bar").value = data.done;
    find(".saved-progress .amount").textContent = `${data.done} / ${data.all}`;
  }
  if (data.type === "kept" || data.type === "failed") {
    clearInterval(asking);
    busy(false);
    await show();
    if (data.type === "kept") showMessage(".saved-done", "saved");
    else showMessage(".saved-failed", data.why.includes("uota") ? "full" : "broken");
  }
}

// In place of a page that is not stored, offline-lookup.js searches what is stored.
if (box && location.pathname.startsWith(`${saved.dataset.home}offline/`) && navigator.serviceWorker && window.caches) {
  document.querySelector(".script-needed").hidden = true;
  box.hidden = false;
  find("#keep .amount").textContent = megabytes(Number(find("#keep").dataset.bytes));
  navigator.serviceWorker.addEventListener("message", onMessage);
  find("#keep").addEventListener("click", save);
  find("#refresh").addEventListener("click", save);
  find("#remove").addEventListener("click", remove);
  find("#auto").addEventListener("change", (event) => post({ type: "auto", auto: event.target.checked }));
  show();
}

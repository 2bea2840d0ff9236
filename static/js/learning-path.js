// The path for beginners without an account: the steps read are stored in this browser, under `rulesbase.study.path`, as a
// list. Signing in takes it over.

const STORE = "rulesbase.study.path";
const bar = document.getElementById("path");

let done = new Set();

function readSteps() {
  try {
    const found = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    done = new Set(Array.isArray(found) ? found.filter((one) => typeof one === "string") : []);
  } catch {
    // Storage is blocked: the steps marked on this page count.
  }
}

function saveSteps() {
  try {
    localStorage.setItem(STORE, JSON.stringify([...done]));
  } catch {
    // Storage is blocked: it holds for this page at least.
  }
}

function show() {
  let count = 0;
  for (const item of document.querySelectorAll("[data-step]")) {
    const is = done.has(item.dataset.step);
    count += is;
    item.classList.toggle("is-done", is);
    const tick = item.querySelector(".pathtick");
    if (tick) tick.hidden = !is;
    const button = item.querySelector("[data-done]");
    if (button) {
      button.hidden = false;
      button.setAttribute("aria-pressed", String(is));
    }
  }
  const all = document.querySelectorAll("[data-step]").length;
  bar.hidden = false;
  bar.querySelector("progress").value = count;
  bar.querySelector("[data-path-count]").textContent = `${count} / ${all}`;
  const first = document.querySelector(".pathlist [data-step]:not(.is-done) a");
  const go = document.querySelector("[data-path-next] a");
  if (go && first) go.href = first.href;
}

async function moveToAccount() {
  const form = document.getElementById("path-take");
  const sent = new FormData(form);
  for (const step of done) sent.append("step", step);
  try {
    const answer = await fetch(form.action, { method: "POST", body: sent });
    // What did not arrive stays here for the next time. After the end of a session the answer is the page to sign in.
    if (!answer.ok || new URL(answer.url).pathname !== location.pathname) return;
    localStorage.removeItem(STORE);
    location.reload();
  } catch {
    // No network: the next page tries again.
  }
}

function refresh() {
  readSteps();
  show();
}

if (bar?.dataset.account) {
  readSteps();
  if (done.size) moveToAccount();
} else if (bar) {
  refresh();
  // The steps may have changed in another window, and on the page from which the reader comes back.
  addEventListener("storage", refresh);
  addEventListener("pageshow", refresh);
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-done]");
    if (!button) return;
    const step = button.dataset.done;
    if (!done.delete(step)) done.add(step);
    saveSteps();
    show();
  });
}

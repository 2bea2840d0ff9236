// The path for beginners without an account: the steps read are stored in this browser, under `rulesbase.study.path`, as a
// list. Signing in takes it over.

const STORE = "rulesbase.study.path";
const bar = document.getElementById("path");

function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return new Set(Array.isArray(found) ? found.filter((one) => typeof one === "string") : []);
  } catch {
    return new Set();
  }
}

function saveSteps(steps) {
  try {
    localStorage.setItem(STORE, JSON.stringify([...steps]));
  } catch {
    // Storage is blocked: it holds for this page at least.
  }
}

function show(done) {
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

async function moveToAccount(steps) {
  const form = document.getElementById("path-take");
  const sent = new FormData(form);
  for (const step of steps) sent.append("step", step);
  try {
    const answer = await fetch(form.action, { method: "POST", body: sent });
    // What did not arrive stays here for the next time.
    if (!answer.ok) return;
    localStorage.removeItem(STORE);
    location.reload();
  } catch {
    // No network: the next page tries again.
  }
}

if (bar?.dataset.account) {
  const steps = stored();
  if (steps.size) moveToAccount(steps);
} else if (bar) {
  const done = stored();
  show(done);
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-done]");
    if (!button) return;
    const step = button.dataset.done;
    if (!done.delete(step)) done.add(step);
    saveSteps(done);
    show(done);
  });
}

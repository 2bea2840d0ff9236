// When a page opens, focus the first wrong field or the problem, or read aloud what was done: screen readers do not
// announce alerts and statuses that are in a page from the start.

const SAY_AFTER = 400; // milliseconds until a live region that is new is listened to

// The text of a message without its buttons.
function wordsOf(place) {
  const copy = place.cloneNode(true);
  for (const control of copy.querySelectorAll("button, input, select, textarea, .btn")) control.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}

function readAloud(words) {
  const region = document.createElement("p");
  region.className = "vh";
  region.setAttribute("role", "status");
  document.body.append(region);
  setTimeout(() => {
    region.textContent = words;
  }, SAY_AFTER);
}

function announceResult() {
  const wrong = [...document.querySelectorAll("main [aria-invalid='true']")].find((field) => field.getClientRects().length);
  const problem = document.querySelector("main .toast-bad[role='alert']");
  if (wrong) wrong.focus();
  else if (problem) {
    problem.tabIndex = -1;
    problem.focus();
  } else {
    const done = [...document.querySelectorAll("main .toast[role='status']")].map(wordsOf).filter(Boolean);
    if (done.length) readAloud(done.join(" "));
  }
}

announceResult();

// ---- A form with data-quiet is sent by script, and the answer replaces the element around it ----

async function send(form, button) {
  const box = form.closest("[id]");
  const data = new URLSearchParams(new FormData(form, button));
  button?.setAttribute("aria-busy", "true");
  const answer = await fetch(form.action, { method: "POST", body: data, headers: { "HX-Request": "true" } });
  if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
  const part = document.createElement("template");
  part.innerHTML = await answer.text();
  const next = part.content.getElementById(box.id);
  box.replaceWith(next);
  next.querySelector("button")?.focus();
  if (next.dataset.message) readAloud(next.dataset.message);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-quiet]") || event.defaultPrevented) return;
  event.preventDefault();
  // Whatever goes wrong, the form is sent as it would be without a script.
  send(form, event.submitter).catch(() => {
    form.removeAttribute("data-quiet");
    form.requestSubmit(event.submitter);
  });
});

// The running head of printed pages is the title of the page; styles alone cannot read it.
const head = new CSSStyleSheet();
head.replaceSync(`@page { @top-left { content: ${JSON.stringify(document.title)}; } }`);
document.adoptedStyleSheets.push(head);

// Buttons that print. The dialog of the browser also saves as PDF.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

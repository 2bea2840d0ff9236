// The name checker: a slider over the strip of versions, fields that were added, and marks at wrong fields.
// The form works without it; htmx asks the question again whenever a field changes.

const form = document.getElementById("nameform");
const answer = document.getElementById("answer");
const version = form?.elements.namedItem("version");

// The options of the select are newest first, the strip is oldest first; the first option is "latest".
const dates = version ? [...version.options].slice(1).map((option) => option.value).reverse() : [];

function range() {
  return form.querySelector(".striprange");
}

function showRange() {
  const slider = range();
  if (!slider || !dates.length) return;
  slider.hidden = false;
  slider.setAttribute("aria-valuetext", dates[slider.valueAsNumber] ?? "");
}

form?.addEventListener("input", (event) => {
  if (event.target !== range()) return;
  const date = dates[event.target.valueAsNumber];
  version.value = date;
  event.target.setAttribute("aria-valuetext", date);
});

// The note below a field has its error; mark the field as invalid at the same time.
function markField(note) {
  const field = document.getElementById(note.id.replace(/-note$/, ""));
  if (note.querySelector(".error")) field?.setAttribute("aria-invalid", "true");
  else field?.removeAttribute("aria-invalid");
}
document.addEventListener("htmx:oobAfterSwap", (event) => {
  const note = event.detail.target;
  if (note?.matches?.(".cardnote")) markField(document.getElementById(note.id) ?? note);
});

// On a narrow screen the answer is above or below the form. Asking shows it; leaving a field does not move the page.
let asked = false;
form?.addEventListener("submit", () => {
  asked = true;
});

function showAnswer() {
  const verdict = answer.querySelector(".verdict");
  if (!asked || !verdict) return;
  asked = false;
  document.activeElement?.blur(); // closes the keyboard of a phone
  if (matchMedia("(max-width: 61.99rem)").matches) verdict.scrollIntoView();
}

// A new answer has a new slider: give it the focus if the old one had it.
let sliding = false;
document.addEventListener("htmx:beforeRequest", () => {
  sliding = form !== null && document.activeElement === range();
});
document.addEventListener("htmx:afterSettle", () => {
  if (!form) return;
  showRange();
  for (const note of form.querySelectorAll(".cardnote")) markField(note);
  sayAnswer();
  showAnswer();
  if (sliding) range()?.focus();
  sliding = false;
});

// Read the answer aloud in a few words; the focus stays in the form.
function sayAnswer() {
  const parts = [...answer.querySelectorAll(".verdict .word, .verdict .says")].map((part) => part.textContent.trim());
  const words = parts.join(". ");
  const place = document.getElementById("answer-status");
  if (place.textContent !== words) place.textContent = words;
}

function late() {
  document.getElementById("late")?.remove();
  const problem = document.createElement("p");
  problem.id = "late";
  problem.className = "error";
  problem.setAttribute("role", "alert");
  problem.textContent = answer.dataset.late;
  answer.prepend(problem);
}
document.addEventListener("htmx:sendError", late);
document.addEventListener("htmx:responseError", late);

if (form) showRange();

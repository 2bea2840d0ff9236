// After signing in: offer once to move the grades stored in this browser to the account.

import { account, page, Store, who, words } from "./study-store.js";
import { posted, settledKeys } from "./study-sync.js";

const local = new Store("local");
const place = document.getElementById("take-over");
const MOST = 400;

function isAsked() {
  return place && who !== "local" && local.waiting > 0 && !local.read(`declined.${who}`);
}

function sendable({ key, at, question, grade, took, text }) {
  return { key, question, grade, took, text, at: new Date(at).toISOString() };
}

async function take() {
  const { day_starts, new_a_day, reviews_a_day, retention, knows } = { ...local.read("options", {}) };
  const options = Object.fromEntries(
    Object.entries({ day_starts, new_a_day, reviews_a_day, retention, knows }).filter(([, value]) => value != null),
  );
  options.time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const decks = local.read("decks", []).map(({ id }) => id);
  const result = { applied: 0, refused: [], decks: 0 };
  for (let grades = local.grades(); ; grades = local.grades()) {
    const body = { account, grades: grades.slice(0, MOST).map(sendable), decks, options };
    const answer = await posted(page.dataset.takeOver, body);
    result.applied += answer.applied.length;
    result.refused.push(...answer.refused);
    result.decks = answer.decks.length;
    for (const key of settledKeys(answer)) local.remove(`grade.${key}`);
    if (grades.length <= MOST || local.grades().length === grades.length) break;
  }
  // Grades of a clock that runs ahead are stored here until then, and sent again.
  if (!local.grades().length) local.clear();
  return result;
}

function showResult(result) {
  const summary = document.getElementById("taken");
  const parts = [words("taken", { n: result.applied })];
  if (result.decks) parts.push(words("takenDecks", { n: result.decks }));
  if (result.refused.length) parts.push(words("refused", { n: result.refused.length, why: result.refused[0].why }));
  summary.textContent = parts.join(" ");
  summary.hidden = false;
}

if (isAsked()) {
  document.getElementById("take-over-message").textContent = words("hold", { n: local.waiting });
  place.hidden = false;
  place.querySelector("[data-do=keep]").addEventListener("click", () => {
    local.write(`declined.${who}`, true);
    place.hidden = true;
  });
  place.querySelector("[data-do=take]").addEventListener("click", async (event) => {
    event.currentTarget.disabled = true;
    try {
      showResult(await take());
      place.hidden = true;
      document.dispatchEvent(new Event("study:taken"));
    } catch {
      // Nothing was deleted: the button works again when there is a network.
      document.getElementById("take-over-message").textContent = words("offline");
      event.target.disabled = false;
    }
  });
}

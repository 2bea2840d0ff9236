// Send grades to their account as soon as there is a network, and show how many wait.
// A grade is deleted here only after the server confirms it. Sent twice, it counts once.

import { account, isStored, page, store, waitingOfOthers, who, words } from "./study-store.js";

const MOST = 200;
const MOST_ON_CLOSE = 100; // keepalive requests are limited to 64 KB
const RETRY = [3_000, 10_000, 30_000, 60_000];

let token = ""; // against forged requests; it comes with the queue
let isSending = false;
let isWanted = false;
let failures = 0;
let timer = 0;
let notBefore = 0; // after status 429: the time of the next try
let notice = ""; // about refused grades
let problem = ""; // why the last try failed
const listeners = [];

export function show() {
  const place = document.getElementById("waiting");
  if (!place) return;
  const lines = [];
  if (!isStored) lines.push(words("forbidden"));
  if (who !== "local" && store.waiting) {
    lines.push(words("waiting", { n: store.waiting }));
    if (!navigator.onLine || failures) lines.push(words("offline"));
  }
  const others = waitingOfOthers(who);
  if (others) lines.push(words("waiting", { n: others }), who === "local" ? words("signedOut") : words("other"));
  const text = [...lines, problem, notice].filter(Boolean).join(" ");
  if (place.textContent !== text) place.textContent = text;
}

function part() {
  const undone = [...store.all("undo.").keys()].slice(0, MOST);
  const grades = [...store.all("grade.")]
    .sort(([, a], [, b]) => a.at - b.at)
    .slice(0, MOST)
    .map(([key, { at, ...grade }]) => ({ key, ...grade, at: new Date(at).toISOString() }));
  const aside = [...store.all("aside.")].filter(([, set]) => !set.sent).map(([question, { how }]) => ({ question, how }));
  if (!grades.length && !undone.length && !aside.length) return null;
  // An undoing goes with its grade or after it.
  const given = new Set(store.all("grade.").keys());
  const sent = new Set(grades.map(({ key }) => key));
  const ready = undone.filter((key) => sent.has(key) || !given.has(key));
  return { account, grades, undone: ready, aside: aside.slice(0, MOST) };
}

async function jsonOf(answer) {
  const { ok, status, statusText, headers } = answer;
  if (!ok) throw Object.assign(new Error(statusText), { status, after: Number(headers.get("Retry-After")) || 60 });
  return answer.json();
}

export async function fetchJson(address) {
  return jsonOf(await fetch(address, { headers: { Accept: "application/json" } }));
}

// The cards of the day as the server has them for this account.
export async function fetchQueue(search = "") {
  const { token: fresh, ...data } = await fetchJson(page.dataset.queue + search);
  if (account !== String(data.account)) throw Object.assign(new Error("another account"), { status: 409 });
  token = fresh;
  return data;
}

function post(address, body, keepalive = false) {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  return fetch(address, { method: "POST", headers, body: JSON.stringify(body), keepalive });
}

// As `post`; a token that is too old is fetched anew.
export async function posted(address, body) {
  if (!token) await fetchQueue();
  let answer = await post(address, body);
  if (answer.status === 403) {
    await fetchQueue();
    answer = await post(address, body);
  }
  return jsonOf(answer);
}

// The keys of the grades that the server has stored or will never accept.
export function settledKeys({ applied, refused }) {
  return [...applied, ...refused.filter(({ key, again }) => key && !again).map(({ key }) => key)];
}

// Write the states before deleting the grades, so that nothing is lost if the page closes in between.
function take(body, answer) {
  for (const listener of listeners) listener(answer);
  const settled = settledKeys(answer);
  // Only what this request contained: a grade may have been undone meanwhile.
  const sent = { grade: new Set(body.grades.map(({ key }) => key)), undo: new Set(body.undone) };
  for (const key of settled) {
    for (const kind of ["grade", "undo"]) if (sent[kind].has(key)) store.remove(`${kind}.${key}`);
  }
  if (answer.refused.length) notice = words("refused", { n: answer.refused.length, why: answer.refused[0].why });
  for (const { question, how } of body.aside) {
    const set = store.read(`aside.${question}`);
    if (set?.how === how) store.write(`aside.${question}`, { ...set, sent: true });
  }
  document.dispatchEvent(new Event("study:sent"));
  // Stop if the server refused something for now, or accepted nothing.
  const isAll = settled.length === answer.applied.length + answer.refused.length;
  return isAll && settled.length + body.aside.length > 0;
}

export async function send() {
  if (who === "local") return;
  if (isSending) {
    isWanted = true;
    return;
  }
  clearTimeout(timer);
  if (Date.now() < notBefore) {
    timer = setTimeout(send, notBefore - Date.now());
    show();
    return;
  }
  isSending = true;
  problem = "";
  try {
    for (let body = part(), hasMore = true; body && hasMore; body = part()) {
      hasMore = take(body, await posted(page.dataset.sync, body));
      failures = 0;
      show();
    }
  } catch (error) {
    if (error.status === 429) {
      notBefore = Date.now() + error.after * 1000;
      timer = setTimeout(send, error.after * 1000);
    } else failures += 1;
    // Signed out, or another account is signed in: the grades wait for their account.
    if (error.status === 401) problem = words("signedOut");
    else if (error.status === 409) problem = words("other");
    else if (error.status !== 429) timer = setTimeout(send, RETRY[Math.min(failures, RETRY.length) - 1]);
  } finally {
    isSending = false;
    show();
  }
  if (isWanted) {
    isWanted = false;
    await send();
  }
}

// When the page closes, the browser sends what waits; it stays stored until the server confirms it.
function sendLast() {
  const body = who === "local" || !token ? null : part();
  if (body && body.grades.length <= MOST_ON_CLOSE) post(page.dataset.sync, body, true).catch(() => {});
}

// Call a listener with each answer of the server, before grades are deleted.
export function onTaken(listener) {
  listeners.push(listener);
}

window.addEventListener("online", () => {
  failures = 0;
  send();
});
window.addEventListener("offline", show);
window.addEventListener("pagehide", sendLast);
document.addEventListener("visibilitychange", () => (document.visibilityState === "hidden" ? sendLast() : send()));

if (!document.getElementById("stage")) send();
show();

// Study data stored in this browser. Each grade has its own entry, written before the next card is shown: nothing is
// lost when a tab is killed, and two tabs cannot overwrite each other's grades.
//
// All entries are named `rulesbase.study.<whose>.<what>`; whose is `local` without an account, else `account-<id>`.

const ROOT = "rulesbase.study.";
const inMemory = new Map();

function usable() {
  try {
    localStorage.setItem(`${ROOT}probe`, "1");
    localStorage.removeItem(`${ROOT}probe`);
    return true;
  } catch {
    return false;
  }
}

export const isStored = usable();
const entries = {
  get: (name) => (isStored ? localStorage.getItem(name) : (inMemory.get(name) ?? null)),
  set: (name, text) => (isStored ? localStorage.setItem(name, text) : inMemory.set(name, text)),
  remove: (name) => (isStored ? localStorage.removeItem(name) : inMemory.delete(name)),
  names: () => (isStored ? Object.keys(localStorage) : [...inMemory.keys()]),
};

function parsed(text, otherwise) {
  try {
    return text === null ? otherwise : (JSON.parse(text) ?? otherwise);
  } catch {
    return otherwise; // cut short by a full disk: as if it were not there
  }
}

// A UUID of version 4. crypto.randomUUID is missing where the site is not served by https.
function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

export class Store {
  constructor(who) {
    this.prefix = `${ROOT}${who}.`;
  }

  read(name, otherwise = null) {
    return parsed(entries.get(this.prefix + name), otherwise);
  }

  // Texts can be fetched again: they make room where there is none left.
  write(name, value) {
    const text = JSON.stringify(value);
    try {
      entries.set(this.prefix + name, text);
    } catch {
      for (const other of this.names("text.")) this.remove(other);
      entries.set(this.prefix + name, text);
    }
  }

  // Writes what this page also works without. Without room the older value is removed too.
  writeIfRoom(name, value) {
    try {
      this.write(name, value);
    } catch {
      this.remove(name);
    }
  }

  remove(name) {
    entries.remove(this.prefix + name);
  }

  names(start = "") {
    const whole = this.prefix + start;
    return entries
      .names()
      .filter((name) => name.startsWith(whole))
      .map((name) => name.slice(this.prefix.length));
  }

  // Return the values whose names begin so, by the rest of the name.
  all(start) {
    const found = this.names(start).map((name) => [name.slice(start.length), this.read(name)]);
    return new Map(found.filter(([, value]) => value !== null));
  }

  // Grades in the order in which they were given, without those that were taken back.
  grades() {
    const undone = new Set(this.all("undo.").keys());
    const given = [...this.all("grade.")].map(([key, grade]) => ({ key, ...grade }));
    return given.filter(({ key }) => !undone.has(key)).sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1));
  }

  // `text` names the text that was shown: the server asks again if the rule has changed since.
  addGrade(question, grade, at, took, text) {
    const key = newKey();
    this.write(`grade.${key}`, { question, grade, at, took, text });
    return key;
  }

  // The number of grades that wait to be sent.
  get waiting() {
    return this.names("grade.").length;
  }

  clear() {
    for (const name of this.names()) this.remove(name);
  }
}

export const page = document.getElementById("study");

export function words(name, values = {}) {
  const one = values.n === 1 ? page.dataset[`${name}One`] : undefined;
  let text = one ?? page.dataset[name] ?? "";
  for (const [mark, value] of Object.entries(values)) text = text.replace(`%${mark}`, () => String(value));
  return text;
}

// Whose study this page shows. A page saved for offline use names no account: then it is the last one here.
function whose() {
  const isCopy = document.getElementById("offline-now") !== null;
  const last = parsed(entries.get(`${ROOT}who`), "local");
  const who = isCopy ? last : page.dataset.account ? `account-${page.dataset.account}` : "local";
  if (who !== last) entries.set(`${ROOT}who`, JSON.stringify(who));
  return who;
}

// On a shared device, delete the data of accounts that signed out. Only entries that wait to be sent stay: grades,
// undone grades, cards set aside; none contains the text of a card. Of a deleted account (`gone`) nothing stays.
function tidy(who, gone = "") {
  for (const name of entries.names()) {
    const [, whose, what] = /^rulesbase\.study\.(account-\d+)\.(\w+)/.exec(name) ?? [];
    if (!whose || whose === who) continue;
    const waits = what === "grade" || what === "undo" || (what === "aside" && !parsed(entries.get(name), null)?.sent);
    if (!waits || whose === gone) entries.remove(name);
  }
}

// After signing out: offline pages belong to no account either.
export function forgetAccounts(gone = "") {
  tidy("local", gone);
  entries.remove(`${ROOT}who`);
}

// The number of grades of accounts that are not signed in here.
export function waitingOfOthers(who) {
  return entries.names().filter((name) => {
    const found = /^rulesbase\.study\.(account-\d+)\.grade\./.exec(name);
    return found && found[1] !== who;
  }).length;
}

export const who = page ? whose() : "local";
if (page) tidy(who);
// The number of the signed-in account; "local" without one.
export const account = who.replace("account-", "");
export const store = new Store(who);

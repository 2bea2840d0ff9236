// Copies in this browser of texts that the server has not stored yet; shared by the editor and the list of the desk.

const OLD = 30 * 24 * 3600 * 1000; // copies are deleted after a month

// The browser's storage; null where it is forbidden.
function openStorage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

const storage = openStorage();

// `was` is the text that a page shows when it is loaded again: the last draft, else what the field began with.
export function storeCopy(key, inputs) {
  const copy = { at: Date.now(), was: {}, now: {} };
  for (const input of inputs) {
    copy.was[input.name] = input.dataset.stored ?? input.defaultValue;
    copy.now[input.name] = input.value;
  }
  try {
    storage?.setItem(key, JSON.stringify(copy));
  } catch {
    // The browser's storage is full: only the draft on the server is left.
  }
}

// The copy with a key; null without one, and where the browser's storage is forbidden or damaged.
export function storedCopy(key) {
  try {
    return JSON.parse(storage?.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

export function removeCopy(key) {
  storage?.removeItem(key);
}

export function removeOldCopies() {
  for (const key of Object.keys(storage ?? {})) {
    if (key.startsWith("desk/") && !((storedCopy(key)?.at ?? 0) > Date.now() - OLD)) removeCopy(key);
  }
}

// Remember what the server has stored as a draft.
export function markStored(inputs, sent) {
  for (const input of inputs) input.dataset.stored = sent.get(input.name) ?? "";
}

// Why an answer is not the server's own: signed out, refused, broken; empty if it is.
export function problemOf(response) {
  if (response.redirected || response.status === 401) return "ended";
  if (response.status === 403) return "denied";
  return response.status >= 500 || response.status === 429 ? "failed" : "";
}

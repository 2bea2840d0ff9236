// Copies in this browser of texts that the server has not stored yet; shared by the editor and the list of the desk.

// `was` is the text that a page shows when it is loaded again: the last draft, else what the field began with.
export function storeCopy(key, inputs) {
  const copy = { at: Date.now(), was: {}, now: {} };
  for (const input of inputs) {
    copy.was[input.name] = input.dataset.stored ?? input.defaultValue;
    copy.now[input.name] = input.value;
  }
  try {
    localStorage.setItem(key, JSON.stringify(copy));
  } catch {
    // The browser's storage is full or forbidden: only the draft on the server is left.
  }
}

// The copy with a key; null without one, and where the browser's storage is forbidden or damaged.
export function storedCopy(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
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

// Offers the agreed terms and printed card names of a text while one types. Tab takes the offer, Escape hides it.

const LONGEST = 60; // letters before the caret that may begin a word
const LETTER = /[\p{L}\p{N}]/u;
// Writing without spaces: a word may begin after any letter.
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

// How many letters before the caret begin this word; 0 if none do.
function begun(before, word) {
  const unspaced = UNSPACED.test(word);
  const typed = before.toLocaleLowerCase();
  const wanted = word.toLocaleLowerCase();
  for (let length = Math.min(typed.length, wanted.length - 1); length >= (unspaced ? 1 : 2); length -= 1) {
    if (!wanted.startsWith(typed.slice(-length))) continue;
    const ahead = typed.at(-length - 1);
    if (unspaced || !ahead || !LETTER.test(ahead)) return length;
  }
  return 0;
}

// The word that most letters before the caret begin, as [word, its English, letters]; null without one.
function offerFor(field, words) {
  const at = field.selectionStart;
  if (at !== field.selectionEnd || (LETTER.test(field.value[at] ?? "") && !UNSPACED.test(field.value[at]))) return null;
  const before = field.value.slice(Math.max(0, at - LONGEST), at);
  let best = null;
  for (const [word, english] of words) {
    const length = begun(before, word);
    if (length && length > (best?.[2] ?? 0)) best = [word, english, length];
  }
  return best;
}

// `words` are pairs of a word and its English; `box` shows the offer; `put` inserts text at the caret.
export function offerWords(field, words, box, put) {
  let offer = null;
  const show = () => {
    offer = offerFor(field, words);
    box.hidden = !offer;
    box.querySelector("b").textContent = offer?.[0] ?? "";
    box.querySelector("small").textContent = offer?.[1] ?? "";
  };
  const hide = () => {
    offer = null;
    box.hidden = true;
  };
  field.addEventListener("input", (event) => event.isComposing || show());
  field.addEventListener("compositionend", show);
  field.addEventListener("blur", hide);
  field.addEventListener("keydown", (event) => {
    if (!offer || event.isComposing) return;
    if (event.key === "Tab" && !event.shiftKey && !event.ctrlKey && !event.altKey) {
      const rest = offer[0].slice(offer[2]);
      hide();
      put(rest);
    } else if (event.key === "Escape" || event.key.startsWith("Arrow")) {
      hide();
      if (event.key !== "Escape") return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

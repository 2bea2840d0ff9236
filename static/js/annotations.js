// Marks words of the rules: selecting some (mouse, touch, Shift with arrows in caret browsing) shows a bar with
// two buttons; "m" does the same as the first. Without this script the form below each rule does it.

import { onSingleKey } from "./keyboard.js";

const bar = document.getElementById("markbar");
const TEXTS = ".entry-body.text, .term-body.text, .ruletext.text, .cell .text, .language-column .text";
const LONGEST = 600;
const NOT_TEXT = ".vh, .own-notes, .since, .since-room, .src";
let chosen;

function elementOf(node) {
  return node instanceof Element ? node : node?.parentElement;
}

// The selected text with a space between paragraphs, as the server stores it.
function wordsOf(range) {
  const part = range.cloneContents();
  for (const one of part.querySelectorAll(NOT_TEXT)) one.remove();
  for (const one of part.querySelectorAll("p, li, h2, td")) one.append(" ");
  return part.textContent.replace(/\s+/g, " ").trim();
}

function lengthBefore(text, range) {
  const before = document.createRange();
  before.selectNodeContents(text);
  before.setEnd(range.startContainer, range.startOffset);
  const part = before.cloneContents();
  for (const one of part.querySelectorAll(NOT_TEXT)) one.remove();
  return part.textContent.length;
}

function placeOf(text) {
  const item = text.closest("li[id]");
  const number = item?.id.startsWith("r") ? item.id.slice(1) : item?.id.replace(/^t-/, "");
  // The page's own place ends in number@day; the name of a document stands before it.
  return number ? bar.dataset.own.replace(/\S*@/, `${number}@`) : bar.dataset.own;
}

function languageOf(text) {
  const column = text.closest(".language-column");
  if (column) return /\bl-(\w+)/.exec(column.className)[1];
  const tag = text.parentElement.querySelector(":scope > .lang, :scope > * > .lang");
  return /\bl-(\w+)/.exec(tag?.className ?? "")?.[1] ?? bar.dataset.text;
}

function selected() {
  const selection = getSelection();
  if (!selection.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0).cloneRange();
  const text = elementOf(range.startContainer)?.closest(TEXTS);
  if (!text || elementOf(range.startContainer).closest(".own-notes")) return null;
  // What runs on into the next rule ends with this one.
  if (!text.contains(range.endContainer)) range.setEnd(text, text.childNodes.length);
  const words = wordsOf(range);
  if (!words || words.length > LONGEST || words.startsWith("@")) return null;
  return { words, at: placeOf(text), lang: languageOf(text), start: lengthBefore(text, range) };
}

function show() {
  // Moving to the buttons keeps the selection.
  if (bar.contains(document.activeElement)) return;
  chosen = selected();
  bar.hidden = !chosen?.at || chosen.at.startsWith("@");
  if (!bar.hidden) {
    const { words } = chosen;
    bar.querySelector("[data-words]").textContent = words.length > 90 ? `${words.slice(0, 88)}…` : words;
    fill();
  }
}

function fill() {
  bar.elements.at.value = chosen.at;
  bar.elements.lang.value = chosen.lang;
  bar.elements.phrase.value = chosen.words;
  bar.elements.start.value = chosen.start;
}

if (bar) {
  let waiting;
  document.addEventListener("selectionchange", () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, 120);
  });
  document.addEventListener("keydown", (event) => {
    if (bar.hidden || event.key !== "Escape") return;
    bar.hidden = true;
    getSelection().removeAllRanges();
  });
  onSingleKey(({ key }) => {
    if (bar.hidden || key !== "m") return false;
    bar.requestSubmit(bar.querySelector("button"));
    return true;
  });
}

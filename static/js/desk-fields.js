// Changes of a text field by script, shared by the editor and the list of the desk. They go through the browser's own
// editing, so that Ctrl Z undoes them.

// Insert text in place of the selection of a field.
export function insertText(field, words) {
  field.focus();
  if (document.execCommand("insertText", false, words)) return;
  field.setRangeText(words, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

export function replaceText(field, words) {
  field.focus();
  field.select();
  insertText(field, words);
}

export function makeItalic(field) {
  insertText(field, `[i]${field.value.slice(field.selectionStart, field.selectionEnd)}[/i]`);
}

// Focus a field with the cursor behind its text.
export function focusEnd(field, options) {
  field?.focus(options);
  field?.setSelectionRange(field.value.length, field.value.length);
}

// On the pages of study, for people without an account: decks are chosen here, and the choice is stored in the browser.

import { page, store, who, words } from "./study-store.js";

function chosen() {
  return store.read("decks", []);
}

function paint(button) {
  const isStudied = chosen().some(({ id }) => id === button.dataset.deck);
  button.firstElementChild.textContent = words(isStudied ? "leave" : "study");
  button.classList.toggle("is-studied", isStudied);
  button.hidden = false;
}

function toggle(button) {
  const { deck: id, title } = button.dataset;
  const before = chosen();
  const without = before.filter((deck) => deck.id !== id);
  store.write("decks", without.length < before.length ? without : [...before, { id, title }]);
  // Offer again to move the data of this browser to an account.
  for (const name of store.names("declined.")) store.remove(name);
  paint(button);
}

if (who === "local" && !page.dataset.account) {
  const buttons = [...document.querySelectorAll("button.choose")];
  buttons.forEach(paint);
  for (const button of buttons) button.addEventListener("click", () => toggle(button));
}

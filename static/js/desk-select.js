// Buttons that select all or none of the texts of their form; without scripts they stay hidden.

for (const button of document.querySelectorAll("[data-select]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    for (const box of button.form.querySelectorAll("[type='checkbox']:enabled")) box.checked = button.dataset.select === "all";
  });
}

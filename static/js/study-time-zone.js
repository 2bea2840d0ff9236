// The zone of this browser, as a guess: filled in where none is chosen yet, offered where another one is stored.

const form = document.getElementById("options");
const field = form?.elements.time_zone;
const guess = Intl.DateTimeFormat().resolvedOptions().timeZone;
const offer = document.getElementById("zone-guess");

if (field && guess && field.value !== guess) {
  if (form.dataset.guess) field.value = guess;
  else {
    offer.querySelector("span").textContent = guess;
    offer.hidden = false;
    offer.querySelector("button").addEventListener("click", () => {
      field.value = guess;
      offer.hidden = true;
    });
  }
}

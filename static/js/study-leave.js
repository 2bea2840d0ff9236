// Who signs out takes their cards along. So does who lost the session elsewhere and is asked to sign in, and who
// deleted the account: then the page says whose it was.

const { leave } = globalThis.study;
const signedOut = document.querySelector("[data-nobody]");

if (signedOut) leave(signedOut.dataset.nobody);
document.addEventListener("submit", (event) => {
  if (event.target.matches("form[data-leaves]")) leave();
});

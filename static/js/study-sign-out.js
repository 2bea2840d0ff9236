// Delete the study data of an account after signing out, when its session ended elsewhere, and after its deletion;
// then the page names the account.

import { forgetAccounts } from "./study-store.js";

const signedOut = document.querySelector("[data-signed-out]");

if (signedOut) forgetAccounts(signedOut.dataset.signedOut);
document.addEventListener("submit", (event) => {
  if (event.target.matches("form[data-leaves]")) forgetAccounts();
});

// The queue of the desk: j and k move from row to row, Enter opens, as any focused link does.

import { onStepKey } from "./keyboard.js";

const links = [...document.querySelectorAll(".deskqueue tbody a.num")];

onStepKey((step) => {
  const here = links.indexOf(document.activeElement);
  const next = here < 0 ? (step > 0 ? 0 : links.length - 1) : here + step;
  links[next]?.focus();
  return links.length > 0;
});

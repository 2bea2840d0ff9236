// The queue of the desk: j and k move from row to row, Enter opens, as any focused link does.

function on() {
  try {
    return localStorage.getItem("single-keys") !== "off";
  } catch {
    return true;
  }
}

const links = [...document.querySelectorAll(".deskqueue tbody a.num")];

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || !on()) return;
  if (event.target instanceof Element && event.target.closest("input:not([type='checkbox']), select, textarea")) return;
  const step = { j: 1, k: -1 }[event.key];
  if (!step || links.length === 0) return;
  const here = links.indexOf(document.activeElement);
  const next = here < 0 ? (step > 0 ? 0 : links.length - 1) : here + step;
  links[next]?.focus();
  event.preventDefault();
});

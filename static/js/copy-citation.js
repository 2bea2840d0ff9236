// A click on .cite-copy copies its data-cite and confirms it in #announce. Without a clipboard (no https, no permission)
// the browser follows the link.

const SHOWN_FOR = 4000;
let timer;

function announce(citation) {
  const place = document.getElementById("announce");
  if (!place) return;
  clearTimeout(timer);
  place.textContent = `${place.dataset.copied} ${citation}`;
  timer = setTimeout(() => place.replaceChildren(), SHOWN_FOR);
}

function follow(control) {
  if (control.href) location.assign(control.href);
}

// A click that opens a tab or a window is meant for the link.
function isPlain(event) {
  return !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}

document.addEventListener("click", async (event) => {
  const control = event.target instanceof Element && event.target.closest(".cite-copy[data-cite]");
  if (!control || !isPlain(event) || !navigator.clipboard) return;
  event.preventDefault();
  try {
    await navigator.clipboard.writeText(control.dataset.cite);
    announce(control.dataset.cite);
  } catch {
    follow(control);
  }
});

// On every page: tells the worker, where the reader has one, that there is a network and which theme is chosen. It is
// taken on only where the reader asked for it: on the page of what is kept, in the installed app, and on pages that do
// their work in the browser.

const tag = document.querySelector("script[data-worker]");
const workers = navigator.serviceWorker;

function isInstalled() {
  return matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
}

function takeOn() {
  return workers.register(tag.dataset.worker, { updateViaCache: "none" }).catch(() => {
    // Private windows may forbid it: the page works as it is.
  });
}

if (tag && workers) {
  if (isInstalled() || tag.dataset.frame !== undefined) takeOn();
  window.addEventListener("appinstalled", takeOn);
  // A page from the store says nothing: it does not know the chosen theme.
  if (!document.getElementById("offline-now")) {
    workers.ready.then(({ active }) => {
      active.postMessage({ type: "look", theme: document.documentElement.dataset.theme ?? "" });
    });
  }
}

// On every page: reports to the worker, if there is one, that the network works and which theme is chosen. The worker is
// registered only where the reader wants it: on the page /offline/, in the installed app, and on pages that work in the
// browser.

const tag = document.querySelector("script[data-worker]");
const workers = navigator.serviceWorker;

function isInstalled() {
  return matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
}

function registerWorker() {
  return workers.register(tag.dataset.worker, { updateViaCache: "none" }).catch(() => {
    // Private windows may forbid it: the page works as it is.
  });
}

if (tag && workers) {
  if (isInstalled() || tag.dataset.frame !== undefined) registerWorker();
  window.addEventListener("appinstalled", registerWorker);
  // A stored page does not report: it does not know the chosen theme.
  if (!document.getElementById("offline-now")) {
    workers.ready.then(({ active }) => {
      active.postMessage({ type: "look", theme: document.documentElement.dataset.theme ?? "" });
    });
  }
}

// Applies the display settings before the page is drawn. The server does not: the same page is cached for every reader.

{
  const setting = (name, values) =>
    document.cookie.match(`(?:^|; )(?:__Host-|__Secure-)?${name}=(${values})(?:;|$)`)?.[1];
  const settings = { theme: setting("theme", "light|dark"), terms: setting("terms", "off") };
  if (settings.theme) {
    document.documentElement.dataset.theme = settings.theme;
    document.querySelector('meta[name="color-scheme"]').content = settings.theme;
  }
  if (settings.terms) document.documentElement.dataset.terms = settings.terms;
  addEventListener("DOMContentLoaded", () => {
    for (const [name, value] of Object.entries(settings)) {
      const choice = value && document.querySelector(`.display [name="${name}"][value="${value}"]`);
      if (choice) choice.checked = true;
    }
    if (settings.terms) for (const term of document.querySelectorAll("a.term")) term.replaceWith(...term.childNodes);
  });
}

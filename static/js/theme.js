// Applies the chosen theme before the page is drawn. The server does not: the same page is cached for every reader.

{
  const theme = document.cookie.match(/(?:^|; )(?:__Host-|__Secure-)?theme=(light|dark)(?:;|$)/)?.[1];
  if (theme) {
    document.documentElement.dataset.theme = theme;
    document.querySelector('meta[name="color-scheme"]').content = theme;
    addEventListener("DOMContentLoaded", () => {
      const choice = document.querySelector(`.display [name="theme"][value="${theme}"]`);
      if (choice) choice.checked = true;
    });
  }
}

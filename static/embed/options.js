/* Show and save the settings of the extension. */
const { storage } = globalThis.browser ?? globalThis.chrome;
const form = document.querySelector("form");
const saved = document.querySelector("output");

storage.sync.get({ site: "" }).then(({ site }) => {
  form.site.value = site;
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { origin } = new URL(form.site.value);
  await storage.sync.set({ site: origin });
  form.site.value = origin;
  saved.textContent = "Saved. Reload open pages.";
});

/* The settings of the extension, which citations.js waits for. */
globalThis.rulesbaseCitations = (globalThis.browser ?? globalThis.chrome).storage.sync.get({ site: "", in: "body" });

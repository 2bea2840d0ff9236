/* Rulesbase citations: links dated rule numbers of a page, and shows their text of then and of today.
   <script async src="https://rules.example.org/embed/citations.js" data-date="2011-09-30"></script>
   A date comes from the number (202.3@2006-05-01, 202.3 (2006-05-01)), else from the nearest data-date around it, else
   from the script. Options of the script: data-date, data-in (a CSS selector: where to look), data-lang (en, fr, ja).
   No cookies, no storage; everything from the server is inserted as text, never as HTML. */
(async (script) => {
  "use strict";
  const AT_ONCE = 50;
  // The browser extension has no script element; it sets this, as a promise.
  const given = (await globalThis.rulesbaseCitations) || {};
  const options = { ...(script ? script.dataset : {}), ...given };
  const site = (given.site || (script ? new URL(script.src).origin : "")).replace(/\/+$/, "");
  if (!site) return;

  const WORDS = {
    en: { then: "On %s", now: "Today", same: "Today: unchanged", moved: "Today: %s", gone: "Today: removed" },
    fr: { then: "Le %s", now: "Aujourd’hui", same: "Aujourd’hui\u00a0: inchangée", moved: "Aujourd’hui\u00a0: %s",
      gone: "Aujourd’hui\u00a0: supprimée" },
    ja: { then: "%s時点", now: "現在", same: "現在：変更なし", moved: "現在：%s", gone: "現在：削除済み" },
  };
  const asked = (options.lang || document.documentElement.lang || "en").slice(0, 2).toLowerCase();
  const lang = WORDS[asked] ? asked : "en";
  const words = WORDS[lang];
  const say = (key, value) => words[key].replace("%s", () => value);

  // ---- Find ----

  const DAY = "[12]\\d{3}(?:-\\d\\d-\\d\\d)?";
  const NUMBER = new RegExp(
    `(?<![\\w.,$€£¥@/-])([1-9]\\d\\d\\.\\d{1,3}[a-z]{0,2})(?![\\w@]|[.,]\\d)(?:\\s?\\((${DAY})\\))?`
    + `|(?<![\\w.,$€£¥@/-])([1-9]\\d\\d(?:\\.\\d{1,3}[a-z]{0,2})?)@(${DAY})(?![\\w-])`, "g");
  const VALID = new RegExp(`^${DAY}$`);
  const LEAVE = "a,button,code,input,kbd,label,noscript,option,pre,samp,script,select,style,svg,template,textarea,"
    + "[contenteditable],[data-rulesbase=off]";

  const dateAround = (element) => {
    const around = element.closest("[data-date]");
    const day = (around && around.dataset.date) || options.date || "";
    return VALID.test(day) ? day : "";
  };

  /* Return { node, start, end, citation } of every dated number, in order. */
  const find = (root) => {
    const found = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!/\d\d\d[.@]/.test(node.data) || node.parentElement.closest(LEAVE)) continue;
      for (const match of node.data.matchAll(NUMBER)) {
        const number = match[1] || match[3];
        const day = match[2] || match[4] || dateAround(node.parentElement);
        if (day) found.push({ node, start: match.index, end: match.index + match[0].length, citation: `${number}@${day}` });
      }
    }
    return found;
  };

  // ---- Ask ----

  const ask = async (citations) => {
    const query = new URLSearchParams({ texts: "true", fields: "citation,number,version,then,now" });
    citations.forEach((citation) => query.append("cite", citation));
    const answer = await fetch(`${site}/api/v1/citations/?${query}`, {
      credentials: "omit", referrerPolicy: "no-referrer", headers: { Accept: "application/json" },
    });
    if (!answer.ok) throw new Error(`Rulesbase answered ${answer.status}`);
    return (await answer.json()).results.filter((item) => item.then);
  };

  // ---- Show ----

  const STYLE = `:where(.rulesbase-tip){position:absolute;z-index:2147483000;box-sizing:border-box;max-width:min(34rem,calc(100vw - 1rem));
    max-height:60vh;overflow:auto;padding:.7em .9em;border:1px solid #8888;border-radius:6px;background:#fff;color:#1b1a18;
    font:400 .9rem/1.45 system-ui,sans-serif;text-align:left;box-shadow:0 4px 18px #0003}
    :where(.rulesbase-tip[hidden]){display:none}:where(.rulesbase-tip p){margin:0 0 .5em;white-space:pre-line}
    :where(.rulesbase-tip strong){display:block}:where(a.rulesbase-citation){text-decoration-style:dotted}
    @media(prefers-color-scheme:dark){:where(.rulesbase-tip){background:#1d1c19;color:#eee}}`;
  const itemOf = new Map();
  let tip = null;
  let shownFor = null;
  let closing = 0;

  const paragraph = (title, text) => {
    const made = document.createElement("p");
    const head = document.createElement("strong");
    head.textContent = title;
    head.lang = lang;
    made.append(head, text ? document.createTextNode(text) : "");
    made.lang = "en";
    return made;
  };
  const textOf = (place) => [place.heading, place.text].filter(Boolean).join("\n");

  const describe = (item) => {
    const then = textOf(item.then);
    const locale = lang === "en" ? "en-GB" : lang;
    const day = new Date(item.then.version).toLocaleDateString(locale, { dateStyle: "long", timeZone: "UTC" });
    const parts = [paragraph(`${item.then.number} · ${say("then", day)}`, then)];
    const now = item.now || [];
    if (!now.length) return [...parts, paragraph(words.gone)];
    if (now.length === 1 && textOf(now[0]) === then) {
      const { number } = now[0];
      return [...parts, paragraph(number === item.then.number ? words.same : say("moved", number))];
    }
    return [...parts, ...now.map((place) => paragraph(`${place.number} · ${words.now}`, textOf(place)))];
  };

  const hide = () => {
    clearTimeout(closing);
    if (shownFor) shownFor.removeAttribute("aria-describedby");
    if (tip) tip.hidden = true;
    shownFor = null;
  };
  const hideSoon = () => {
    clearTimeout(closing);
    closing = setTimeout(hide, 250);
  };

  const addStyle = () => {
    try {
      // Needs no exception in the content policy of the page.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    } catch {
      // Content scripts of Firefox cannot do that.
      const sheet = document.createElement("style");
      sheet.textContent = STYLE;
      document.head.append(sheet);
    }
  };

  const makeTip = () => {
    const made = document.createElement("div");
    made.id = "rulesbase-tip";
    made.className = "rulesbase-tip";
    made.setAttribute("role", "tooltip");
    made.hidden = true;
    made.addEventListener("pointerenter", () => clearTimeout(closing));
    made.addEventListener("pointerleave", hideSoon);
    document.body.append(made);
    return made;
  };

  const show = (link, item) => {
    clearTimeout(closing);
    if (shownFor === link) return;
    hide();
    tip = tip || makeTip();
    tip.replaceChildren(...describe(item));
    tip.hidden = false;
    const box = link.getBoundingClientRect();
    const size = tip.getBoundingClientRect();
    const over = box.bottom + size.height > innerHeight && box.top > size.height;
    tip.style.left = `${Math.max(8, Math.min(box.left, document.documentElement.clientWidth - size.width - 8)) + scrollX}px`;
    tip.style.top = `${(over ? box.top - size.height - 4 : box.bottom + 4) + scrollY}px`;
    link.setAttribute("aria-describedby", tip.id);
    shownFor = link;
  };

  const linkFor = (text, item) => {
    const link = document.createElement("a");
    link.className = "rulesbase-citation";
    link.href = `${site}/cite/${encodeURIComponent(`${item.number}@${item.version}`)}`;
    link.textContent = text;
    itemOf.set(link, item);
    return link;
  };

  /* One listener for all links: thousands would take longer than all the rest. */
  const listen = () => {
    const linkAt = (event) => event.target instanceof Element && event.target.closest("a.rulesbase-citation");
    const enter = (event) => {
      const link = linkAt(event);
      if (itemOf.has(link)) show(link, itemOf.get(link));
    };
    const leave = (event) => itemOf.has(linkAt(event)) && hideSoon();
    document.addEventListener("pointerover", enter);
    document.addEventListener("focusin", enter);
    document.addEventListener("pointerout", leave);
    document.addEventListener("focusout", leave);
    document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  };

  /* Replace the numbers of one text node by links. */
  const mark = (node, places, items) => {
    if (!node.isConnected) return;
    const made = document.createDocumentFragment();
    let from = 0;
    for (const { start, end, citation } of places) {
      const item = items.get(citation);
      if (!item) continue;
      made.append(node.data.slice(from, start), linkFor(node.data.slice(start, end), item));
      from = end;
    }
    if (from) {
      made.append(node.data.slice(from));
      node.replaceWith(made);
    }
  };

  const run = async () => {
    const roots = [...document.querySelectorAll(options.in || "body")];
    const found = roots.filter((root) => !roots.some((other) => other !== root && other.contains(root))).flatMap(find);
    const byNode = new Map();
    for (const one of found) {
      if (!byNode.has(one.node)) byNode.set(one.node, []);
      byNode.get(one.node).push(one);
    }
    const citations = [...new Set(found.map((one) => one.citation))];
    if (!citations.length) return;
    const items = new Map();
    const answers = [];
    for (let at = 0; at < citations.length; at += AT_ONCE) {
      answers.push(ask(citations.slice(at, at + AT_ONCE)).catch((error) => console.warn(error)));
    }
    addStyle();
    listen();
    for (const found of await Promise.all(answers)) {
      (found || []).forEach((item) => items.has(item.citation) || items.set(item.citation, item));
    }
    // All at once: on a phone, drawing the page again takes longer than waiting for the last answer.
    byNode.forEach((places, node) => mark(node, places, items));
    document.dispatchEvent(new CustomEvent("rulesbase:citations", { detail: { links: items.size } }));
  };

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", run, { once: true });
  else run();
})(document.currentScript);

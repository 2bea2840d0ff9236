// Which card is asked next. With an account the server chooses the cards of the day. Without one they are chosen here
// by the same rules, from the decks stored in this browser: due cards, then new ones, up to the limits of a day.

import { DAY, LEARNING, read, RELEARNING, Scheduler } from "./fsrs.js";
import { page, store, who } from "./study-store.js";
import { fetchJson, fetchQueue } from "./study-sync.js";

const LEARN_AHEAD = 20 * 60_000;
const AT_ONCE = 100; // questions that the server gives in one answer
const DEFAULTS = { new_a_day: 10, reviews_a_day: 100, retention: 0.9, day_starts: 4, knows: null, parameters: undefined };

const isStep = (memory) => memory.state === LEARNING || memory.state === RELEARNING;

// Where the day of this device began and ends: at the hour that the options say, in its own zone.
function dayAt(now, hour) {
  const begins = new Date(now);
  begins.setHours(hour, 0, 0, 0);
  if (begins.getTime() > now) begins.setDate(begins.getDate() - 1);
  const ends = new Date(begins);
  ends.setDate(ends.getDate() + 1);
  return { begins: begins.getTime(), ends: ends.getTime() };
}

// The memories that grades leave, by question, from those that were known before.
function memories(scheduler, grades, known = new Map()) {
  const found = new Map(known);
  for (const { question, grade, at } of grades) found.set(question, scheduler.graded(found.get(question) ?? null, grade, at));
  return found;
}

// The cards of a day, and what is remembered of them.
class Session {
  constructor(loaded) {
    this.loaded = loaded;
    this.options = { ...DEFAULTS, ...loaded.options };
    this.scheduler = new Scheduler(this.options.retention, this.options.parameters);
    this.cards = new Map(loaded.cards.map((card) => [card.id, card]));
    this.reload();
  }

  // Reads the stored session again: another tab may have written.
  reload() {
    const known = new Map([...this.cards].map(([id, card]) => [id, read(card.memory)]));
    const grades = store.grades();
    this.memories = memories(this.scheduler, grades, known);
    this.aside = store.all("aside.");
  }

  // Read what another tab got from the server. Its grades are deleted by now, so the later memory counts.
  readQueue() {
    for (const { id, memory } of store.read("queue")?.cards ?? []) {
      const card = this.cards.get(id);
      if (card && (read(memory)?.last_review ?? -1) > (read(card.memory)?.last_review ?? -1)) card.memory = memory;
    }
    this.reload();
  }

  get ends() {
    const { ends } = this.loaded.day;
    const over = Date.now() - ends;
    return over < 0 ? ends : ends + Math.ceil((over + 1) / DAY) * DAY;
  }

  isAside(id, now) {
    const set = this.aside.get(id);
    return Boolean(set) && (set.until === null || set.until > now);
  }

  isGraded(id) {
    return (this.memories.get(id)?.last_review ?? -1) >= this.loaded.at;
  }

  // When a card is to be asked; null for one that waits for another day.
  moment(id, now) {
    if (this.isAside(id, now)) return null;
    const memory = this.memories.get(id);
    if (!memory) return 0;
    if (!this.isGraded(id)) return isStep(memory) ? memory.due : 0;
    return memory.due < this.ends ? memory.due : null;
  }

  left(now) {
    return [...this.cards.keys()].filter((id) => this.moment(id, now) !== null).length;
  }

  // How many cards were graded today, here and before.
  done() {
    const here = [...this.cards.values()].filter(({ id, counted }) => !counted && this.isGraded(id));
    return this.loaded.done + here.length;
  }

  // The next card: steps that are ripe, then the others in their order, then steps that will be ripe soon.
  next(now) {
    const waiting = [...this.cards.keys()].map((id, place) => ({ id, place, at: this.moment(id, now) }));
    const open = waiting.filter(({ at }) => at !== null).sort((a, b) => a.at - b.at || a.place - b.place);
    const ripe = open.find(({ at }) => at > 0 && at <= now);
    const found = ripe ?? open.find(({ at }) => at === 0) ?? open.find(({ at }) => at <= now + LEARN_AHEAD);
    return found ? this.cards.get(found.id) : null;
  }

  outcomes(id, now) {
    return this.scheduler.outcomes(this.memories.get(id) ?? null, now);
  }

  give(id, grade, at, took) {
    const before = this.memories.get(id) ?? null;
    const key = store.addGrade(id, grade, at, took, this.cards.get(id)?.text);
    const given = store.read("given", []);
    // Without room the grade counts, and none is taken back in its place.
    store.writeIfRoom("given", [...given, { key, question: id, before }].slice(-50));
    this.reload();
    return key;
  }

  get canUndo() {
    return store.read("given", []).length > 0;
  }

  // Takes the last grade back, and returns its card.
  undo() {
    const given = store.read("given", []);
    const last = given.pop();
    if (!last) return null;
    const wasSent = store.read(`grade.${last.key}`) === null;
    if (who === "local") store.remove(`grade.${last.key}`);
    else store.write(`undo.${last.key}`, { question: last.question, before: last.before, wasSent });
    store.write("given", given);
    if (wasSent) this.takeBack(last);
    this.reload();
    return this.cards.get(last.question) ?? null;
  }

  // The card of a grade that the server has is as it was before it: taken back here, or in another tab.
  takeBack({ question, before }) {
    const card = this.cards.get(question);
    if (!card) return;
    card.memory = before;
    this.storeCards();
  }

  // Sets a card aside: until the next day, or for good.
  setAside(id, how) {
    store.write(`aside.${id}`, { how, until: how === "bury" ? this.ends : null });
    this.reload();
  }

  // Takes in what the server made of grades that were sent.
  take(states) {
    for (const [id, state] of Object.entries(states)) if (this.cards.has(id)) this.cards.get(id).memory = state;
    this.storeCards();
  }

  storeCards() {
    if (who !== "local") store.writeIfRoom("queue", { ...this.loaded, cards: [...this.cards.values()] });
  }
}

// ---- For an account ----

// Marks the cards that were graded today before: they are counted already.
function counted(cards, begins) {
  return cards.map((card) => ({ ...card, counted: (read(card.memory)?.last_review ?? -1) >= begins }));
}

export async function loadAccount() {
  const data = await fetchQueue(location.search);
  const day = { begins: Date.parse(data.day.begins), ends: Date.parse(data.day.ends) };
  const cards = counted(data.cards, day.begins);
  const loaded = { ...data, cards, day, at: Date.now(), search: location.search, isEmpty: data.is_empty };
  store.writeIfRoom("queue", loaded);
  // What was set aside is known to the server by now.
  for (const [id, set] of store.all("aside.")) if (set.sent) store.remove(`aside.${id}`);
  return new Session(loaded);
}

export function storedSession() {
  const loaded = store.read("queue");
  return loaded ? new Session(loaded) : null;
}

// ---- Without an account ----

// A deck as the server has it, else as it was stored under a name; null where it is gone.
async function deckAt(address, name) {
  try {
    const found = await fetchJson(address);
    store.writeIfRoom(name, found);
    return found;
  } catch (error) {
    if (error.status === 404) store.remove(name);
    return store.read(name);
  }
}

const deck = (id) => deckAt(`${page.dataset.decks}${encodeURIComponent(id)}.json`, `deck.${id}`);

// Rules that changed since the day in the options (`knows`) are a deck too.
function changedDeck(knows) {
  return knows ? deckAt(`${page.dataset.changed}?since=${encodeURIComponent(knows)}`, "deck.changed") : null;
}

// Cards with their texts, in this order: as they are today where there is a network, else as they were stored.
async function texts(ids) {
  const found = new Map();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    try {
      const { cards } = await fetchJson(`${page.dataset.cards}?ids=${some.join(",")}`);
      for (const card of cards) found.set(card.id, card);
    } catch {
      for (const id of some) if (store.read(`text.${id}`)) found.set(id, store.read(`text.${id}`));
    }
  }
  const stored = ids.filter((id) => found.has(id)).map((id) => found.get(id));
  for (const card of stored) store.writeIfRoom(`text.${card.id}`, card);
  return stored;
}

function interleaved(lists) {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const turns = Array.from({ length: longest }, (_, turn) => lists.map((list) => list[turn])).flat();
  return [...new Set(turns.filter((id) => id !== undefined))];
}

export function localOptions() {
  return { ...DEFAULTS, ...store.read("options", {}) };
}

export async function localDecks(options) {
  const asked = new URLSearchParams(location.search).getAll("deck");
  const ids = asked.length ? asked : store.read("decks", []).map(({ id }) => id);
  const found = await Promise.all(ids.map(deck));
  const changed = asked.length ? null : await changedDeck(options.knows);
  return { isChoice: asked.length > 0, lists: [changed, ...found].filter(Boolean).map(({ questions }) => questions) };
}

// The cards left today without an account: {due, fresh, done} as ids and a count.
export function localDay(options, lists, isChoice, now) {
  const day = dayAt(now, options.day_starts);
  const grades = store.grades();
  const scheduler = new Scheduler(options.retention);
  const known = memories(scheduler, grades);
  const first = new Map();
  for (const { question, at } of grades) if (!first.has(question)) first.set(question, at);
  const today = new Set(grades.filter(({ at }) => at >= day.begins).map(({ question }) => question));
  const fresh = [...today].filter((id) => first.get(id) >= day.begins).length;
  const aside = store.all("aside.");
  const isOpen = (id) => !aside.has(id) || (aside.get(id).until !== null && aside.get(id).until <= now);
  const inside = new Set(lists.flat());
  const waiting = [...known].filter(([id, { due }]) => due < day.ends && isOpen(id) && (!isChoice || inside.has(id)));
  waiting.sort(([, a], [, b]) => a.due - b.due);
  const steps = waiting.filter(([id]) => today.has(id)).map(([id]) => id);
  const room = Math.max(options.reviews_a_day - today.size, 0);
  const due = waiting.filter(([id]) => !today.has(id)).slice(0, room).map(([id]) => id);
  const most = Math.max(Math.min(options.new_a_day - fresh, room - due.length), 0);
  const unseen = interleaved(lists.map((list) => list.filter((id) => !known.has(id) && isOpen(id))));
  return { day, known, due: [...steps, ...due], fresh: unseen.slice(0, most), done: today.size };
}

export async function loadLocal() {
  const now = Date.now();
  const options = localOptions();
  const { isChoice, lists } = await localDecks(options);
  const { day, known, due, fresh, done } = localDay(options, lists, isChoice, now);
  const cards = await texts([...due, ...fresh]);
  const named = cards.map((card) => ({
    ...card,
    why: fresh.includes(card.id) ? "new" : "due",
    memory: null,
    counted: (known.get(card.id)?.last_review ?? -1) >= day.begins,
  }));
  return new Session({ cards: named, options, day, done, at: now, isEmpty: lists.length === 0 });
}

// When a card is asked again: FSRS-6 as the server's library computes it, with its steps and without chance. What a
// browser reckons and what the server reckons from the same grades is the same (a test gives both ten thousand).
//
// A memory is {state, step, stability, difficulty, due, last_review}: state 0 new, 1 learning, 2 review, 3 relearning;
// due and last_review are milliseconds since 1970.

export const PARAMETERS = [
  0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629, 1.6483,
  0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];
const MINUTE = 60_000;
export const DAY = 86_400_000;
const STEPS = { 1: [MINUTE, 10 * MINUTE], 3: [10 * MINUTE] };
const LEAST_STABILITY = 0.001;
const LONGEST = 36_500;
export const [NEW, LEARNING, REVIEW, RELEARNING] = [0, 1, 2, 3];
export const [AGAIN, HARD, GOOD, EASY] = [1, 2, 3, 4];

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

// A half goes to the even number, as in Python.
function rounded(value) {
  const down = Math.floor(value);
  if (value - down !== 0.5) return Math.round(value);
  return down % 2 === 0 ? down : down + 1;
}

export class Scheduler {
  constructor(retention = 0.9, parameters = PARAMETERS) {
    this.w = parameters;
    this.retention = retention;
    this.decay = -parameters[20];
    this.factor = 0.9 ** (1 / this.decay) - 1;
  }

  // The share of such memories that is still there at a moment.
  retrievability(memory, at) {
    if (memory?.stability == null || memory.last_review == null) return 0;
    const days = Math.max(0, Math.floor((at - memory.last_review) / DAY));
    return (1 + (this.factor * days) / memory.stability) ** this.decay;
  }

  // The memory after a grade that was given at a moment; the one before is left as it was.
  graded(memory, grade, at) {
    const isNew = memory == null || memory.stability == null || memory.last_review == null;
    const before = isNew ? { state: LEARNING, step: 0 } : memory;
    const known = this.#known(before, grade, at, isNew);
    const { state, step, wait } = this.#next(before, grade, known.stability);
    return { state, step, ...known, due: at + wait, last_review: at };
  }

  // When the card would be due after each of the four grades.
  outcomes(memory, at) {
    return [AGAIN, HARD, GOOD, EASY].map((grade) => this.graded(memory, grade, at).due);
  }

  #known(before, grade, at, isNew) {
    if (isNew) return { stability: this.#firstStability(grade), difficulty: clamp(this.#firstDifficulty(grade), 1, 10) };
    const { stability, difficulty } = before;
    const isSoon = Math.floor((at - before.last_review) / DAY) < 1;
    return {
      stability: isSoon ? this.#soon(stability, grade) : this.#later(before, grade, this.retrievability(before, at)),
      difficulty: this.#harder(difficulty, grade),
    };
  }

  #next(before, grade, stability) {
    const inReview = { state: REVIEW, step: null, wait: this.#days(stability) * DAY };
    if (before.state === REVIEW) {
      return grade === AGAIN ? { state: RELEARNING, step: 0, wait: STEPS[RELEARNING][0] } : inReview;
    }
    const steps = STEPS[before.state];
    const step = before.step ?? 0;
    if (grade === AGAIN) return { state: before.state, step: 0, wait: steps[0] };
    if (grade === EASY || step >= steps.length) return inReview;
    if (grade === HARD) return { state: before.state, step, wait: this.#hardStep(steps, step) };
    return step + 1 === steps.length ? inReview : { state: before.state, step: step + 1, wait: steps[step + 1] };
  }

  #hardStep(steps, step) {
    if (step > 0) return steps[step];
    return steps.length === 1 ? steps[0] * 1.5 : (steps[0] + steps[1]) / 2;
  }

  #days(stability) {
    const days = (stability / this.factor) * (this.retention ** (1 / this.decay) - 1);
    return clamp(rounded(days), 1, LONGEST);
  }

  #firstStability(grade) {
    return Math.max(this.w[grade - 1], LEAST_STABILITY);
  }

  #firstDifficulty(grade) {
    return this.w[4] - Math.E ** (this.w[5] * (grade - 1)) + 1;
  }

  #harder(difficulty, grade) {
    const change = ((10 - difficulty) * -(this.w[6] * (grade - 3))) / 9;
    const next = this.w[7] * this.#firstDifficulty(EASY) + (1 - this.w[7]) * (difficulty + change);
    return clamp(next, 1, 10);
  }

  #soon(stability, grade) {
    const growth = Math.E ** (this.w[17] * (grade - 3 + this.w[18])) * stability ** -this.w[19];
    return Math.max(stability * (grade === AGAIN ? growth : Math.max(growth, 1)), LEAST_STABILITY);
  }

  #later({ stability, difficulty }, grade, share) {
    const next = grade === AGAIN ? this.#forgotten(stability, difficulty, share) : this.#recalled(stability, difficulty, share, grade);
    return Math.max(next, LEAST_STABILITY);
  }

  #forgotten(stability, difficulty, share) {
    const long =
      this.w[11] * difficulty ** -this.w[12] * ((stability + 1) ** this.w[13] - 1) * Math.E ** ((1 - share) * this.w[14]);
    return Math.min(long, stability / Math.E ** (this.w[17] * this.w[18]));
  }

  #recalled(stability, difficulty, share, grade) {
    const penalty = grade === HARD ? this.w[15] : 1;
    const bonus = grade === EASY ? this.w[16] : 1;
    const growth = Math.E ** this.w[8] * (11 - difficulty) * stability ** -this.w[9];
    return stability * (1 + growth * (Math.E ** ((1 - share) * this.w[10]) - 1) * penalty * bonus);
  }
}

const asMoment = (value) => (typeof value === "number" ? value : Date.parse(value));

// A memory as the server writes it, or as it is here, with its moments in milliseconds; null for a new card.
export function read(data) {
  if (!data || data.state === NEW || data.stability == null) return null;
  const { state, step, stability, difficulty } = data;
  return { state, step, stability, difficulty, due: asMoment(data.due), last_review: asMoment(data.last_review) };
}

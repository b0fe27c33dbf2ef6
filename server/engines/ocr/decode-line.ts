import type { Alphabet } from './reader.ts';

/** A recognized character with its confidence and its range of steps along the line. */
export type ReadCharacter = {
  text: string;
  confidence: number;
  firstStep: number;
  lastStep: number;
  /** The highest likelihood of a space since the previous character. */
  spaceBefore: number;
};

/** Two readings of a line: with all characters, and restricted to the characters of English. */
export type LineReading = { steps: number; all: ReadCharacter[]; latin: ReadCharacter[] };

type Best = { place: number; likelihood: number; space: number };

/** Greedy CTC decoding: takes the likeliest class at each step and merges repeats; the blank class separates them. */
export function decodeLine(
  likelihoods: Float32Array,
  { start, steps, classes }: { start: number; steps: number; classes: number },
  alphabet: Alphabet,
): LineReading {
  const all: Best[] = [];
  const latin: Best[] = [];
  for (let step = 0; step < steps; step += 1) {
    const from = start + step * classes;
    const space = likelihoods[from + alphabet.space] ?? 0;
    all.push({ ...inAnyShape(likeliest(likelihoods, from, classes), likelihoods, from, alphabet), space });
    latin.push({ ...inAnyShape(likeliestOf(likelihoods, from, alphabet.latin), likelihoods, from, alphabet), space });
  }
  return { steps, all: collapse(all, alphabet), latin: collapse(latin, alphabet) };
}

function likeliest(values: Float32Array, from: number, classes: number): Omit<Best, 'space'> {
  let place = 0;
  let likelihood = values[from] ?? 0;
  // Nothing else can exceed 0.5, so most steps stop here.
  if (likelihood > 0.5) return { place, likelihood };
  for (let at = 1; at < classes; at += 1) {
    const value = values[from + at] ?? 0;
    if (value > likelihood) {
      likelihood = value;
      place = at;
    }
  }
  return { place, likelihood };
}

function likeliestOf(values: Float32Array, from: number, places: Int32Array): Omit<Best, 'space'> {
  let place = 0;
  let likelihood = -1;
  for (const at of places) {
    const value = values[from + at] ?? 0;
    if (value > likelihood) {
      likelihood = value;
      place = at;
    }
  }
  return { place, likelihood };
}

/** The recognizer wavers between variants of a sign, such as narrow and wide, so their likelihoods are added up. */
function inAnyShape(
  best: Omit<Best, 'space'>,
  values: Float32Array,
  from: number,
  { shapes }: Alphabet,
): Omit<Best, 'space'> {
  const others = shapes.get(best.place);
  if (!others) return best;
  return { ...best, likelihood: others.reduce((sum, at) => sum + (values[from + at] ?? 0), best.likelihood) };
}

/** A single quotation mark is sometimes read as two of different shapes, closer together than two could be. */
function isSameQuote(last: ReadCharacter | undefined, next: string | undefined, step: number): boolean {
  if (!last || next === undefined || step - last.lastStep > 2) return false;
  return /["“”]/.test(last.text) && /["“”]/.test(next);
}

function collapse(steps: readonly Best[], { characters }: Alphabet): ReadCharacter[] {
  const read: ReadCharacter[] = [];
  let previous = 0;
  let spaceBefore = 0;
  for (const [step, { place, likelihood, space }] of steps.entries()) {
    const last = read.at(-1);
    const isSame = place === previous || isSameQuote(last, characters[place], step);
    if (place !== 0 && isSame && last) {
      last.lastStep = step;
      last.confidence = Math.max(last.confidence, likelihood);
    } else if (place !== 0) {
      read.push({
        text: characters[place] ?? '',
        confidence: likelihood,
        firstStep: step,
        lastStep: step,
        spaceBefore: Math.max(spaceBefore, space),
      });
      spaceBefore = 0;
    } else {
      spaceBefore = Math.max(spaceBefore, space);
    }
    previous = place;
  }
  return read;
}

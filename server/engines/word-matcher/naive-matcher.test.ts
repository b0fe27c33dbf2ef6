import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { strictFold } from './characters.ts';
import { compileWords } from './compile-words.ts';
import { BETWEEN, FIRST, LooseRun } from './loose-characters.ts';
import { alignWord } from './loose-finder.ts';
import { INNOCENT, judgeShortWord } from './match-list.ts';
import type { MatcherWord } from './port.ts';
import { SpacedReader } from './read-spaced.ts';
import { UnspacedReader } from './read-unspaced.ts';
import { foldVariants, literalPieces, looseUnits } from './word-key.ts';

/** A reference matcher written from the specification: every word at every position, without an automaton. */
type Place = { wordId: string; start: number; end: number };

function strictPlaces(text: string, word: MatcherWord): Place[] {
  const wanted = strictFold(word.text);
  const places: Place[] = [];
  for (let start = 0; start < text.length; start += 1) {
    for (let end = start + 1; end <= text.length; end += 1) {
      const piece = text.slice(start, end);
      if (piece.trim() !== piece || strictFold(piece) !== wanted) continue;
      if (
        word.mode === 'exact' &&
        (continues(text, start, -1, piece[0]) || continues(text, end - 1, 1, piece.at(-1)))
      ) {
        continue;
      }
      places.push({ wordId: word.id, start, end });
    }
  }
  return places;
}

const letter = /(?!\p{Script=Han})[\p{L}\p{Nd}]/u;

/** Whether a word continues past this edge; invisible characters don't end a word. */
function continues(text: string, from: number, step: number, edge = ''): boolean {
  let at = from + step;
  while (text[at] === '\u200b') at += step;
  const isHalf = step < 0 && /[\udc00-\udfff]/.test(text[at] ?? '');
  const next = String.fromCodePoint(text.codePointAt(isHalf ? at - 1 : at) ?? 0x20);
  return letter.test(edge) && letter.test(next);
}

function loosePlaces(text: string, word: MatcherWord): Place[] {
  const places: Place[] = [];
  const units = Uint16Array.from({ ...looseUnits(word.text).units, length: looseUnits(word.text).length });
  const plain = { units, from: 0, to: units.length, english: false };
  const isChinese = /\p{Script=Han}/u.test(word.text);
  const look = (run: LooseRun) => {
    if (run.unspaced !== isChinese) return;
    const reads = (from: number, to: number) => alignWord(run, from, to, plain);
    for (let from = 0; from < run.length; from += 1) {
      for (let to = from + 1; to <= run.length; to += 1) {
        if (reads(from, to) <= 0) continue;
        const isWhole =
          ((run.flags[from] as number) & FIRST) !== 0 &&
          (to === run.length || ((run.flags[to] as number) & BETWEEN) !== 0);
        // A Chinese match must be tight: it ends at its first and last characters and doesn't extend over repetitions
        // of them.
        const isTight = !partsOf(from, to).some(([first, last]) => reads(first, last) >= 0);
        if (run.unspaced ? !isTight : !isWhole) continue;
        const [start, end] = [run.start[from] as number, run.end[to - 1] as number];
        if (!run.unspaced && judgeShortWord(text, start, end, units.length, reads(from, to)) === INNOCENT) continue;
        // A word in mixed scripts still needs a word boundary next to a letter.
        if (
          run.unspaced &&
          (continues(text, start, -1, word.text[0]) || continues(text, end - 1, 1, word.text.at(-1)))
        ) {
          continue;
        }
        places.push({ wordId: word.id, start, end });
      }
    }
  };
  new SpacedReader().read(text, false, new LooseRun(), look);
  new UnspacedReader().read(text, new LooseRun(), look);
  return places;
}

function partsOf(from: number, to: number): [number, number][] {
  const starts = Array.from({ length: to - from }, (_, at) => from + at);
  const parts = starts.flatMap((start) => starts.map((end): [number, number] => [start, end + 1]));
  return parts.filter(([start, end]) => end > start && end - start < to - from);
}

function choose(places: Place[], taken: readonly Place[]): Place[] {
  const chosen: Place[] = [];
  places.sort((left, right) => left.start - right.start || right.end - left.end);
  for (const place of places) {
    const isFree = [...chosen, ...taken].every(({ start, end }) => end <= place.start || place.end <= start);
    if (isFree) chosen.push(place);
  }
  return chosen;
}

function naively(text: string, words: readonly MatcherWord[]): string[] {
  return words
    .flatMap((word) => {
      const strict = choose(strictPlaces(text, word), []);
      const loose = word.variants ? choose(loosePlaces(text, word), strict) : [];
      return [...strict.map((place) => say(place, 'strict')), ...loose.map((place) => say(place, 'loose'))];
    })
    .sort();
}

function say({ wordId, start, end }: Place, pass: string): string {
  return `${wordId} ${start}–${end} ${pass}`;
}

const wordText = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'd', 'l', 'o'), minLength: 2, maxLength: 4 }),
  fc.string({ unit: fc.constantFrom('赌', '博', '法', '轮'), minLength: 2, maxLength: 3 }),
  fc.constantFrom('ab da', 'bad', 'good', '赌b', 'badabd'),
);
const words = fc.uniqueArray(wordText, { minLength: 1, maxLength: 5 }).chain((texts) =>
  fc.tuple(
    ...texts.map((text, at) =>
      fc.record({
        id: fc.constant(`${at}:${text}`),
        text: fc.constant(text),
        // The loose pass has its own rules for matches inside words, tested separately.
        mode: /[a-z]/.test(text)
          ? fc.constant('exact' as const)
          : fc.constantFrom('exact' as const, 'contains' as const),
        variants: fc.boolean(),
        language: fc.constant(null),
        sources: fc.constant([]),
        kinds: fc.constant([]),
        exceptions: fc.constant([]),
      }),
    ),
  ),
);
const signs = ['a', 'b', 'd', 'l', 'o', 'A', 'ｂ', '4', '1', '0', ' ', '.', '*', '\u200b', '𝐛', '🙂', '\n'];
const text = fc.string({
  unit: fc.constantFrom(
    ...signs,
    '赌',
    '博',
    '賭',
    '法',
    '轮',
    'bad',
    'good',
    ' ',
    'b.a.d',
    '赌 博',
    '-',
    '_',
    'bad-abd',
  ),
  maxLength: 24,
});

describe('the matcher', () => {
  it('adds nothing for ordinary text to the disguise index', () => {
    expect(foldVariants('上课了，我们先看书。然后写作业、画画；最后大家说一说：今天好吗？好！')).toBe('');
    expect(foldVariants('它们是法，轮，功。')).toContain('法轮功');
  });

  it('finds what a naive one finds, at the same places', () => {
    fc.assert(
      fc.property(text, words, (given, listed) => {
        const found = compileWords(listed).find(given);
        expect(found.map((one) => say(one, one.pass)).sort()).toEqual(naively(given, listed));
      }),
      { numRuns: 300 },
    );
  });

  it('finds nothing whose pieces are not in the folds for an index', () => {
    fc.assert(
      fc.property(text, words, (given, listed) => {
        const [strict, loose] = [strictFold(given), foldVariants(given)];
        for (const { wordId } of compileWords(listed).find(given)) {
          const word = listed.find(({ id }) => id === wordId) as MatcherWord;
          for (const piece of literalPieces(word)) {
            expect(strict.includes(piece.strict) || loose.includes(piece.loose), `${wordId} ${piece.loose}`).toBe(true);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { Disguise } from '@lectern/contract/features/scan.ts';
import type { TrialMark, testWords } from '@lectern/contract/features/sensitive-word-trial.ts';
import type { MatcherWord, WordMatch } from '../../engines/word-matcher/port.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { fieldsOf, listWordNames, listWordsThatHide, type WordFields } from './sensitive-word.repository.ts';
import {
  exceptionOf,
  matcherWord,
  type PlacedText,
  placeOf,
  type TextToMatch,
  type TrialPorts,
  withMatcher,
  withoutExceptions,
} from './trial-matcher.ts';
import type { WordRules } from './word-rules.ts';

type Answer = OutputOf<typeof testWords>;
type TestRequest = { of: { text: string } | { resourceId: string }; word?: WordFields | undefined };
type Dependencies = { db: Db; judge: WordRules; ports: TrialPorts };
type Mark = Omit<TrialMark, 'word'> & { wordId: string };

const mostMarks = 1_000;
const mostTexts = 50;
const mostThatHide = 5_000;
/** Id of the unsaved word. */
const unsaved = 'unsaved';

/** Shows what words match in a text and in which disguise; stores nothing. */
export class TestWordsService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async test(context: SignedInContext, { of, word }: TestRequest): Promise<Answer> {
    if (word && 'refusal' in this.#dependencies.judge.judge(word.text, word.mode)) throw new AppError('wordRefused');
    const { texts, places } = await this.#textsOf(context, of);
    const marks = word ? await this.#marksOf(texts, matcherWord(unsaved, word)) : await this.#allMarks(texts);
    const names = await listWordNames(
      this.#dependencies.db,
      [...new Set(marks.flat().map((mark) => mark.wordId))].filter(isSaved),
    );
    const named = marks.map((some) =>
      some.flatMap(({ wordId, ...mark }): TrialMark[] => {
        const saved = names.get(wordId);
        const severity = saved?.severity ?? word?.severity;
        const text = saved?.text ?? word?.text;
        return severity && text !== undefined ? [{ ...mark, word: { id: saved?.id ?? null, text, severity } }] : [];
      }),
    );
    return cut(texts, places, named);
  }

  async #textsOf(context: SignedInContext, of: TestRequest['of']) {
    if ('text' in of) return { texts: [{ text: of.text, context: {} }], places: [null] };
    const { kind, texts } = await this.#dependencies.ports.textsOf(context.principal, of.resourceId);
    const given = texts.map(({ text, source, language }) => ({ text, context: { source, kind, language } }));
    return { texts: given, places: texts };
  }

  async #marksOf(texts: readonly TextToMatch[], word: MatcherWord): Promise<Mark[][]> {
    const { createMatcher } = this.#dependencies.ports;
    const found = await withMatcher(createMatcher, [word], (find) => find(texts));
    return withExcepted(found, await this.#unfiltered(texts, [word]), new Map([[word.id, word]]));
  }

  async #allMarks(texts: readonly TextToMatch[]): Promise<Mark[][]> {
    const { db, ports } = this.#dependencies;
    const found = await ports.findAll(texts);
    const rows = await listWordsThatHide(db, mostThatHide);
    const words = rows.map((row) => matcherWord(row.id, fieldsOf(row)));
    return withExcepted(found, await this.#unfiltered(texts, words), new Map(words.map((word) => [word.id, word])));
  }

  /** Matches as if no word had exceptions, and every place where an exception itself occurs. */
  async #unfiltered(texts: readonly TextToMatch[], words: readonly MatcherWord[]): Promise<WordMatch[][]> {
    const bare = words
      .filter((word) => word.exceptions.length > 0 || word.ignoreLikelyFalse)
      .flatMap(withoutExceptions);
    if (bare.length === 0) return texts.map(() => []);
    return withMatcher(this.#dependencies.ports.createMatcher, bare, (find) => find(texts));
  }
}

const isSaved = (id: string) => id !== unsaved;

/** Marks in reading order, including those hidden by an exception or dismissal, labelled as such. */
function withExcepted(
  found: readonly (readonly WordMatch[])[],
  bare: readonly (readonly WordMatch[])[],
  words: ReadonlyMap<string, MatcherWord>,
): Mark[][] {
  return found.map((hits, at) => {
    const shown = new Set(hits.map(spot));
    const phrases = (bare[at] ?? []).filter((one) => exceptionOf(one.wordId).index !== undefined);
    const hidden = (bare[at] ?? []).flatMap((one): Mark[] => {
      if (exceptionOf(one.wordId).index !== undefined || shown.has(spot(one))) return [];
      const around = phrases.find(
        (phrase) =>
          exceptionOf(phrase.wordId).wordId === one.wordId && phrase.start <= one.start && phrase.end >= one.end,
      );
      const index = around && exceptionOf(around.wordId).index;
      const exception = index === undefined ? undefined : words.get(one.wordId)?.exceptions[index];
      if (exception !== undefined) return [markOf(one, exception)];
      return one.likelyFalse && words.get(one.wordId)?.ignoreLikelyFalse
        ? [{ ...markOf(one, null), dismissed: true }]
        : [];
    });
    const marks = [...hits.map((one) => markOf(one, null)), ...hidden];
    return marks.sort((left, right) => left.start - right.start || left.end - right.end);
  });
}

const spot = ({ wordId, start, end }: WordMatch) => `${wordId} ${start} ${end}`;

function markOf({ wordId, start, end, pass, variant, likelyFalse }: WordMatch, exception: string | null): Mark {
  const found = { wordId, start, end, pass, disguises: variant as Disguise[], exception };
  return { ...found, likelyFalse, dismissed: false };
}

/** A pasted text is always shown; for a resource, only the first texts with matches. */
function cut(
  texts: readonly TextToMatch[],
  places: readonly (PlacedText | null)[],
  marks: readonly (readonly TrialMark[])[],
): Answer {
  let left = mostMarks;
  let more = false;
  const shown: Answer['texts'] = [];
  for (const [at, { text }] of texts.entries()) {
    const place = places[at] ?? null;
    const all = marks[at] ?? [];
    if (place && all.length === 0) continue;
    if (shown.length >= mostTexts || left === 0) return { texts: shown, more: true };
    const some = all.slice(0, left);
    more ||= some.length < all.length;
    left -= some.length;
    shown.push({ place: place && placeOf(place), text, marks: some });
  }
  return { texts: shown, more };
}

import type { ResourceKind, ResourceState } from '@lectern/contract/features/resource-state.ts';
import type { TextPlace } from '@lectern/contract/features/scan.ts';
import type { MatcherWord, TextContext, WordMatch } from '../../engines/word-matcher/port.ts';
import { WordMatcherHost } from '../../engines/word-matcher/word-matcher-host.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { findReadable, listReadable as listReadableResources } from '../resource/public.ts';
import { type CandidateService, type Dictionary, listTexts } from '../scan/public.ts';
import type { WordFields } from './sensitive-word.repository.ts';

export type TextToMatch = { text: string; context: TextContext };

/** A word matcher in its own thread. */
type CreateMatcher = () => Pick<WordMatcherHost, 'load' | 'findAll' | 'close'>;

type Place = Omit<TextPlace, 'source' | 'box'> & { box: readonly [number, number, number, number] | null };
/** A text of a resource with its place. */
export type PlacedText = Place & {
  source: TextPlace['source'];
  position: number;
  text: string;
  language: string | null;
};

/** What trials need from scans and resources. */
export type TrialPorts = {
  createMatcher: CreateMatcher;
  /** Matches of all active words. */
  findAll(texts: readonly TextToMatch[]): Promise<WordMatch[][]>;
  /** The texts of a resource this person looks after; throws if it isn't theirs to see. */
  textsOf(principal: Principal, resourceId: string): Promise<{ kind: ResourceKind; texts: PlacedText[] }>;
  /** Up to `most` texts that may contain the words. */
  candidates(words: readonly MatcherWord[], most: number): Promise<Candidates>;
  /** Which of these resources this person may read. */
  listReadable(db: Executor, principal: Principal, ids: readonly string[]): Promise<Set<string>>;
};

export type CandidateText = PlacedText & {
  resource: { id: string; title: string; kind: ResourceKind; state: ResourceState };
};
type Candidates = { more: boolean; read(): AsyncIterable<CandidateText[]> };

export function placeOf({ source, page, box, startMs, endMs }: PlacedText): TextPlace {
  return { source, page, box: box && [...box], startMs, endMs };
}

type Dependencies = {
  db: Db;
  dictionary: Pick<Dictionary, 'open'>;
  candidates: Pick<CandidateService, 'textsOf'>;
};

/** Trials use the same texts as the scan. */
export function trialPorts({ db, dictionary, candidates }: Dependencies): TrialPorts {
  return {
    createMatcher: () => new WordMatcherHost({ memoryMb: 256 }),
    findAll: async (texts) => (await dictionary.open()).find(texts),
    candidates: (wanted, most) => candidates.textsOf(wanted, most),
    // Only for people who manage the resource, not everyone who may read it.
    async textsOf(principal, id) {
      const { kind, in_scope: inScope, owner_id: ownerId } = await findReadable(db, principal, id);
      if (!inScope && ownerId !== principal.userId) throw new AppError('notFound');
      return { kind: kind as ResourceKind, texts: await listTexts(db, id) };
    },
    async listReadable(executor, principal, ids) {
      const rows = await listReadableResources(executor, principal, ids);
      return new Set(rows.filter((row) => row.in_scope).map((row) => row.id));
    },
  };
}

/** Each matcher is a thread, so further requests are refused rather than risking overload. */
const mostAtOnce = 4;
let open = 0;

type Find = (texts: readonly TextToMatch[]) => Promise<WordMatch[][]>;

/** Runs `work` with a temporary matcher for a few words. */
export async function withMatcher<Result>(
  create: CreateMatcher,
  words: readonly MatcherWord[],
  work: (find: Find) => Promise<Result>,
): Promise<Result> {
  if (open >= mostAtOnce) throw new AppError('overloaded', { retryAfterSeconds: 2 });
  open += 1;
  const host = create();
  try {
    await host.load('trial', () => words);
    return await work(async (texts) => {
      const asked = texts.map(({ text, context }, index) => ({ id: String(index), text, ...context }));
      const { results } = await host.findAll(asked);
      return results.map((result) => result.found);
    });
  } finally {
    open -= 1;
    await host.close();
  }
}

export function matcherWord(id: string, word: WordFields): MatcherWord {
  const { text, mode, variants, language, sources, kinds, exceptions, ignoreLikelyFalse } = word;
  return { id, text, mode, variants, language, sources, kinds, exceptions, ignoreLikelyFalse };
}

const between = '\n';

/** The word without exceptions, plus each exception as a word, to reveal what the exceptions hide. */
export function withoutExceptions(word: MatcherWord): MatcherWord[] {
  const phrases = word.exceptions.map((text, index): MatcherWord => {
    return {
      ...word,
      id: `${word.id}${between}${index}`,
      text,
      mode: 'contains',
      exceptions: [],
      ignoreLikelyFalse: false,
    };
  });
  return [{ ...word, exceptions: [], ignoreLikelyFalse: false }, ...phrases];
}

export function exceptionOf(id: string): { wordId: string; index: number | undefined } {
  const [wordId = '', index] = id.split(between);
  return { wordId, index: index === undefined ? undefined : Number(index) };
}

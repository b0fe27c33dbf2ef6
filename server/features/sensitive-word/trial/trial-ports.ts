import type { ResourceKind, ResourceState } from '@lectern/contract/features/resource-state.ts';
import type { TextPlace } from '@lectern/contract/features/scan.ts';
import type { Found, MatcherWord, TextContext } from '../../../engines/word-matcher/port.ts';
import type { WordMatcherHost } from '../../../engines/word-matcher/word-matcher-host.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';

export type TextToMatch = { text: string; context: TextContext };

/** Looks for words in a thread of its own. */
export type CreateMatcher = () => Pick<WordMatcherHost, 'load' | 'findAll' | 'close'>;

type Place = Omit<TextPlace, 'source' | 'box'> & { box: readonly [number, number, number, number] | null };
/** A text of a resource, at its place. */
export type PlacedText = Place & {
  source: TextPlace['source'];
  position: number;
  text: string;
  language: string | null;
};

/** What trying words out needs of scans and resources. */
export type TrialPorts = {
  createMatcher: CreateMatcher;
  /** All words that are looked for at the moment. */
  findAll(texts: readonly TextToMatch[]): Promise<Found[][]>;
  /** The texts of a resource in this person's data scope; an error when there is none. */
  textsOf(principal: Principal, resourceId: string): Promise<{ kind: ResourceKind; texts: PlacedText[] }>;
  /** Texts that may hold the words, at most so many. */
  candidates(words: readonly MatcherWord[], most: number): Promise<Candidates>;
  /** Of these resources, those that this person may read. */
  listReadable(db: Executor, principal: Principal, ids: readonly string[]): Promise<Set<string>>;
};

export type CandidateText = PlacedText & {
  resource: { id: string; title: string; kind: ResourceKind; state: ResourceState };
};
type Candidates = { more: boolean; read(): AsyncIterable<CandidateText[]> };

export function placeOf({ source, page, box, startMs, endMs }: PlacedText): TextPlace {
  return { source, page, box: box && [...box], startMs, endMs };
}

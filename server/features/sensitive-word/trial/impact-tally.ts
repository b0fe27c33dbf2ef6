import { type ImpactSample, impactSamples, type WordImpact } from '@lectern/contract/features/sensitive-word-trial.ts';
import type { Found } from '../../../platform/word-matcher/matcher-word.ts';
import { blocks, type ChangedWord } from './changed-words.ts';
import { type CandidateText, placeOf } from './trial-ports.ts';

/** What a reader needs to understand a hit. */
const around = 60;
/** Some are kept besides: not all of them may be shown to everybody. */
const keptOfEach = impactSamples * 5;

type Effect = ImpactSample['effect'];

/** Counts what would come and go, resource by resource. */
export class ImpactTally {
  readonly #words: ReadonlyMap<string, ChangedWord>;
  readonly #touched: Record<Effect, Set<string>> = { flag: new Set(), clear: new Set() };
  readonly #unpublished = new Set<string>();
  readonly samples: Record<Effect, ImpactSample[]> = { flag: [], clear: [] };
  looked = 0;

  constructor(words: readonly ChangedWord[]) {
    this.#words = new Map(words.map((word) => [word.id, word]));
  }

  /** What the words found in a text as they are (`before …`) and as they would be (`after …`). */
  add(text: CandidateText, found: readonly Found[]): void {
    this.looked += 1;
    const spots = { before: new Set<string>(), after: new Set<string>() };
    for (const one of found) spots[sideOf(one)].add(spotOf(one));
    for (const one of found) {
      const side = sideOf(one);
      const isOnBoth = spots.before.has(spotOf(one)) && spots.after.has(spotOf(one));
      const word = this.#words.get(wordOf(one));
      if (side === 'after' && !one.doubtful) this.#noteBlock(text, word, isOnBoth);
      if (!isOnBoth && word) this.#note(side === 'after' ? 'flag' : 'clear', text, word, one);
    }
  }

  counts(exact: boolean): Pick<WordImpact, 'flagged' | 'cleared' | 'unpublished'> {
    const count = ({ size: value }: Set<string>) => ({ value, exact });
    const { flag, clear } = this.#touched;
    return { flagged: count(flag), cleared: count(clear), unpublished: count(this.#unpublished) };
  }

  #note(effect: Effect, text: CandidateText, word: ChangedWord, { start, end, doubtful: likelyFalse }: Found): void {
    const { resource } = text;
    if (this.#touched[effect].has(resource.id)) return;
    this.#touched[effect].add(resource.id);
    if (this.samples[effect].length >= keptOfEach) return;
    const name = (word.after ?? word.before)?.text ?? '';
    const excerpt = excerptOf(text.text, start, end);
    this.samples[effect].push({ effect, resource, word: name, place: placeOf(text), excerpt, likelyFalse });
  }

  #noteBlock({ resource }: CandidateText, word: ChangedWord | undefined, isOnBoth: boolean): void {
    if (resource.state !== 'published' || !blocks(word?.after?.severity)) return;
    if (!isOnBoth || !blocks(word?.before?.severity)) this.#unpublished.add(resource.id);
  }
}

const sideOf = ({ wordId }: Found): 'before' | 'after' => (wordId.startsWith('after ') ? 'after' : 'before');
const wordOf = ({ wordId }: Found) => wordId.slice(wordId.indexOf(' ') + 1);
const spotOf = (one: Found) => `${one.start} ${one.end} ${wordOf(one)}`;

/** Cut at whole characters. */
function excerptOf(text: string, start: number, end: number): ImpactSample['excerpt'] {
  const from = whole(text, Math.max(0, start - around));
  const to = whole(text, Math.min(text.length, end + around));
  return { text: text.slice(from, to), mark: [start - from, end - from] };
}

function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit < 0xe000 ? at - 1 : at;
}

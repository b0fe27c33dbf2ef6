import type { Severity } from '@lectern/contract/features/scan.ts';
import {
  type ImpactSample,
  impactSamples,
  type WordChange,
  type WordImpact,
} from '@lectern/contract/features/sensitive-word-trial.ts';
import type { Found } from '../../../engines/word-matcher/port.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { fieldsOf, type WordFields } from '../word-fields.ts';
import { type KnownWord, listKnownWords, listPackSwitches, listWordsOfPack } from './trial.repository.ts';
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

/** What is looked for of a word now, and what would be; null: it is not. */
export type ChangedWord = { id: string; before: WordFields | null; after: WordFields | null };
export type ImpactOf = { changes: readonly WordChange[] } | { pack: { id: string; enabled: boolean } };

/** Of a pack so many at most; those that were found most often go first. */
const mostOfPack = 1_000;

/** Words of which something would be looked for otherwise; `more`: there are more of them. */
export async function changedWords(db: Executor, of: ImpactOf): Promise<{ words: ChangedWord[]; more: boolean }> {
  if ('pack' in of) {
    const rows = await listWordsOfPack(db, of.pack.id, mostOfPack + 1);
    const words = rows.slice(0, mostOfPack).map((row) => switched(row, of.pack.enabled));
    return { words: words.filter(matters), more: rows.length > mostOfPack };
  }
  const known = await knownWords(db, of.changes);
  const packs = await listPackSwitches(db, packsOf(of.changes));
  const words = of.changes.map((change, index): ChangedWord => {
    if (change.kind === 'add') return { id: `new ${index}`, before: null, after: active(change.word, packs) };
    const row = known.get(change.id);
    if (!row) throw new AppError('notFound');
    const own = fieldsOf(row);
    const before = own.enabled && row.pack_enabled ? own : null;
    if (change.kind === 'remove') return { id: row.id, before, after: null };
    const wanted = { ...own, ...withoutGaps(change.word) };
    const stays = wanted.packId === own.packId ? new Map([[own.packId ?? '', row.pack_enabled]]) : packs;
    return { id: row.id, before, after: active(wanted, stays) };
  });
  return { words: words.filter(matters), more: false };
}

/** Whether anything of it can change what is found, or what follows from that. */
function matters({ before, after }: ChangedWord): boolean {
  return JSON.stringify(lookedFor(before)) !== JSON.stringify(lookedFor(after));
}

function lookedFor(word: WordFields | null) {
  return word && { ...word, category: null, note: null, packId: null };
}

function switched(row: KnownWord, on: boolean): ChangedWord {
  const word = fieldsOf(row);
  return { id: row.id, before: row.pack_enabled ? word : null, after: on ? word : null };
}

function active(word: WordFields, packs: ReadonlyMap<string, boolean>): WordFields | null {
  const isOn = word.packId === null || (packs.get(word.packId) ?? true);
  return word.enabled && isOn ? word : null;
}

async function knownWords(db: Executor, changes: readonly WordChange[]): Promise<Map<string, KnownWord>> {
  const ids = changes.flatMap((change) => (change.kind === 'add' ? [] : [change.id]));
  return new Map((await listKnownWords(db, ids)).map((row) => [row.id, row]));
}

function packsOf(changes: readonly WordChange[]): string[] {
  return changes.flatMap((change) => (change.kind === 'remove' ? [] : (change.word.packId ?? [])));
}

function withoutGaps(edit: { [Field in keyof WordFields]?: WordFields[Field] | undefined }): Partial<WordFields> {
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
}

/** The grave ones: their hits take a resource out of publication at once. */
const blocks = (severity: Severity | undefined) => severity === 'block';

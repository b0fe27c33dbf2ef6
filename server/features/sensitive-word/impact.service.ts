import type { Severity } from '@lectern/contract/features/scan.ts';
import {
  type ImpactSample,
  impactSamples,
  type WordChange,
  type WordImpact,
} from '@lectern/contract/features/sensitive-word-trial.ts';
import type { MatcherWord, WordMatch } from '../../engines/word-matcher/port.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import {
  fieldsOf,
  type KnownWord,
  listKnownWords,
  listPackSwitches,
  listWordsOfPack,
  type WordFields,
} from './sensitive-word.repository.ts';
import { type CandidateText, matcherWord, placeOf, type TrialPorts, withMatcher } from './trial-matcher.ts';
import type { WordRules } from './word-rules.ts';

type Dependencies = { db: Db; judge: WordRules; ports: TrialPorts };

/** Limits for an interactive request, so previews neither keep people waiting nor overload the database. */
const longestMs = 4_000;
const mostTexts = 20_000;
/** Words per candidate lookup. */
const wordsAtOnce = 50;

/** Previews what a word change would flag and clear, using the text index, before anything is saved. */
export class ImpactService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async preview(context: SignedInContext, of: ImpactOf): Promise<WordImpact> {
    const { words, more } = await changedWords(this.#dependencies.db, of);
    for (const { after } of words)
      if (after && 'refusal' in this.#dependencies.judge.judge(after.text, after.mode))
        throw new AppError('wordRefused');
    const tally = new ImpactTally(words);
    const all = words.length === 0 || (await this.#look(words, tally));
    const cutShort = more || !all;
    return {
      ...tally.counts(!cutShort),
      samples: await this.#shownTo(context, tally.samples),
      cutShort,
      looked: tally.looked,
    };
  }

  /** Returns false if a limit was reached before all texts were checked. */
  async #look(words: readonly ChangedWord[], tally: ImpactTally): Promise<boolean> {
    const { createMatcher, candidates } = this.#dependencies.ports;
    const until = performance.now() + longestMs;
    const seen = new Set<string>();
    return withMatcher(createMatcher, words.flatMap(sidesOf), async (find) => {
      for (let at = 0; at < words.length; at += wordsAtOnce) {
        const some = words.slice(at, at + wordsAtOnce).flatMap(sidesOf);
        const room = mostTexts - tally.looked;
        const { more, read } = await candidates(some, room);
        for await (const texts of read()) {
          const fresh = texts.filter((text) => isNew(seen, text));
          const found = await find(fresh.map(toMatch));
          for (const [index, text] of fresh.entries()) tally.add(text, found[index] ?? []);
          if (performance.now() > until) return false;
        }
        if (more || performance.now() > until) return false;
      }
      return true;
    });
  }

  /** A sample of each effect, limited to resources this person may read. */
  async #shownTo(context: SignedInContext, { flag, clear }: ImpactTally['samples']): Promise<ImpactSample[]> {
    const { db, ports } = this.#dependencies;
    const ids = [...new Set([...flag, ...clear].map((sample) => sample.resource.id))];
    if (ids.length === 0) return [];
    const readable = await ports.listReadable(db, context.principal, ids);
    const [flags, clears] = [flag, clear].map((samples) => samples.filter(({ resource }) => readable.has(resource.id)));
    const half = impactSamples / 2;
    const cleared = (clears ?? []).slice(0, Math.max(half, impactSamples - (flags?.length ?? 0)));
    return [...(flags ?? []).slice(0, impactSamples - cleared.length), ...cleared];
  }
}

/** The current and the changed word together, so one pass matches both. */
function sidesOf({ id, before, after }: ChangedWord): MatcherWord[] {
  return [
    ...(before ? [matcherWord(`before ${id}`, before)] : []),
    ...(after ? [matcherWord(`after ${id}`, after)] : []),
  ];
}

/** Checks a text only once even if it contains several of the words. */
function isNew(seen: Set<string>, { resource, source, position }: CandidateText): boolean {
  const key = `${resource.id} ${source} ${position}`;
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

function toMatch({ text, source, language, resource }: CandidateText) {
  return { text, context: { source, kind: resource.kind, language } };
}

/** Characters shown on each side of a match. */
const around = 60;
/** Keeps extra samples, because some belong to resources the person may not read. */
const keptOfEach = impactSamples * 5;

type Effect = ImpactSample['effect'];

/** Counts the resources that would be flagged or cleared. */
class ImpactTally {
  readonly #words: ReadonlyMap<string, ChangedWord>;
  readonly #touched: Record<Effect, Set<string>> = { flag: new Set(), clear: new Set() };
  readonly #unpublished = new Set<string>();
  readonly samples: Record<Effect, ImpactSample[]> = { flag: [], clear: [] };
  looked = 0;

  constructor(words: readonly ChangedWord[]) {
    this.#words = new Map(words.map((word) => [word.id, word]));
  }

  /** Takes the matches of the current words (`before …`) and the changed words (`after …`). */
  add(text: CandidateText, found: readonly WordMatch[]): void {
    this.looked += 1;
    const spots = { before: new Set<string>(), after: new Set<string>() };
    for (const one of found) spots[sideOf(one)].add(spotOf(one));
    for (const one of found) {
      const side = sideOf(one);
      const isOnBoth = spots.before.has(spotOf(one)) && spots.after.has(spotOf(one));
      const word = this.#words.get(wordOf(one));
      if (side === 'after' && !one.likelyFalse) this.#noteBlock(text, word, isOnBoth);
      if (!isOnBoth && word) this.#note(side === 'after' ? 'flag' : 'clear', text, word, one);
    }
  }

  counts(exact: boolean): Pick<WordImpact, 'flagged' | 'cleared' | 'unpublished'> {
    const count = ({ size: value }: Set<string>) => ({ value, exact });
    const { flag, clear } = this.#touched;
    return { flagged: count(flag), cleared: count(clear), unpublished: count(this.#unpublished) };
  }

  #note(effect: Effect, text: CandidateText, word: ChangedWord, { start, end, likelyFalse }: WordMatch): void {
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

const sideOf = ({ wordId }: WordMatch): 'before' | 'after' => (wordId.startsWith('after ') ? 'after' : 'before');
const wordOf = ({ wordId }: WordMatch) => wordId.slice(wordId.indexOf(' ') + 1);
const spotOf = (one: WordMatch) => `${one.start} ${one.end} ${wordOf(one)}`;

/** Never splits a surrogate pair. */
function excerptOf(text: string, start: number, end: number): ImpactSample['excerpt'] {
  const from = whole(text, Math.max(0, start - around));
  const to = whole(text, Math.min(text.length, end + around));
  return { text: text.slice(from, to), mark: [start - from, end - from] };
}

function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit < 0xe000 ? at - 1 : at;
}

/** What the scan looks for now and after the change; null when the word is inactive. */
type ChangedWord = { id: string; before: WordFields | null; after: WordFields | null };
type ImpactOf = { changes: readonly WordChange[] } | { pack: { id: string; enabled: boolean } };

/** At most this many words of a pack, most frequent first. */
const mostOfPack = 1_000;

/** Words whose change affects matching; `more`: the pack has further words. */
async function changedWords(db: Executor, of: ImpactOf): Promise<{ words: ChangedWord[]; more: boolean }> {
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

/** Whether the change can affect matches or their consequences. */
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

/** Matches with this severity unpublish a resource at once. */
const blocks = (severity: Severity | undefined) => severity === 'block';

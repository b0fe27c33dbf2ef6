import type { Severity } from '@lectern/contract/features/scan.ts';
import type { WordChange } from '@lectern/contract/features/sensitive-word-trial.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { fieldsOf, type WordFields } from '../word-fields.ts';
import { type KnownWord, listKnownWords, listPackSwitches, listWordsOfPack } from './trial.repository.ts';

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
export const blocks = (severity: Severity | undefined) => severity === 'block';

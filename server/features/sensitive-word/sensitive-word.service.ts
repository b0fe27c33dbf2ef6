import { type SensitiveWordRow, wordLimits } from '@lectern/contract/features/sensitive-word.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import {
  type ChangedWord,
  changedFields,
  countWords,
  fieldsOf,
  findWord,
  insertWords,
  listKnownPacks,
  listWordsByName,
  lockDictionary,
  lockWords,
  type NewWord,
  tidied,
  updateWords,
  type WordFields,
  type WordRow,
} from './sensitive-word.repository.ts';
import type { WordRules } from './word-rules.ts';

/** Called after a change is committed; starts the re-scan. */
export type WordsChanged = () => void;

type SensitiveWordDependencies = { db: Db; changes: WordChangeService; changed: WordsChanged };

/** The library of sensitive words. */
export class SensitiveWordService {
  readonly #dependencies: SensitiveWordDependencies;

  constructor(dependencies: SensitiveWordDependencies) {
    this.#dependencies = dependencies;
  }

  async get(id: string): Promise<SensitiveWordRow> {
    const word = await findWord(this.#dependencies.db, id);
    if (!word) throw new AppError('notFound');
    return word;
  }

  async create(context: SignedInContext, word: WordFields): Promise<SensitiveWordRow> {
    const { db, changes, changed } = this.#dependencies;
    const id = newId();
    await db.transaction().execute((transaction) => changes.add(transaction, context, [{ ...word, id }]));
    changed();
    return this.get(id);
  }

  /** Fails if the word changed since the given version. */
  async update(
    context: SignedInContext,
    id: string,
    { version, ...edit }: Partial<WordFields> & { version: number },
  ): Promise<SensitiveWordRow> {
    const { db, changes, changed } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      const row = (await changes.take(transaction, [id])).get(id);
      if (!row || row.deleted_at) throw new AppError('notFound');
      if (row.version !== version) throw new AppError('changedMeanwhile');
      const [written] = await changes.change(transaction, context, [{ row, edit }]);
      if (written && 'refusal' in written) throw written.refusal;
    });
    changed();
    return this.get(id);
  }
}

export type WordEdit = Partial<WordFields> & { deleted?: boolean };
export type RequestedEdit = { row: WordRow; edit: WordEdit };
/** The new version, or why the word is unchanged. */
export type Written = { version: number; before: WordEdit } | { refusal: AppError } | { same: true };

/** Changes one or many words; all are checked before any is written. */
export class WordChangeService {
  readonly #judge: WordRules;

  constructor(judge: WordRules) {
    this.#judge = judge;
  }

  /** Locks the dictionary and these words, including deleted ones. */
  async take(transaction: Executor, ids: readonly string[]): Promise<Map<string, WordRow>> {
    await lockDictionary(transaction);
    return new Map((await lockWords(transaction, ids)).map((row) => [row.id, row]));
  }

  /** Adds all words, or throws and adds none. */
  async add(
    transaction: Executor,
    context: SignedInContext,
    words: readonly (WordFields & { id: string })[],
  ): Promise<void> {
    if (words.length === 0) return;
    await lockDictionary(transaction);
    const room = wordLimits.words - (await countWords(transaction));
    if (words.length > room) throw new AppError('libraryOfWordsFull', { params: { limit: wordLimits.words } });
    const named: NewWord[] = words.map((word) => ({ ...tidied(word), key: this.keyOf(word) }));
    const [refused] = (await this.#refusals(transaction, named)).values();
    if (refused) throw refused;
    await insertWords(transaction, named, context.principal.userId);
    for (const { id, key: _, ...after } of named)
      await recordActivity(transaction, context, {
        action: 'sensitiveWord.created',
        objectType: 'sensitiveWord',
        objectId: id,
        after,
      });
  }

  /** Changes words locked by `take`; refused ones stay as they are, the others are changed. */
  async change(
    transaction: Executor,
    context: SignedInContext,
    wanted: readonly RequestedEdit[],
    action = 'sensitiveWord.updated',
  ): Promise<Written[]> {
    const plans = wanted.map(({ row, edit: { deleted = false, ...edit } }) => {
      const before = fieldsOf(row);
      const change = changedFields(before, edit);
      const wasDeleted = row.deleted_at !== null;
      return { row, before, change, deleted, moves: deleted !== wasDeleted };
    });
    const changing = plans.filter((plan) => plan.moves || Object.keys(plan.change).length > 0);
    const keys = changing.map((plan) => this.#tryKey(plan.row, { ...plan.before, ...plan.change }));
    const words = changing.flatMap((plan, index): ChangedWord[] => {
      const key = keys[index];
      if (typeof key !== 'string') return [];
      return [{ ...plan.before, ...plan.change, id: plan.row.id, key, deleted: plan.deleted }];
    });
    const refusals = await this.#refusals(
      transaction,
      words.filter((word) => !word.deleted),
    );
    const accepted = words.filter((word) => !refusals.has(word.id));
    if (accepted.length > 0) await updateWords(transaction, accepted, context.principal.userId);
    const written = new Set(accepted.map((word) => word.id));
    const failures = new Map(changing.map((plan, index) => [plan.row.id, keys[index]]));
    const results: Written[] = [];
    for (const { row, before, change, moves, deleted } of plans) {
      const failure = refusals.get(row.id) ?? failures.get(row.id);
      if (failure instanceof AppError) results.push({ refusal: failure });
      else if (!written.has(row.id)) results.push({ same: true });
      else {
        const old = Object.fromEntries(Object.keys(change).map((field) => [field, before[field as keyof WordFields]]));
        await recordActivity(transaction, context, {
          action: moves ? (deleted ? 'sensitiveWord.deleted' : 'sensitiveWord.restored') : action,
          objectType: 'sensitiveWord',
          objectId: row.id,
          before: moves ? { text: before.text, ...old } : old,
          after: change,
        });
        results.push({ version: row.version + 1, before: { ...old, ...(moves && { deleted: !deleted }) } });
      }
    }
    return results;
  }

  keyOf(word: Pick<WordFields, 'text' | 'mode' | 'variants' | 'exceptions'>): string {
    const judged = this.#judge.judge(word.text, word.mode);
    if ('refusal' in judged) throw new AppError('wordRefused');
    const phrase = word.exceptions.find((exception) => !this.#judge.isException(word, exception));
    if (phrase !== undefined) throw new AppError('exceptionRefused', { params: { phrase } });
    return judged.key;
  }

  /** An accepted word is only judged again if one of the judged fields changes. */
  #tryKey(row: WordRow, word: WordFields): string | AppError {
    const before = fieldsOf(row);
    const judged = ['text', 'mode', 'variants', 'exceptions'] as const;
    if (judged.every((field) => JSON.stringify(word[field]) === JSON.stringify(before[field]))) return row.key;
    try {
      return this.keyOf(word);
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  /** Refuses duplicates, among these words or with existing ones, and packs that don't exist. */
  async #refusals(
    transaction: Executor,
    words: readonly (WordFields & { id: string; key: string })[],
  ): Promise<Map<string, AppError>> {
    const refusals = new Map<string, AppError>();
    if (words.length === 0) return refusals;
    const there = await listWordsByName(transaction, words);
    const packs = await listKnownPacks(transaction, [...new Set(words.flatMap((word) => word.packId ?? []))]);
    const holders = new Map<string, Pick<WordRow, 'id' | 'text'>>(there.map((row) => [`${row.mode} ${row.key}`, row]));
    for (const word of words) {
      const name = `${word.mode} ${word.key}`;
      const holder = holders.get(name);
      if (holder && holder.id !== word.id)
        refusals.set(word.id, new AppError('wordExists', { params: { word: holder.text } }));
      else if (word.packId && !packs.has(word.packId)) refusals.set(word.id, invalidField('packId', 'noSuchPack'));
      else holders.set(name, word);
    }
    return refusals;
  }
}

import { setImmediate as breathe } from 'node:timers/promises';
import { type GlossaryTerm, glossaryLimits } from '@lectern/contract/features/glossary.ts';
import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { unwrapped } from '@lectern/contract/subtitle/cue-measure.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import { correctCues, correctParts } from './correct-text.ts';
import {
  changedFields,
  countTerms,
  fieldsOf,
  findTerm,
  findTwin,
  insertTerm,
  listTermsFor,
  lockTerm,
  type TermEdit,
  type TermFields,
  type TermRow,
  updateTerm,
} from './glossary.repository.ts';

export type AppliedTerm = { wrong: string; right: string; count: number };
type Applied = {
  applied: AppliedTerm[];
  /** For the log of the job that created the text. */
  notes: string[];
};
type Corrected = Applied & { parts: ReadingPart[] };

/** Terms that machines get wrong, with their correct spelling. */
export class GlossaryService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async create(context: SignedInContext, term: TermFields): Promise<GlossaryTerm> {
    const id = newId();
    await this.#db.transaction().execute(async (transaction) => {
      const { terms: limit } = glossaryLimits;
      if ((await countTerms(transaction)) >= limit) throw new AppError('glossaryFull', { params: { limit } });
      await requireUnique(transaction, { ...term, id });
      await insertTerm(transaction, id, term, context.principal.userId);
      await recordActivity(transaction, context, {
        ...{ action: 'glossary.created', objectType: 'glossary', objectId: id, after: term },
      });
    });
    return this.#get(id);
  }

  /** Refused if the term has changed since it was read. */
  async update(
    context: SignedInContext,
    id: string,
    { version, ...edit }: Partial<TermFields> & { version: number },
  ): Promise<GlossaryTerm> {
    await this.#db.transaction().execute(async (transaction) => {
      const row = await lockTerm(transaction, id);
      if (!row || row.deleted_at) throw new AppError('notFound');
      if (row.version !== version) throw new AppError('changedMeanwhile');
      await this.change(transaction, context, row, edit, 'glossary.updated');
    });
    return this.#get(id);
  }

  /** The row must be locked. Returns the previous values, or undefined if nothing changes. */
  async change(
    transaction: Executor,
    context: SignedInContext,
    row: TermRow,
    { deleted = false, ...edit }: TermEdit,
    action: string,
  ): Promise<TermEdit | undefined> {
    const before = fieldsOf(row);
    const change = changedFields(before, edit);
    const moves = deleted !== (row.deleted_at !== null);
    if (!moves && Object.keys(change).length === 0) return undefined;
    const after = { ...before, ...change };
    if (!deleted) await requireUnique(transaction, { ...after, id: row.id });
    await updateTerm(transaction, row.id, { ...after, deleted }, context.principal.userId);
    const old = Object.fromEntries(Object.keys(change).map((name) => [name, before[name as keyof TermFields]]));
    await recordActivity(transaction, context, {
      ...{ action, objectType: 'glossary', objectId: row.id, after: change },
      before: moves ? { wrong: before.wrong, right: before.right, ...old } : old,
    });
    return { ...old, deleted: moves ? !deleted : deleted };
  }

  /** Applies all enabled terms to a text that a machine has just created. */
  async correct(db: Executor, language: string | null, parts: readonly ReadingPart[]): Promise<Corrected> {
    const texts = (given: ReadingPart[]) => given.flatMap(({ lines }) => lines.map(({ text }) => text));
    const { text, ...applied } = await this.#applyAll(db, language, [...parts], { texts, replace: replaceInParts });
    return { ...applied, parts: text };
  }

  /** Like `correct`, for subtitles. */
  async correctCues(db: Executor, language: string | null, cues: readonly Cue[]): Promise<Applied & { cues: Cue[] }> {
    const texts = (given: Cue[]) => given.map(({ text }) => unwrapped(text));
    const { text, ...applied } = await this.#applyAll(db, language, [...cues], { texts, replace: replaceInCues });
    return { ...applied, cues: text };
  }

  async #applyAll<T>(
    db: Executor,
    language: string | null,
    given: T,
    { texts, replace }: { texts(given: T): string[]; replace(given: T, rule: Rule): { text: T; count: number } },
  ): Promise<Applied & { text: T }> {
    const applied: AppliedTerm[] = [];
    let text = given;
    const lettersOf = (one: T) => texts(one).join('\n').toLowerCase();
    let letters = lettersOf(text);
    for (const { wrong, correct: right, whole_word: wholeWord } of await listTermsFor(db, language)) {
      // Most terms don't occur at all, and this check costs a fraction of a full search.
      if (!letters.includes(wrong.toLowerCase().split(/\s+/)[0] ?? '')) continue;
      await breathe();
      const { text: better, count } = replace(text, { wrong, right, wholeWord });
      if (count === 0) continue;
      text = better;
      letters = lettersOf(text);
      applied.push({ wrong, right, count });
    }
    return { text, applied, notes: applied.map(noteOf) };
  }

  async #get(id: string): Promise<GlossaryTerm> {
    const term = await findTerm(this.#db, id);
    if (!term) throw new AppError('notFound');
    return term;
  }
}

type Rule = Parameters<typeof correctParts>[1];

function replaceInParts(parts: ReadingPart[], rule: Rule): { text: ReadingPart[]; count: number } {
  const { parts: text, count } = correctParts(parts, rule);
  return { text, count };
}

function replaceInCues(cues: Cue[], rule: Rule): { text: Cue[]; count: number } {
  const { cues: text, count } = correctCues(cues, rule);
  return { text, count };
}

function noteOf({ wrong, right, count }: AppliedTerm): string {
  return `Glossary: “${wrong}” became “${right}” ${count === 1 ? 'once' : `${count} times`}.`;
}

async function requireUnique(transaction: Executor, term: TermFields & { id: string }): Promise<void> {
  const word = await findTwin(transaction, term);
  if (word !== undefined) throw new AppError('termExists', { params: { word } });
}

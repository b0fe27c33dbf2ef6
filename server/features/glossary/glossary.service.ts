import { type GlossaryTerm, glossaryLimits } from '@lectern/contract/features/glossary.ts';
import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import { correctParts } from './correct-parts.ts';
import {
  countTerms,
  findTerm,
  findTwin,
  insertTerm,
  listTermsFor,
  lockTerm,
  updateTerm,
} from './glossary.repository.ts';
import { changedFields, fieldsOf, type TermEdit, type TermFields, type TermRow } from './glossary-term.ts';

export type Corrected = {
  parts: ReadingPart[];
  /** What was replaced, and how often. */
  applied: { wrong: string; right: string; count: number }[];
};

/** What the machine hears wrong, and how it is written. */
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

  /** Refused when the version that is there is not the one that was read. */
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

  /** Of a row that is locked. Answers what it was before; nothing: it is so already. */
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

  /** A text that a machine has just written, with every term that is on. */
  async correct(db: Executor, language: string | null, parts: readonly ReadingPart[]): Promise<Corrected> {
    const corrected: Corrected = { parts: [...parts], applied: [] };
    for (const { wrong, correct: right, whole_word: wholeWord } of await listTermsFor(db, language)) {
      const { parts: better, count } = correctParts(corrected.parts, { wrong, right, wholeWord });
      if (count === 0) continue;
      corrected.parts = better;
      corrected.applied.push({ wrong, right, count });
    }
    return corrected;
  }

  async #get(id: string): Promise<GlossaryTerm> {
    const term = await findTerm(this.#db, id);
    if (!term) throw new AppError('notFound');
    return term;
  }
}

async function requireUnique(transaction: Executor, term: TermFields & { id: string }): Promise<void> {
  const word = await findTwin(transaction, term);
  if (word !== undefined) throw new AppError('termExists', { params: { word } });
}

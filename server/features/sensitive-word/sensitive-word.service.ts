import type { SensitiveWordRow } from '@lectern/contract/features/sensitive-word.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import { findWord } from './sensitive-word.repository.ts';
import type { WordChangeService } from './word-change.service.ts';
import type { WordFields } from './word-fields.ts';

/** Hears of committed changes: what they concern is looked at again. */
export type WordsChanged = () => void;

type SensitiveWordDependencies = { db: Db; changes: WordChangeService; changed: WordsChanged };

/** The library of words that are looked for. */
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

  /** Refused when the version that is there is not the one that was read. */
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

import type { Library, libraryFields, ProcessingRule } from '@lectern/contract/features/library.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import type { z } from 'zod';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import { type Db, type Executor, isUniqueViolation } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { newId } from '../../platform/new-id.ts';
import { factsOf, mayLookInto, mayManageLibrary } from './library.policy.ts';
import { presentLibrary, processingOf } from './library.presenter.ts';
import {
  countReadable,
  deleteEmptyLibrary,
  insertLibrary,
  isCollege,
  type LibraryColumns,
  type LibraryRecord,
  listLibraryRecords,
  lockLibrary,
  updateLibraryColumns,
} from './library.repository.ts';
import type { LibraryService } from './library.service.ts';

type Fields = { [Name in keyof typeof libraryFields]: z.output<(typeof libraryFields)[Name]> };
type Edit = { [Name in keyof Fields]?: Fields[Name] | undefined } & { version: number };

const peopleAtOnce = 50;
const none = { value: 0, exact: true };

/** Called when a default language is set: transcribes the library's recordings that were waiting for one. */
export type LanguageSet = (transaction: Executor, context: SignedInContext, libraryId: string) => Promise<void>;
type Dependencies = {
  db: Db;
  libraries: LibraryService;
  readable: (principal: Principal) => Condition;
  languageSet: LanguageSet;
};

/** Libraries for the people who manage them. */
export class LibraryKeepingService {
  readonly #db: Db;
  readonly #libraries: LibraryService;
  readonly #readable: Dependencies['readable'];
  readonly #languageSet: LanguageSet;

  constructor({ db, libraries, readable, languageSet }: Dependencies) {
    this.#db = db;
    this.#libraries = libraries;
    this.#readable = readable;
    this.#languageSet = languageSet;
  }

  async list(context: SignedInContext, wanted: { person?: string; ids?: string[] }): Promise<Library[]> {
    const { principal } = context;
    await this.#libraries.personalLibraryOf(this.#db, principal.userId);
    const person = await this.#libraries.personOf(this.#db, principal);
    const isAdmin = hasAbility(principal.roleId, 'admin');
    const rows = await listLibraryRecords(this.#db, {
      ownerId: principal.userId,
      ids: isAdmin ? (wanted.ids ?? []) : [],
      person: isAdmin ? wanted.person : undefined,
      limit: peopleAtOnce,
    });
    const visible = rows.filter((row) => mayLookInto(person, factsOf(row)));
    const ids = visible.map(({ id }) => id);
    const counts = await countReadable(this.#db, ids, this.#readable(principal));
    return visible.map((row) => presentLibrary(row, person, counts.get(row.id) ?? none));
  }

  async create(
    context: SignedInContext,
    { kind, name, collegeId }: { kind: 'school' | 'college'; name: string; collegeId: string | null },
  ): Promise<Library> {
    if ((kind === 'college') !== (collegeId !== null)) {
      throw invalidField('collegeId', 'collegeOfLibrary');
    }
    const id = newId();
    await this.#db.transaction().execute(async (transaction) => {
      if (collegeId && !(await isCollege(transaction, collegeId))) throw invalidField('collegeId', 'noSuchCollege');
      await orNameTaken(insertLibrary(transaction, { id, kind, name, collegeId }));
      const after = { kind, name, collegeId };
      await recordActivity(transaction, context, {
        action: 'library.created',
        objectType: 'library',
        objectId: id,
        after,
      });
    });
    return this.#get(context, id);
  }

  async update(context: SignedInContext, id: string, edit: Edit): Promise<Library> {
    await this.#db.transaction().execute(async (transaction) => {
      await lockLibrary(transaction, id);
      const { library, person } = await this.#libraries.look(transaction, context.principal, id);
      if (!mayManageLibrary(person, factsOf(library))) throw new AppError('libraryForbidden');
      const columns = columnsOf(edit);
      const changes = Object.entries(columns).filter(([name, value]) => !isSame(library, name, value));
      const isQuotaChanged = changes.some(([name]) => name === 'quota_bytes');
      if (isQuotaChanged && !hasAbility(person.roleId, 'admin')) throw new AppError('abilityMissing');
      if (library.version !== edit.version) throw new AppError('changedMeanwhile');
      if (changes.length === 0) return;
      await orNameTaken(updateLibraryColumns(transaction, id, Object.fromEntries(changes)));
      const before = Object.fromEntries(changes.map(([name]) => [name, library[name as keyof LibraryColumns]]));
      const after = Object.fromEntries(changes);
      const change = { action: 'library.updated', objectType: 'library', objectId: id, before, after };
      await recordActivity(transaction, context, change);
      if (columns.default_language && 'default_language' in after) await this.#languageSet(transaction, context, id);
    });
    return this.#get(context, id);
  }

  async delete(context: SignedInContext, id: string): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await lockLibrary(transaction, id);
      const { library } = await this.#libraries.look(transaction, context.principal, id);
      if (!(await deleteEmptyLibrary(transaction, id))) throw new AppError('libraryNotEmpty');
      const before = { kind: library.kind, name: library.name };
      await recordActivity(transaction, context, {
        action: 'library.deleted',
        objectType: 'library',
        objectId: id,
        before,
      });
    });
  }

  async #get(context: SignedInContext, id: string): Promise<Library> {
    const { library, person } = await this.#libraries.look(this.#db, context.principal, id);
    const counts = await countReadable(this.#db, [id], this.#readable(context.principal));
    return presentLibrary(library, person, counts.get(id) ?? none);
  }
}

async function orNameTaken(writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('name', 'taken');
    throw error;
  }
}

function isSame(library: LibraryRecord, name: string, value: unknown): boolean {
  if (name !== 'processing') return library[name as keyof LibraryColumns] === value;
  const [before, after] = [processingOf(library.processing), value as ProcessingRule];
  return before.convert === after.convert && before.ocr === after.ocr && before.asr === after.asr;
}

function columnsOf(edit: Edit): Partial<LibraryColumns> {
  const { name, description, quotaBytes, contributors, defaultLanguage, defaultLicence } = edit;
  const { defaultVisibility, processing } = edit;
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(quotaBytes !== undefined && { quota_bytes: quotaBytes }),
    ...(contributors !== undefined && { contributors }),
    ...(defaultLanguage !== undefined && { default_language: defaultLanguage }),
    ...(defaultLicence !== undefined && { default_licence: defaultLicence }),
    ...(defaultVisibility !== undefined && { default_visibility: defaultVisibility }),
    ...(processing !== undefined && { processing }),
  };
}

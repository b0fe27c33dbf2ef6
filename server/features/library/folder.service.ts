import type { Folder, FolderName } from '@lectern/contract/features/library.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import { type Db, type Executor, isUniqueViolation } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { moveResourcesToFolder } from '../resource/public.ts';
import { moveUploadsToFolder } from '../upload/public.ts';
import {
  deepestBelow,
  deleteFolderRow,
  type FolderRecord,
  findFolder,
  findFolderNamed,
  insertFolder,
  listChildren,
  listCountedFolders,
  listFolderNameRecords,
  lockFolder,
  rewritePaths,
  updateFolderName,
} from './folder.repository.ts';
import { factsOf, mayAddToLibrary, mayManageLibrary, seesEveryFolder } from './library.policy.ts';
import { presentFolders } from './library.presenter.ts';
import { holdLibrary, lockLibrary } from './library.repository.ts';
import { deepest, depthOf, type LibraryService } from './library.service.ts';

type FolderDependencies = {
  db: Db;
  libraries: LibraryService;
  /** A condition on `resources` for those the person may read. */
  readable: (principal: Principal) => Condition;
};

/** Folders of libraries. People who may add to a library can create folders and manage their own. */
export class FolderService {
  readonly #dependencies: FolderDependencies;

  constructor(dependencies: FolderDependencies) {
    this.#dependencies = dependencies;
  }

  async list(context: SignedInContext, libraryId: string): Promise<Folder[]> {
    const { db, libraries, readable } = this.#dependencies;
    const { library, person } = await libraries.look(db, context.principal, libraryId);
    const folders = await listCountedFolders(db, libraryId, readable(context.principal));
    return presentFolders(folders, {
      userId: person.userId,
      everyFolder: seesEveryFolder(person, factsOf(library)),
    });
  }

  async listNames({ principal }: SignedInContext, ids: readonly string[] = []): Promise<FolderName[]> {
    const { db, libraries, readable } = this.#dependencies;
    const named = hasAbility(principal.roleId, 'admin') ? ids : [];
    const person = await libraries.personOf(db, principal);
    const rows = await listFolderNameRecords(db, { ownerId: principal.userId, ids: named }, readable(principal));
    const inEveryOf = new Set(
      rows.filter((row) => seesEveryFolder(person, factsOf(row))).map(({ library_id }) => library_id),
    );
    const shown = new Set(
      rows
        .filter((row) => inEveryOf.has(row.library_id) || row.holds_readable || row.created_by === person.userId)
        .flatMap(({ path }) => path.split('/')),
    );
    return rows
      .filter(({ id }) => shown.has(id))
      .map(({ id, library_id, parent_id, name }) => ({ id, libraryId: library_id, parentId: parent_id, name }));
  }

  async create(
    context: SignedInContext,
    libraryId: string,
    { parentId, name }: { parentId: string | null; name: string },
  ): Promise<Folder> {
    const { db, libraries } = this.#dependencies;
    const id = await db.transaction().execute(async (transaction) => {
      await libraries.requirePlace(transaction, context.principal, { libraryId, folderId: parentId });
      await holdLibrary(transaction, libraryId);
      const parent = parentId ? await findFolder(transaction, parentId) : undefined;
      if (parent && depthOf(parent.path) >= deepest) throw tooDeep();
      const createdBy = context.principal.userId;
      const made = await insertFolder(transaction, {
        libraryId,
        parentId,
        parentPath: parent?.path ?? '/',
        name: name.normalize('NFC'),
        createdBy,
      });
      if (!made) throw nameTaken();
      await record(transaction, context, 'folder.created', made.id, null, { name: made.name, parentId, libraryId });
      return made.id;
    });
    return this.#get(context, id);
  }

  async update(
    context: SignedInContext,
    id: string,
    edit: { name?: string; parentId?: string | null; version: number },
  ): Promise<Folder> {
    await this.#dependencies.db.transaction().execute(async (transaction) => {
      const folder = await this.#take(transaction, context, id, edit.version);
      const name = edit.name?.normalize('NFC') ?? folder.name;
      const parentId = edit.parentId === undefined ? folder.parent_id : edit.parentId;
      if (name === folder.name && parentId === folder.parent_id) return;
      try {
        await updateFolderName(transaction, {
          id,
          name,
          parentId: await this.#judgeParent(transaction, folder, parentId),
        });
      } catch (error) {
        if (isUniqueViolation(error)) throw nameTaken();
        throw error;
      }
      if (parentId !== folder.parent_id) await this.#movePaths(transaction, folder, parentId);
      const before = { name: folder.name, parentId: folder.parent_id };
      await record(transaction, context, 'folder.updated', id, before, { name, parentId });
    });
    return this.#get(context, id);
  }

  async delete(context: SignedInContext, id: string, version: number): Promise<void> {
    await this.#dependencies.db.transaction().execute(async (transaction) => {
      const folder = await this.#take(transaction, context, id, version);
      const up = { from: id, to: folder.parent_id };
      await moveResourcesToFolder(transaction, up);
      await moveUploadsToFolder(transaction, up);
      // Frees the name first, because a subfolder may have the same one.
      await updateFolderName(transaction, { id, name: id, parentId: folder.parent_id });
      for (const child of await listChildren(transaction, id)) {
        const name = await freeName(transaction, { ...folder, name: child.name });
        await updateFolderName(transaction, { id: child.id, name, parentId: folder.parent_id });
      }
      await rewritePaths(transaction, folder.path, folder.path.slice(0, -(id.length + 1)));
      await deleteFolderRow(transaction, id);
      const before = { name: folder.name, parentId: folder.parent_id, libraryId: folder.library_id };
      await record(transaction, context, 'folder.deleted', id, before, null);
    });
  }

  /** Locks the library's tree and returns the folder if the actor may change it. */
  async #take(transaction: Executor, context: SignedInContext, id: string, version: number): Promise<FolderRecord> {
    const found = await findFolder(transaction, id);
    if (!found) throw new AppError('notFound');
    const { library, person } = await this.#dependencies.libraries.look(
      transaction,
      context.principal,
      found.library_id,
    );
    const facts = factsOf(library);
    const isMaker = found.created_by === person.userId && mayAddToLibrary(person, facts);
    if (!isMaker && !mayManageLibrary(person, facts)) throw new AppError('libraryForbidden');
    await lockLibrary(transaction, found.library_id);
    const folder = await lockFolder(transaction, id);
    if (!folder) throw new AppError('notFound');
    if (folder.version !== version) throw new AppError('changedMeanwhile');
    return folder;
  }

  async #judgeParent(transaction: Executor, folder: FolderRecord, parentId: string | null): Promise<string | null> {
    if (parentId === folder.parent_id || parentId === null) return parentId;
    const parent = await findFolder(transaction, parentId);
    if (!parent || parent.library_id !== folder.library_id) throw new AppError('notFound');
    if (parent.path.startsWith(folder.path)) throw new AppError('intoItself');
    const height = (await deepestBelow(transaction, folder.path)) - depthOf(folder.path) + 1;
    if (depthOf(parent.path) + height > deepest) throw tooDeep();
    return parentId;
  }

  async #movePaths(transaction: Executor, folder: FolderRecord, parentId: string | null): Promise<void> {
    const parent = parentId ? await findFolder(transaction, parentId) : undefined;
    await rewritePaths(transaction, folder.path, `${parent?.path ?? '/'}${folder.id}/`);
  }

  async #get(context: SignedInContext, id: string): Promise<Folder> {
    const { db, readable } = this.#dependencies;
    const folder = await findFolder(db, id);
    if (!folder) throw new AppError('notFound');
    const rows = await listCountedFolders(db, folder.library_id, readable(context.principal), folder.path);
    const viewer = { userId: context.principal.userId, everyFolder: true };
    const shown = presentFolders(rows, viewer).find((row) => row.id === id);
    if (!shown) throw new AppError('notFound');
    return shown;
  }
}

/** The name, with a number appended if the parent folder already has it. */
async function freeName(transaction: Executor, child: FolderRecord): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? child.name : `${child.name} (${number})`;
    const place = { libraryId: child.library_id, parentId: child.parent_id, name };
    if (!(await findFolderNamed(transaction, place))) return name;
  }
}

const nameTaken = () => invalidField('name', 'folderExists');
const tooDeep = () => new AppError('tooDeep', { params: { limit: deepest } });

function record(
  transaction: Executor,
  context: SignedInContext,
  action: string,
  objectId: string,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): Promise<void> {
  return recordActivity(transaction, context, { action, objectType: 'folder', objectId, before, after });
}

import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { type FolderRecord, findFolderNamed, holdFolder, insertFolder } from './folder.repository.ts';
import { factsOf, type LibraryPerson, mayAddToLibrary, mayLookInto } from './library.policy.ts';
import {
  findCollegeOf,
  findLibrary,
  findPersonalLibrary,
  holdLibrary,
  insertPersonalLibrary,
  type LibraryRecord,
  readUsage,
} from './library.repository.ts';

/** Where new resources go, with the library's defaults. */
export type Place = {
  libraryId: string;
  folderId: string | null;
  kind: 'school' | 'college' | 'personal';
  name: string;
  collegeId: string | null;
  defaults: { language: string | null; licence: string | null; visibility: string };
};

export const deepest = 30;

/** Library permissions and quotas for other features. */
export class LibraryService {
  /** Returns the place if it exists and the person may add to it. */
  async requirePlace(
    db: Executor,
    principal: Principal,
    wanted: { libraryId: string; folderId: string | null },
  ): Promise<Place> {
    const { library, person } = await this.look(db, principal, wanted.libraryId);
    if (!mayAddToLibrary(person, factsOf(library))) throw new AppError('libraryForbidden');
    if (wanted.folderId) await requireFolder(db, wanted.libraryId, wanted.folderId);
    return {
      libraryId: library.id,
      folderId: wanted.folderId,
      kind: library.kind as Place['kind'],
      name: library.name,
      collegeId: library.college_id,
      defaults: {
        language: library.default_language,
        licence: library.default_licence,
        visibility: library.default_visibility,
      },
    };
  }

  /** Returns a library the person may look into, with their `LibraryPerson`. */
  async look(
    db: Executor,
    principal: Principal,
    id: string,
  ): Promise<{ library: LibraryRecord; person: LibraryPerson }> {
    const person = await this.personOf(db, principal);
    const library = await findLibrary(db, id);
    if (!library || !mayLookInto(person, factsOf(library))) throw new AppError('notFound');
    return { library, person };
  }

  async personOf(db: Executor, principal: Principal): Promise<LibraryPerson> {
    const { userId, roleId, departmentId } = principal;
    return { userId, roleId, collegeId: departmentId ? await findCollegeOf(db, departmentId) : null };
  }

  /** A null `quotaBytes` means no limit but the disk. Resources in Trash count. */
  room(db: Executor, libraryId: string): Promise<{ quotaBytes: number | null; usedBytes: number }> {
    return readUsage(db, libraryId);
  }

  /**
   * Creates the missing folders of a path such as `term 1/week 2` and returns the last one. The place must be checked
   * before.
   */
  async ensureFolders(
    transaction: Executor,
    context: SignedInContext,
    libraryId: string,
    folderId: string | null,
    relativePath: string,
  ): Promise<string | null> {
    const names = namesOf(relativePath);
    if (names.length === 0) return folderId;
    await holdLibrary(transaction, libraryId);
    let parent = folderId ? await requireFolder(transaction, libraryId, folderId) : undefined;
    for (const name of names) {
      const place = { libraryId, parentId: parent?.id ?? null, name };
      const there = await findFolderNamed(transaction, place);
      const made =
        there ??
        (await insertFolder(transaction, {
          ...place,
          parentPath: parent?.path ?? '/',
          createdBy: context.principal.userId,
        }));
      // Another transaction has created and committed it meanwhile.
      const folder: FolderRecord | undefined = made ?? (await findFolderNamed(transaction, place));
      if (!folder) throw new AppError('changedMeanwhile');
      if (depthOf(folder.path) > deepest) throw new AppError('tooDeep', { params: { limit: deepest } });
      parent = folder;
    }
    return parent?.id ?? null;
  }

  /** Created on first use. */
  async personalLibraryOf(transaction: Executor, userId: string): Promise<string> {
    const there = await findPersonalLibrary(transaction, userId);
    if (there) return there;
    await insertPersonalLibrary(transaction, userId);
    const made = await findPersonalLibrary(transaction, userId);
    if (!made) throw new AppError('notFound');
    return made;
  }
}

export function depthOf(path: string): number {
  return path.split('/').length - 2;
}

async function requireFolder(db: Executor, libraryId: string, id: string): Promise<FolderRecord> {
  const folder = await holdFolder(db, id);
  if (!folder || folder.library_id !== libraryId) throw new AppError('notFound');
  return folder;
}

function namesOf(relativePath: string): string[] {
  const names = relativePath
    .normalize('NFC')
    .split(/[/\\]/)
    .map((name) => name.replaceAll('\0', '').trim())
    .filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) throw invalidField('relativePath', 'noUpwards');
  return names.map((name) => [...name].slice(0, 200).join(''));
}

import type { Folder, Library, ProcessingRule } from '@lectern/contract/features/library.ts';
import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import type { CountedFolder } from './folder.repository.ts';
import { factsOf, type LibraryPerson, mayAddToLibrary, mayManageLibrary } from './library.policy.ts';
import type { LibraryRecord } from './library.repository.ts';

export function presentLibrary(library: LibraryRecord, person: LibraryPerson, resources: BoundedCount): Library {
  const { owner_id: ownerId, owner_name: ownerName } = library;
  const mayAdd = mayAddToLibrary(person, factsOf(library));
  const mayManage = mayManageLibrary(person, factsOf(library));
  return {
    id: library.id,
    kind: library.kind as Library['kind'],
    name: library.name,
    description: library.description,
    collegeId: library.college_id,
    owner: ownerId ? { id: ownerId, name: ownerName ?? '' } : null,
    quotaBytes: library.quota_bytes,
    usedBytes: mayAdd || mayManage ? library.used_bytes : null,
    resources,
    contributors: library.contributors as Library['contributors'],
    defaultLanguage: library.default_language as Library['defaultLanguage'],
    defaultLicence: library.default_licence as Library['defaultLicence'],
    defaultVisibility: library.default_visibility as Library['defaultVisibility'],
    processing: processingOf(library.processing),
    mayAdd,
    mayManage,
    version: library.version,
  };
}

/** Steps run unless turned off. */
export function processingOf({ convert = true, ocr = true, asr = true }: Partial<ProcessingRule>): ProcessingRule {
  return { convert, ocr, asr };
}

/**
 * Folders with resource totals including subfolders. Without `everyFolder`, only folders with readable resources or
 * created by the viewer, and their parents.
 */
export function presentFolders(
  folders: readonly CountedFolder[],
  viewer: { userId: string; everyFolder: boolean },
): Folder[] {
  const totals = new Map<string, number>();
  const shown = new Set<string>();
  for (const folder of folders) {
    const isShown = viewer.everyFolder || folder.resources > 0 || folder.created_by === viewer.userId;
    for (const id of folder.path.split('/').filter(Boolean)) {
      totals.set(id, (totals.get(id) ?? 0) + folder.resources);
      if (isShown) shown.add(id);
    }
  }
  return folders
    .filter(({ id }) => shown.has(id))
    .map((folder) => ({
      id: folder.id,
      libraryId: folder.library_id,
      parentId: folder.parent_id,
      name: folder.name,
      resources: totals.get(folder.id) ?? 0,
      version: folder.version,
    }));
}

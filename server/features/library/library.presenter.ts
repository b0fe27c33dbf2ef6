import type { Folder, Library, ProcessingRule } from '@lectern/contract/features/library.ts';
import type { CountedFolder } from './folder-tree.repository.ts';
import { factsOf, type LibraryPerson, mayAddToLibrary, mayManageLibrary } from './library.policy.ts';
import type { LibraryRecord } from './library.repository.ts';

export function presentLibrary(library: LibraryRecord, person: LibraryPerson): Library {
  const { owner_id: ownerId, owner_name: ownerName } = library;
  return {
    id: library.id,
    kind: library.kind as Library['kind'],
    name: library.name,
    description: library.description,
    collegeId: library.college_id,
    owner: ownerId ? { id: ownerId, name: ownerName ?? '' } : null,
    quotaBytes: library.quota_bytes,
    usedBytes: library.used_bytes,
    resources: library.resources,
    contributors: library.contributors as Library['contributors'],
    defaultLanguage: library.default_language as Library['defaultLanguage'],
    defaultLicence: library.default_licence as Library['defaultLicence'],
    defaultVisibility: library.default_visibility as Library['defaultVisibility'],
    processing: processingOf(library.processing),
    mayAdd: mayAddToLibrary(person, factsOf(library)),
    mayManage: mayManageLibrary(person, factsOf(library)),
    version: library.version,
  };
}

/** What nobody turned off runs. */
export function processingOf({ convert = true, ocr = true, asr = true }: Partial<ProcessingRule>): ProcessingRule {
  return { convert, ocr, asr };
}

/** Each folder with what is in it and below it: every one adds what it holds to all above. */
export function presentFolders(folders: readonly CountedFolder[]): Folder[] {
  const totals = new Map<string, number>();
  for (const folder of folders) {
    for (const id of folder.path.split('/').filter(Boolean)) {
      totals.set(id, (totals.get(id) ?? 0) + folder.resources);
    }
  }
  return folders.map((folder) => ({
    id: folder.id,
    libraryId: folder.library_id,
    parentId: folder.parent_id,
    name: folder.name,
    resources: totals.get(folder.id) ?? 0,
    version: folder.version,
  }));
}

import type { Folder, Library } from '@lectern/contract/features/library.ts';
import type { BoundedCount } from '@lectern/contract/list/define-list.ts';

export type TreeEntry = {
  /** `all`, or the kind and id of what it is. */
  key: string;
  name: string;
  depth: number;
  /** undefined: nothing is below it. */
  expanded: boolean | undefined;
  count: BoundedCount | null;
  library: Library | null;
  folder: Folder | null;
};

export const allKey = 'all';
export const libraryKey = (id: string) => `library ${id}`;
export const folderKey = (id: string) => `folder ${id}`;

type Known = {
  libraries: readonly Library[];
  /** Folders of those libraries that were opened. */
  folders: ReadonlyMap<string, readonly Folder[]>;
  open: ReadonlySet<string>;
  allName: string;
};

/** The tree as it is read from top to bottom, without what is folded. */
export function treeEntries({ libraries, folders, open, allName }: Known): TreeEntry[] {
  const entries: TreeEntry[] = [
    { key: allKey, name: allName, depth: 0, expanded: undefined, count: null, library: null, folder: null },
  ];
  for (const library of libraries) {
    const key = libraryKey(library.id);
    const expanded = open.has(key);
    const known = folders.get(library.id);
    const childless = known !== undefined && known.length === 0;
    const { name, resources: count } = library;
    entries.push({ key, name, depth: 0, expanded: childless ? undefined : expanded, count, library, folder: null });
    if (expanded && known) entries.push(...folderEntries(library, known, open));
  }
  return entries;
}

function folderEntries(library: Library, folders: readonly Folder[], open: ReadonlySet<string>): TreeEntry[] {
  const below = Map.groupBy(folders, ({ parentId }) => parentId);
  const walk = (parentId: string | null, depth: number): TreeEntry[] =>
    (below.get(parentId) ?? []).flatMap((folder) => {
      const key = folderKey(folder.id);
      const expanded = below.has(folder.id) ? open.has(key) : undefined;
      const count = { value: folder.resources, exact: true };
      const entry = { key, name: folder.name, depth, expanded, count, library, folder };
      return expanded ? [entry, ...walk(folder.id, depth + 1)] : [entry];
    });
  return walk(null, 1);
}

/** What has to be unfolded so that a folder is seen. */
export function keysAbove(folders: readonly Folder[], folderId: string): string[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const keys: string[] = [];
  for (let at = byId.get(folderId)?.parentId; at && keys.length < 100; at = byId.get(at)?.parentId) {
    keys.push(folderKey(at));
  }
  return keys;
}

/** A folder and everything below it: none of these can take it in. */
export function withDescendants(folders: readonly Folder[], folderId: string): ReadonlySet<string> {
  const below = Map.groupBy(folders, ({ parentId }) => parentId);
  const found = new Set<string>();
  const open = [folderId];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(below.get(id) ?? []).map((folder) => folder.id));
  }
  return found;
}

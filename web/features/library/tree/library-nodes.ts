import type { Folder, Library } from '@lectern/contract/features/library.ts';
import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import type { TreeNode } from '../../../components/tree/tree-model.ts';

/** All libraries, one of them, or a folder. */
export type LibraryNode = TreeNode & {
  name: string;
  count: BoundedCount | null;
  library: Library | null;
  folder: Folder | null;
};

export const allId = 'all';

type Content = {
  libraries: readonly Library[];
  /** Folders of those libraries that were opened. */
  folders: ReadonlyMap<string, readonly Folder[]>;
  allName: string;
};

export function libraryNodes({ libraries, folders, allName }: Content): LibraryNode[] {
  const all = { id: allId, parentId: null, name: allName, count: null, library: null, folder: null };
  return [
    all,
    ...libraries.map((library): LibraryNode => {
      const { id, name, resources: count } = library;
      return { id, parentId: null, name, count, library, folder: null, unloaded: !folders.has(id) };
    }),
    ...libraries.flatMap((library) =>
      (folders.get(library.id) ?? []).map((folder): LibraryNode => {
        const { id, name, parentId, resources } = folder;
        const count = { value: resources, exact: true };
        return { id, parentId: parentId ?? library.id, name, count, library, folder };
      }),
    ),
  ];
}

import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { type Folder, type Library, listFolders } from '@lectern/contract/features/library.ts';
import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useEffect, useMemo, useState } from 'react';
import { DragArea } from '../../components/drag/drag-area.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { countWords } from '../../components/list-page/count-words.ts';
import { createOpenNodes, useOpenNodes } from '../../components/tree/open-nodes.ts';
import { Tree } from '../../components/tree/tree.tsx';
import type { TreeAction } from '../../components/tree/tree-menu.tsx';
import type { TreeNode, TreePlace } from '../../components/tree/tree-model.ts';
import { droppedEntries, filesOf } from '../../components/upload/read-dropped.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { startUpload } from '../../lib/uploads.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { draggedResources, isResourceDrag, moveFolder, placeResources } from './folder-moves.ts';
import { libraryDialog } from './library-dialog.ts';
import type { LibraryPlace } from './use-library-place.ts';

type Props = { label: string; place: LibraryPlace };

const closed: readonly string[] = [];

/** Libraries with their folders, which are loaded when a library is opened. */
export function LibraryTree({ label, place }: Props) {
  const texts = useTexts();
  const format = useFormat();
  const user = useCurrentUser();
  const client = useQueryClient();
  const [openNodes] = useState(createOpenNodes);
  const open = useOpenNodes(openNodes, closed);
  const nodes = useLibraryNodes(place, open.isOpen);
  const dropOf = useOutsideDrop();
  const chosenId = place.folderId ?? place.libraryId ?? allId;
  const { libraryId } = place;
  const latestOpen = useLatest(open);
  // Selecting a library also opens it in the tree.
  useEffect(() => {
    if (libraryId) latestOpen.current.set([libraryId], true);
  }, [libraryId]);
  const find = (id: string | null) => nodes.find((node) => node.id === id);
  const onPlace = (id: string, { parentId }: TreePlace) => {
    const [folder, to] = [find(id)?.folder, find(parentId)];
    if (folder && to) void moveFolder(client, folder, to.folder, to.name);
  };
  return (
    <DragArea>
      <Tree<LibraryNode>
        label={label}
        nodes={nodes}
        open={open}
        chosenId={chosenId}
        nameOf={({ name }) => name}
        onChoose={({ library, folder }) => place.go({ libraryId: library?.id, folderId: folder?.id })}
        actionsOf={(node) => libraryMenu(node, texts, user)}
        hasActions={({ library }) => library?.mayManage === true || library?.mayAdd === true}
        moves={{
          kind: 'folder',
          sorted: true,
          isFixed: ({ library, folder }) => !folder || library?.mayManage !== true,
          allows: ({ library }, { parentId }) => library !== null && find(parentId)?.library?.id === library.id,
          onPlace,
        }}
        attributesOf={dropOf}
      >
        {({ node }) => (
          <>
            <Icon name={iconOf(node, node.id === chosenId)} size={15} />
            <span className="tree-name" title={node.name}>
              {node.name}
            </span>
            {node.count !== null && node.count.value > 0 && (
              <span className="tree-count">{countWords(node.count, format)}</span>
            )}
          </>
        )}
      </Tree>
    </DragArea>
  );
}

/** Nodes loaded so far: all libraries, and the folders of open or selected ones. */
function useLibraryNodes(place: LibraryPlace, isOpen: (id: string) => boolean): LibraryNode[] {
  const { libraries, library, libraryId, folders, own } = place;
  const texts = useTexts().library;
  const known = useMemo(() => {
    const listed = libraries.data ?? [];
    return library && !listed.some(({ id }) => id === library.id) ? [...listed, library] : listed;
  }, [libraries.data, library]);
  const opened = known.filter(({ id }) => isOpen(id));
  const loaded = useQueries({
    queries: opened.map(({ id }) => queryOf(listFolders, { params: { id } }, { quiet: true })),
    combine: (answers) =>
      answers.flatMap(({ data }, at) => (data ? [{ id: opened[at]?.id ?? '', folders: data }] : [])),
  });
  return useMemo(() => {
    const content = new Map<string, readonly Folder[]>(loaded.map((one) => [one.id, one.folders]));
    if (libraryId && folders.data) content.set(libraryId, folders.data);
    const named = known.map((one) => (one.id === own?.id ? { ...one, name: texts.mine } : one));
    return libraryNodes({ libraries: named, folders: content, allName: texts.all });
  }, [known, libraryId, folders.data, own, loaded, texts]);
}

function iconOf({ library, folder }: LibraryNode, chosen: boolean): IconName {
  if (folder) return chosen ? 'folderFilled' : 'folder';
  if (!library) return 'list';
  const kinds = { school: 'book', college: 'college', personal: 'person' } as const;
  return kinds[library.kind];
}

/** Native drag and drop of resources and desktop files onto folders and libraries. */
function useOutsideDrop() {
  const [overId, setOverId] = useState<string | null>(null);
  return (node: LibraryNode) => {
    const { id, library, folder } = node;
    const takes = ({ dataTransfer }: DragEvent) =>
      library?.mayAdd === true && (isResourceDrag(dataTransfer) || dataTransfer.types.includes('Files'));
    const drop = async (libraryId: string, transfer: DataTransfer) => {
      const place = { libraryId, folderId: folder?.id ?? null };
      if (isResourceDrag(transfer)) return placeResources(draggedResources(transfer), place);
      const { entries, files } = droppedEntries(transfer);
      startUpload({ files: [...(await filesOf(entries)), ...files], ...place });
    };
    return {
      ...(overId === id && { 'data-drop': 'inside' }),
      onDragOver: (event: DragEvent) => {
        if (!takes(event)) return;
        event.preventDefault();
        event.stopPropagation();
        setOverId(id);
      },
      onDragLeave: () => setOverId((was) => (was === id ? null : was)),
      onDrop: (event: DragEvent) => {
        if (!library || !takes(event)) return;
        event.preventDefault();
        event.stopPropagation();
        setOverId(null);
        void drop(library.id, event.dataTransfer);
      },
    };
  };
}

/** Menu of a library or folder. */
function libraryMenu({ library, folder }: LibraryNode, { library: words }: Texts, user: CurrentUser): TreeAction[] {
  if (!library || !(library.mayManage || library.mayAdd)) return [];
  const ask = libraryDialog.set;
  const actions: TreeAction[] = [
    {
      id: 'newFolder',
      label: words.newFolder,
      icon: 'plus',
      run: () => ask({ kind: 'newFolder', library, parent: folder }),
    },
  ];
  if (folder && library.mayManage) {
    actions.push(
      { id: 'rename', label: words.rename, icon: 'edit', keys: 'F2', run: () => ask({ kind: 'renameFolder', folder }) },
      { id: 'move', label: words.move, icon: 'moveTo', run: () => ask({ kind: 'moveFolder', library, folder }) },
      {
        id: 'delete',
        label: words.delete,
        icon: 'trash',
        keys: 'Delete',
        look: 'danger',
        separated: true,
        run: () => ask({ kind: 'deleteFolder', library, folder }),
      },
    );
  }
  if (!folder && library.mayManage) {
    actions.push({
      id: 'settings',
      label: words.settings,
      icon: 'gear',
      run: () => ask({ kind: 'settings', library }),
    });
  }
  if (!folder && hasAbility(user.roleId, 'admin') && library.kind !== 'personal') {
    actions.push({
      id: 'delete',
      label: words.delete,
      icon: 'trash',
      look: 'danger',
      separated: true,
      run: () => ask({ kind: 'deleteLibrary', library }),
    });
  }
  return actions;
}

/** The “all libraries” node, a library, or a folder. */
type LibraryNode = TreeNode & {
  name: string;
  count: BoundedCount | null;
  library: Library | null;
  folder: Folder | null;
};

const allId = 'all';

type Content = {
  libraries: readonly Library[];
  /** Folders of opened libraries, by library id. */
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

import type { Folder } from '@lectern/contract/features/library.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { droppedEntries, filesOf } from '../../../components/upload/read-dropped.ts';
import { startUpload } from '../../../lib/uploads.ts';
import { draggedResources, isResourceDrag, placeResources } from '../drag-resources.ts';
import { moveFolder } from '../folder-moves.ts';
import { type TreeEntry, withDescendants } from './tree-entries.ts';

/** Folders are dragged onto others; resources and files from the desktop onto folders and libraries. */
export function useTreeDrag(folders: ReadonlyMap<string, readonly Folder[]>) {
  const client = useQueryClient();
  const [dragged, setDragged] = useState<TreeEntry | null>(null);
  const [over, setOver] = useState<string | null>(null);

  const takesFolder = ({ library, folder }: TreeEntry): boolean => {
    const moving = dragged?.folder;
    if (!moving || !library?.mayManage || library.id !== moving.libraryId) return false;
    if ((folder?.id ?? null) === moving.parentId) return false;
    return !folder || !withDescendants(folders.get(library.id) ?? [], moving.id).has(folder.id);
  };
  const takes = (entry: TreeEntry, { dataTransfer }: DragEvent): boolean => {
    if (dragged) return takesFolder(entry);
    const brings = isResourceDrag(dataTransfer) || dataTransfer.types.includes('Files');
    return brings && entry.library?.mayAdd === true;
  };
  const drop = async (entry: TreeEntry, transfer: DataTransfer) => {
    const { library, folder } = entry;
    if (!library) return;
    const place = { libraryId: library.id, folderId: folder?.id ?? null };
    if (dragged?.folder) {
      await moveFolder(client, dragged.folder, folder, entry.name);
    } else if (isResourceDrag(transfer)) {
      await placeResources(draggedResources(transfer), place, entry.name);
    } else {
      const { entries, files } = droppedEntries(transfer);
      startUpload({ files: [...(await filesOf(entries)), ...files], ...place });
    }
  };
  return {
    over,
    handlersOf: (entry: TreeEntry) => ({
      draggable: entry.folder !== null && entry.library?.mayManage === true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', entry.name);
        setDragged(entry);
      },
      onDragEnd: () => {
        setDragged(null);
        setOver(null);
      },
      onDragOver: (event: DragEvent) => {
        if (!takes(entry, event)) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(entry.key);
      },
      onDragLeave: () => setOver((was) => (was === entry.key ? null : was)),
      onDrop: (event: DragEvent) => {
        if (!takes(entry, event)) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(null);
        void drop(entry, event.dataTransfer);
      },
    }),
  };
}

import type { Folder, Library } from '@lectern/contract/features/library.ts';
import { createStore } from '../../lib/store.ts';

/** The open dialog of the page. */
type LibraryDialog =
  | { kind: 'newLibrary' }
  | { kind: 'settings'; library: Library }
  | { kind: 'deleteLibrary'; library: Library }
  | { kind: 'newFolder'; library: Library; parent: Folder | null }
  | { kind: 'renameFolder'; folder: Folder }
  | { kind: 'moveFolder'; library: Library; folder: Folder }
  | { kind: 'deleteFolder'; library: Library; folder: Folder }
  | { kind: 'import'; library: Library };

export const libraryDialog = createStore<LibraryDialog | null>(null);

export function closeLibraryDialog(): void {
  libraryDialog.set(null);
}

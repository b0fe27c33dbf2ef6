import { useState } from 'react';
import { libraryDialog } from '../library-dialog.ts';
import type { LibraryPlace } from '../use-library-place.ts';
import { hasDeeds, NodeMenu } from './node-menu.tsx';
import type { TreeEntry } from './tree-entries.ts';
import { TreeNode } from './tree-node.tsx';
import { useTree } from './use-tree.ts';
import { useTreeDrag } from './use-tree-drag.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import './library-tree.css';

type Props = { label: string; place: LibraryPlace };

/** Libraries with their folders: by mouse, by keys and by dragging. */
export function LibraryTree({ label, place }: Props) {
  const { entries, chosen, folders, toggle } = useTree(place);
  const [menu, setMenu] = useState<{ entry: TreeEntry; anchor: HTMLElement } | null>(null);
  const { over, handlersOf } = useTreeDrag(folders);
  const choose = ({ library, folder }: TreeEntry) => place.go({ libraryId: library?.id, folderId: folder?.id });
  const manageable = ({ library, folder }: TreeEntry) => (folder && library?.mayManage ? { library, folder } : null);
  const { root, onKeyDown } = useTreeKeys(entries, {
    choose,
    toggle,
    openMenu: (entry, anchor) => hasDeeds(entry) && setMenu({ entry, anchor }),
    rename: (entry) => {
      const found = manageable(entry);
      if (found) libraryDialog.set({ kind: 'renameFolder', folder: found.folder });
    },
    remove: (entry) => {
      const found = manageable(entry);
      if (found) libraryDialog.set({ kind: 'deleteFolder', ...found });
    },
  });
  // Whatever was chosen may be folded away by now.
  const reachable = entries.some(({ key }) => key === chosen) ? chosen : entries[0]?.key;

  return (
    <>
      <div ref={root} role="tree" tabIndex={-1} aria-label={label} className="library-tree" onKeyDown={onKeyDown}>
        {entries.map((entry) => (
          <TreeNode
            key={entry.key}
            entry={entry}
            chosen={entry.key === chosen}
            reachable={entry.key === reachable}
            over={entry.key === over}
            drag={handlersOf(entry)}
            onChoose={() => choose(entry)}
            onToggle={() => toggle(entry.key)}
            onMenu={hasDeeds(entry) ? (anchor) => setMenu({ entry, anchor }) : undefined}
          />
        ))}
      </div>
      {menu && <NodeMenu entry={menu.entry} anchor={menu.anchor} onClose={() => setMenu(null)} />}
    </>
  );
}

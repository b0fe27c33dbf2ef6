import { hasAbility } from '@lectern/contract/roles.ts';
import { FloatingPanel } from '../../../components/floating-panel.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { libraryDialog } from '../library-dialog.ts';
import type { TreeEntry } from './tree-entries.ts';

type Props = { entry: TreeEntry; anchor: HTMLElement; onClose: () => void };

/** Whether this person may do anything to a node. */
export function hasDeeds({ library }: TreeEntry): boolean {
  return library?.mayManage === true || library?.mayAdd === true;
}

export function NodeMenu({ entry, anchor, onClose }: Props) {
  const { library: texts } = useTexts();
  const user = useCurrentUser();
  const { library, folder } = entry;
  if (!library) return null;
  const { mayManage } = library;
  const open = libraryDialog.set;
  const mayDelete = !folder && hasAbility(user.roleId, 'admin') && library.kind !== 'personal';
  return (
    <FloatingPanel
      anchor={anchor}
      role="menu"
      label={fillText(texts.actionsOf, { name: entry.name })}
      onClose={onClose}
    >
      <MenuItem icon="plus" onSelect={() => open({ kind: 'newFolder', library, parent: folder })}>
        {texts.newFolder}
      </MenuItem>
      {folder && mayManage && (
        <>
          <MenuItem icon="edit" keys="F2" onSelect={() => open({ kind: 'renameFolder', folder })}>
            {texts.rename}
          </MenuItem>
          <MenuItem icon="moveTo" onSelect={() => open({ kind: 'moveFolder', library, folder })}>
            {texts.move}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon="trash" look="danger" onSelect={() => open({ kind: 'deleteFolder', library, folder })}>
            {texts.delete}
          </MenuItem>
        </>
      )}
      {!folder && mayManage && (
        <MenuItem icon="gear" onSelect={() => open({ kind: 'settings', library })}>
          {texts.settings}
        </MenuItem>
      )}
      {mayDelete && (
        <>
          <MenuSeparator />
          <MenuItem icon="trash" look="danger" onSelect={() => open({ kind: 'deleteLibrary', library })}>
            {texts.delete}
          </MenuItem>
        </>
      )}
    </FloatingPanel>
  );
}

import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import type { TreeAction } from '../../../components/tree/tree-menu.tsx';
import type { Texts } from '../../../lib/i18n/use-texts.ts';
import { libraryDialog } from '../library-dialog.ts';
import type { LibraryNode } from './library-nodes.ts';

/** Everything this person may do to a library or a folder. */
export function libraryMenu(
  { library, folder }: LibraryNode,
  { library: texts }: Texts,
  user: CurrentUser,
): TreeAction[] {
  if (!library || !(library.mayManage || library.mayAdd)) return [];
  const ask = libraryDialog.set;
  const actions: TreeAction[] = [
    {
      id: 'newFolder',
      label: texts.newFolder,
      icon: 'plus',
      run: () => ask({ kind: 'newFolder', library, parent: folder }),
    },
  ];
  if (folder && library.mayManage) {
    actions.push(
      { id: 'rename', label: texts.rename, icon: 'edit', keys: 'F2', run: () => ask({ kind: 'renameFolder', folder }) },
      { id: 'move', label: texts.move, icon: 'moveTo', run: () => ask({ kind: 'moveFolder', library, folder }) },
      {
        id: 'delete',
        label: texts.delete,
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
      label: texts.settings,
      icon: 'gear',
      run: () => ask({ kind: 'settings', library }),
    });
  }
  if (!folder && hasAbility(user.roleId, 'admin') && library.kind !== 'personal') {
    actions.push({
      id: 'delete',
      label: texts.delete,
      icon: 'trash',
      look: 'danger',
      separated: true,
      run: () => ask({ kind: 'deleteLibrary', library }),
    });
  }
  return actions;
}

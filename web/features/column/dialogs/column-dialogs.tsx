import { useQueryClient } from '@tanstack/react-query';
import { useStore } from '../../../lib/use-store.ts';
import { columnDialog } from '../column-dialog.ts';
import { knownColumns } from '../use-columns.ts';
import { AddItemsDialog } from './add-items-dialog.tsx';
import { CoverDialog } from './cover-dialog.tsx';
import { CreateColumnDialog } from './create-column-dialog.tsx';
import { DeleteColumnDialog } from './delete-column-dialog.tsx';
import { MergeColumnDialog } from './merge-column-dialog.tsx';
import { MoveColumnDialog } from './move-column-dialog.tsx';

/** The question that is open, if one is. */
export function ColumnDialogs() {
  const dialog = useStore(columnDialog);
  const columns = knownColumns(useQueryClient());
  switch (dialog?.kind) {
    case 'create':
      return <CreateColumnDialog parent={dialog.parent} />;
    case 'move':
      return <MoveColumnDialog column={dialog.column} columns={columns} />;
    case 'merge':
      return <MergeColumnDialog column={dialog.column} columns={columns} />;
    case 'delete':
      return <DeleteColumnDialog column={dialog.column} columns={columns} />;
    case 'addItems':
      return <AddItemsDialog column={dialog.column} />;
    case 'cover':
      return <CoverDialog column={dialog.column} />;
    default:
      return null;
  }
}

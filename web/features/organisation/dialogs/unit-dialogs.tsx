import { lazyPage } from '../../../lib/lazy-page.tsx';
import { useStore } from '../../../lib/use-store.ts';
import { unitDialog } from '../unit-dialog.ts';
import { AgreeDialog } from './agree-dialog.tsx';
import { ConfirmUnitDialog } from './confirm-unit-dialog.tsx';
import { CreateUnitDialog } from './create-unit-dialog.tsx';
import { MergeUnitDialog } from './merge-unit-dialog.tsx';
import { MoveDepartmentDialog } from './move-department-dialog.tsx';
import { OrderDialog } from './order-dialog.tsx';
import './unit-dialogs.css';

/** Its code comes when somebody imports. */
const ImportUnitsDialog = lazyPage(() =>
  import('./import-units-dialog.tsx').then((module) => module.ImportUnitsDialog),
);

/** The question that is open, if one is. */
export function UnitDialogs() {
  const open = useStore(unitDialog);
  switch (open?.kind) {
    case 'create':
      return <CreateUnitDialog type={open.type} start={open.values} title={open.title} />;
    case 'import':
      return <ImportUnitsDialog />;
    case 'order':
      return <OrderDialog type={open.type} />;
    case 'confirm':
      return <ConfirmUnitDialog {...open} />;
    case 'merge':
      return <MergeUnitDialog key={open.row.id} {...open} />;
    case 'move':
      return <MoveDepartmentDialog key={open.department.id} department={open.department} />;
    case 'agree':
      return <AgreeDialog {...open} />;
    default:
      return null;
  }
}

import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { useStore } from '../../../lib/use-store.ts';
import { departmentSpec } from '../department/department-spec.ts';
import { knownTree } from '../department/use-department-tree.ts';
import { unitDialog } from '../unit-dialog.ts';
import type { UnitType, Values } from '../unit-spec.ts';
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
  const client = useQueryClient();
  const { searchStr } = useLocation();
  /** A new department is wanted where one is. */
  const chosenPlace = (type: UnitType): Values | undefined => {
    if (type !== 'department') return undefined;
    const params = new URLSearchParams(searchStr);
    const parent = knownTree(client)?.departments.find(({ id }) => id === params.get('below'));
    const collegeId = parent?.college.id ?? params.get('college') ?? '';
    return { ...departmentSpec.noValues, collegeId, parentId: parent?.id ?? '' };
  };
  switch (open?.kind) {
    case 'create':
      return <CreateUnitDialog type={open.type} start={open.values ?? chosenPlace(open.type)} title={open.title} />;
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

import { departmentList } from '@lectern/contract/features/department.ts';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { QueryError } from '../../../components/error-panel.tsx';
import { ListPage } from '../../../components/list-page/list-page.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { navigate } from '../../../lib/navigation.ts';
import { useStore } from '../../../lib/store.ts';
import { closeUnitDialog, unitDialog } from '../unit-dialog.ts';
import { departmentListDefinition } from './department-list.tsx';
import type { UnitNode } from './department-tree.ts';
import { useDepartmentTree } from './department-tree.ts';
import { DepartmentTreePanel } from './department-tree-panel.tsx';
import './department-page.css';

/** Loaded on first use. */
const UnitDialogs = lazyPage(() => import('../dialogs/unit-dialogs.tsx').then((module) => module.UnitDialogs));
const DepartmentDetail = lazyPage(() => import('./department-detail.tsx').then((module) => module.DepartmentDetail));

const widths = ['70%', '48%', '56%', '40%', '62%', '52%'];

/** Colleges and departments as a tree on the left; the departments of the selected one as a list on the right. */
export function DepartmentPage() {
  const params = new URLSearchParams(useLocation().searchStr);
  const asking = useStore(unitDialog) !== null;
  const tree = useDepartmentTree();
  useEffect(() => closeUnitDialog, []);
  const chosenId = params.get('below') ?? params.get('college');
  const choose = (node: UnitNode | null) => {
    const filter = node?.type === 'college' ? `?college=${node.id}` : node ? `?below=${node.id}` : '';
    navigate(`${departmentList.page}${filter}`);
  };
  return (
    <div className="department-page">
      {tree.data ? (
        <DepartmentTreePanel tree={tree.data} chosenId={chosenId} onChoose={choose} />
      ) : (
        <div className="drag-panel tree-panel department-tree-waiting">
          {tree.error ? (
            <QueryError query={tree} />
          ) : (
            <SkeletonRegion>
              {widths.map((width) => (
                <Skeleton key={width} width={width} />
              ))}
            </SkeletonRegion>
          )}
        </div>
      )}
      <ListPage definition={departmentListDefinition} />
      {params.has('id') && <DepartmentDetail />}
      {asking && <UnitDialogs />}
    </div>
  );
}

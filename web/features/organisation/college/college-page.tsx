import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ListPage } from '../../../components/list-page/list-page.tsx';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { useStore } from '../../../lib/store.ts';
import { closeUnitDialog, unitDialog } from '../unit-dialog.ts';
import { collegeListDefinition } from './college-list.tsx';

/** Loaded on first use. */
const UnitDialogs = lazyPage(() => import('../dialogs/unit-dialogs.tsx').then((module) => module.UnitDialogs));
const CollegeDetail = lazyPage(() => import('./college-detail.tsx').then((module) => module.CollegeDetail));

export function CollegePage() {
  const { searchStr } = useLocation();
  const asking = useStore(unitDialog) !== null;
  useEffect(() => closeUnitDialog, []);
  return (
    <>
      <ListPage definition={collegeListDefinition} />
      {new URLSearchParams(searchStr).has('id') && <CollegeDetail />}
      {asking && <UnitDialogs />}
    </>
  );
}

import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ListPage } from '../../../components/list-page/list-page.tsx';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { useStore } from '../../../lib/store.ts';
import { closeUnitDialog, unitDialog } from '../unit-dialog.ts';
import { positionListDefinition } from './position-list.tsx';

/** Loaded on first use. */
const UnitDialogs = lazyPage(() => import('../dialogs/unit-dialogs.tsx').then((module) => module.UnitDialogs));
const PositionDetail = lazyPage(() => import('./position-detail.tsx').then((module) => module.PositionDetail));

export function PositionPage() {
  const { searchStr } = useLocation();
  const asking = useStore(unitDialog) !== null;
  useEffect(() => closeUnitDialog, []);
  return (
    <>
      <ListPage definition={positionListDefinition} />
      {new URLSearchParams(searchStr).has('id') && <PositionDetail />}
      {asking && <UnitDialogs />}
    </>
  );
}

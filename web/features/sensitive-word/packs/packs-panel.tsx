import {
  listSensitivePacks,
  type SensitivePack,
  updateSensitivePack,
} from '@lectern/contract/features/sensitive-pack.ts';
import { listSensitiveWords } from '@lectern/contract/features/sensitive-word.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { askImpact } from '../impact/ask-impact.ts';
import { panelHref } from '../panels.ts';
import { usePacks } from '../use-packs.ts';
import { DeletePackDialog } from './delete-pack-dialog.tsx';
import { PackFormDialog } from './pack-form-dialog.tsx';
import { type PackDeed, PackTable } from './pack-table.tsx';
import './packs.css';

/** Every pack: made, renamed, switched on and off, deleted. */
export function PacksPanel() {
  const texts = useTexts().sensitiveTools.packs;
  const packs = usePacks();
  const [deed, setDeed] = useState<PackDeed | { kind: 'create' } | null>(null);
  const [switching, setSwitching] = useState<string | null>(null);
  const update = useMutationOf(updateSensitivePack, { invalidates: [listSensitivePacks, listSensitiveWords] });
  const rows = packs.data;
  const turn = async ({ id, enabled, version, name }: SensitivePack) => {
    if (switching) return;
    setSwitching(id);
    try {
      const body = { enabled: !enabled, version };
      if (!(await askImpact({ of: { pack: { id, enabled: !enabled } } }))) return;
      await update.mutateAsync({ params: { id }, body });
      notify({ level: 'success', title: fillText(enabled ? texts.switchedOff : texts.switchedOn, { name }) });
    } catch {
      // Why it was refused is told by the shared handling of failures; somebody may have been faster.
      void packs.refetch();
    } finally {
      setSwitching(null);
    }
  };
  const end = () => setDeed(null);
  const footer = (
    <Button look="primary" icon="plus" onClick={() => setDeed({ kind: 'create' })}>
      {texts.create}
    </Button>
  );
  return (
    <Dialog open className="packs-panel" title={texts.title} onClose={() => navigate(panelHref(null))} footer={footer}>
      <p>{texts.text}</p>
      {packs.error && (
        <ErrorPanel
          error={packs.error}
          keepsOld={rows !== undefined}
          retrying={packs.isFetching}
          onRetry={() => void packs.refetch()}
        />
      )}
      {packs.isPending && (
        <SkeletonRegion>
          <Skeleton height={120} />
        </SkeletonRegion>
      )}
      {rows?.length === 0 && (
        <EmptyState icon="folder" title={texts.emptyTitle}>
          {texts.emptyText}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <PackTable packs={rows} switching={switching} onSwitch={(pack) => void turn(pack)} onDeed={setDeed} />
      )}
      {deed?.kind === 'create' && <PackFormDialog onEnd={end} />}
      {deed?.kind === 'edit' && <PackFormDialog pack={deed.pack} onEnd={end} />}
      {deed?.kind === 'delete' && <DeletePackDialog pack={deed.pack} onEnd={end} />}
    </Dialog>
  );
}

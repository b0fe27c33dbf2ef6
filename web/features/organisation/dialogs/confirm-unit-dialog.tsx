import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { startOn } from '../unit-actions.ts';
import { closeUnitDialog, type UnitTarget } from '../unit-dialog.ts';
import type { UnitType } from '../unit-spec.ts';

type Props = { type: UnitType; action: 'disable' | 'delete'; target: UnitTarget };

export function ConfirmUnitDialog({ type, action, target }: Props) {
  const { organisation } = useTexts();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const { confirm } = organisation;
  const what = target.row?.name ?? fillText(confirm.what, { count: format.number(target.count) });
  const start = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await startOn(type, action, target);
      closeUnitDialog();
    } catch {
      // Why it was refused is told by the shared handling of failures.
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      title={fillText(action === 'disable' ? confirm.disableTitle : confirm.deleteTitle, { what })}
      confirmLabel={organisation.actions[action]}
      look="danger"
      busy={busy}
      onConfirm={() => void start()}
      onClose={closeUnitDialog}
    >
      {action === 'disable' ? confirm.disableText : confirm.deleteText}
    </ConfirmDialog>
  );
}

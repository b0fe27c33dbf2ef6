import { listUnits } from '@lectern/contract/features/organisation.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { useStart, useWho } from './use-start.ts';
import { closeUserDialog, type PlacingAction, type UserTarget } from './user-dialog.ts';
import { departmentOptions, positionOptions, roleOptions } from './user-options.ts';

/** Puts one or many users into a department, a position or a role. */
export function PlaceDialog({ action, target }: { action: PlacingAction; target: UserTarget }) {
  const texts = useTexts();
  const { user, words } = texts;
  const me = useCurrentUser();
  const units = useQuery(queryOf(listUnits, {}, { quiet: true }));
  const who = useWho(target);
  const { busy, start } = useStart(action, target);
  const { row } = target;
  const [value, setValue] = useState(
    {
      setDepartment: row?.department?.id ?? '',
      setPosition: row?.position?.id ?? '',
      setRole: String(row?.roleId ?? 4),
    }[action],
  );
  const options = {
    setDepartment: departmentOptions(units.data, texts, row?.department?.id),
    setPosition: positionOptions(units.data, texts, row?.position?.id),
    setRole: roleOptions(me, texts),
  }[action];
  const input = {
    setDepartment: { departmentId: value || null },
    setPosition: { positionId: value || null },
    setRole: { roleId: Number(value) },
  }[action];
  const label = { setDepartment: user.form.department, setPosition: user.form.position, setRole: user.form.role }[
    action
  ];
  const footer = (
    <>
      <Button onClick={closeUserDialog}>{words.cancel}</Button>
      <Button look="primary" busy={busy} disabled={!units.data} onClick={() => void start(input)}>
        {user.actions[action]}
      </Button>
    </>
  );
  return (
    <Dialog open title={fillText(user.choose[action], { who })} onClose={closeUserDialog} footer={footer}>
      {units.error && <ErrorPanel error={units.error} onRetry={() => void units.refetch()} />}
      <SelectField label={label} value={value} options={options} onChange={setValue} disabled={units.isPending} />
    </Dialog>
  );
}

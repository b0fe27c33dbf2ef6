import { useState } from 'react';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { SelectField } from '../select-field.tsx';
import { TextField } from '../text-field.tsx';
import { type ShiftScope, shiftTimes } from './model/edits.ts';
import { useWorkbench } from './workbench-context.ts';
import './shift-dialog.css';

const scopes = ['fromHere', 'line', 'all'] as const;

/** Shifts times when text and sound are out of sync. */
export function ShiftDialog({ onClose }: { onClose: () => void }) {
  const { work } = useWorkbench();
  const { workbench, words } = useTexts();
  const [seconds, setSeconds] = useState('0.5');
  const [scope, setScope] = useState<ShiftScope>('fromHere');
  const by = Math.round(Number(seconds.replace(',', '.')) * 1_000);
  const wrong = !Number.isFinite(by) || by === 0 || Math.abs(by) > 3_600_000;
  const shift = () => {
    if (wrong) return;
    const key = work.here()?.key ?? work.state.get().lines[0]?.key;
    if (key !== undefined) shiftTimes(work, key, by, scope);
    onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look="primary" disabled={wrong} onClick={shift}>
        {workbench.shift.confirm}
      </Button>
    </>
  );
  return (
    <Dialog open title={workbench.shift.title} onClose={onClose} footer={footer}>
      <form
        className="wb-shift"
        onSubmit={(event) => {
          event.preventDefault();
          shift();
        }}
      >
        <TextField
          data-first-focus
          label={workbench.shift.seconds}
          hint={workbench.shift.hint}
          inputMode="decimal"
          value={seconds}
          onChange={setSeconds}
        />
        <SelectField
          label={workbench.shift.scope}
          value={scope}
          options={scopes.map((value) => ({ value, label: workbench.shift.scopes[value] }))}
          onChange={setScope}
        />
      </form>
    </Dialog>
  );
}

import type { DateValue } from '@lectern/contract/list/filter.ts';
import { useState } from 'react';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { Button } from '../../button.tsx';
import { TextField } from '../../text-field.tsx';
import { dayBefore, todayIn } from '../calendar-day.ts';
import { EditorForm } from './editor-form.tsx';

type Props = { label: string; value: DateValue | undefined; onApply: (value: DateValue | undefined) => void };

/** Whole days: one of the usual spans at once, or any other by its ends. */
export function DateEditor({ label, value, onApply }: Props) {
  const { list } = useTexts();
  const today = todayIn(useCurrentUser().timeZone);
  const [from, setFrom] = useState(value?.from ?? '');
  const [to, setTo] = useState(value?.to ?? '');
  const backwards = from !== '' && to !== '' && from > to;
  const submit = () => {
    if (backwards) return;
    onApply(from || to ? { ...(from && { from }), ...(to && { to }) } : undefined);
  };
  const spans: { label: string; value: DateValue }[] = [
    { label: list.today, value: { from: today, to: today } },
    { label: fillText(list.lastDays, { count: 7 }), value: { from: dayBefore(today, 6), to: today } },
    { label: fillText(list.lastDays, { count: 30 }), value: { from: dayBefore(today, 29), to: today } },
    { label: list.thisYear, value: { from: `${today.slice(0, 4)}-01-01`, to: today } },
  ];
  return (
    <EditorForm onSubmit={submit}>
      <div className="floating-spans">
        {spans.map((span) => (
          <Button key={span.label} size="small" onClick={() => onApply(span.value)}>
            {span.label}
          </Button>
        ))}
      </div>
      <fieldset className="floating-pair">
        <legend>{label}</legend>
        <TextField label={list.from} type="date" value={from} onChange={setFrom} />
        <TextField
          label={list.to}
          type="date"
          value={to}
          onChange={setTo}
          error={backwards ? list.rangeBackwards : undefined}
        />
      </fieldset>
    </EditorForm>
  );
}

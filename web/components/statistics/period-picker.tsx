import {
  type Comparison,
  comparisons,
  defaultLastDays,
  lastDays,
  readPeriod,
} from '@lectern/contract/statistics/period.ts';
import { useState } from 'react';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { Popover } from '../popover.tsx';
import { SelectField } from '../select-field.tsx';
import { useStatWords } from './stat-words.ts';
import type { StatAddress } from './use-stat-address.ts';
import './statistics.css';

type Props = {
  address: StatAddress;
  /** Undefined until the statistics are loaded. */
  shown: { from: string; to: string } | undefined;
};

export function PeriodPicker({ address, shown }: Props) {
  const { statistics: texts } = useTexts();
  const words = useStatWords();
  const chosen = readPeriod(address.params.get('period') ?? '') ?? { last: defaultLastDays };
  const compare = comparisons.find((one) => one === address.params.get('compare')) ?? 'before';
  const nameOf = (last: number) => texts.period.last[last as keyof typeof texts.period.last];
  const label =
    'last' in chosen
      ? (nameOf(chosen.last) ?? fillText(texts.period.days, { count: chosen.last }))
      : words.span(chosen);
  return (
    <Popover
      label={texts.period.label}
      align="end"
      className="period-panel"
      trigger={(props) => (
        <Button {...props} icon="clock">
          {label} <span aria-hidden="true">▾</span>
        </Button>
      )}
    >
      {(close) => (
        <>
          <fieldset className="period-presets">
            <legend>{texts.period.label}</legend>
            {lastDays.map((last) => (
              <label key={last}>
                <input
                  type="radio"
                  name="period"
                  checked={'last' in chosen && chosen.last === last}
                  onChange={() => {
                    address.change({ period: last === defaultLastDays ? undefined : String(last) });
                    close();
                  }}
                />
                {nameOf(last)}
              </label>
            ))}
          </fieldset>
          <CustomDays
            key={`${shown?.from} ${shown?.to}`}
            shown={shown}
            onChoose={(period) => {
              address.change({ period });
              close();
            }}
          />
          <SelectField<Comparison>
            label={texts.period.compare}
            value={compare}
            options={comparisons.map((value) => ({ value, label: texts.period.comparisons[value] }))}
            onChange={(value) => address.change({ compare: value === 'before' ? undefined : value })}
          />
        </>
      )}
    </Popover>
  );
}

function CustomDays({ shown, onChoose }: { shown: Props['shown']; onChoose: (period: string) => void }) {
  const { statistics: texts } = useTexts();
  const [from, setFrom] = useState(shown?.from ?? '');
  const [to, setTo] = useState(shown?.to ?? '');
  const period = `${from}..${to}`;
  const fits = readPeriod(period) !== undefined;
  return (
    <form
      className="period-custom"
      onSubmit={(event) => {
        event.preventDefault();
        if (fits) onChoose(period);
      }}
    >
      <label>
        {texts.period.from}
        <input
          className="field-input"
          type="date"
          value={from}
          max={to}
          onChange={(event) => setFrom(event.target.value)}
        />
      </label>
      <label>
        {texts.period.to}
        <input
          className="field-input"
          type="date"
          value={to}
          min={from}
          onChange={(event) => setTo(event.target.value)}
        />
      </label>
      <Button submits disabled={!fits}>
        {texts.period.show}
      </Button>
    </form>
  );
}

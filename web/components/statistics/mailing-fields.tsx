import { lastOfMonth, type MailingTime, type ReportRhythm } from '@lectern/contract/features/saved-report.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { SelectField } from '../select-field.tsx';
import { hourWords } from './hour-words.ts';

type Props = { rhythm: ReportRhythm; value: MailingTime; onChange: (value: MailingTime) => void };

const upTo = (count: number, from: number) => Array.from({ length: count }, (_, index) => from + index);
const options = (values: readonly number[], label: (value: number) => string) =>
  values.map((value) => ({ value: String(value), label: label(value) }));

/** On which day and at which hour, by the clock of which place. */
export function MailingFields({ rhythm, value, onChange }: Props) {
  const { report: texts } = useTexts();
  const { weekday, monthDay, hour, timeZone } = value;
  if (rhythm === 'none') return null;
  return (
    <div className="mailing-fields">
      {rhythm === 'weekly' && (
        <SelectField
          label={texts.weekday}
          value={String(weekday)}
          options={options(upTo(7, 1), (day) => texts.weekdays[day as 1])}
          onChange={(chosen) => onChange({ ...value, weekday: Number(chosen) })}
        />
      )}
      {rhythm === 'monthly' && (
        <SelectField
          label={texts.monthDay}
          value={String(monthDay)}
          options={options([...upTo(28, 1), lastOfMonth], (day) => (day === lastOfMonth ? texts.lastDay : String(day)))}
          onChange={(chosen) => onChange({ ...value, monthDay: Number(chosen) })}
        />
      )}
      <SelectField
        label={texts.hour}
        value={String(hour)}
        options={options(upTo(24, 0), hourWords)}
        onChange={(chosen) => onChange({ ...value, hour: Number(chosen) })}
      />
      <SelectField
        label={texts.timeZone}
        value={timeZone}
        options={timeZones(timeZone).map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
        onChange={(chosen) => onChange({ ...value, timeZone: chosen })}
      />
    </div>
  );
}

/** All that the browser knows, the chosen one in any case. */
function timeZones(chosen: string): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return [...new Set(['UTC', chosen, ...known])].sort((one, other) => one.localeCompare(other));
}

import type { Days } from '@lectern/contract/statistics/figure.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useStatWords } from './stat-words.ts';

type Props = {
  counted:
    | { events: string | null; viewers: string | null; recordsSince: string | null; uncounted: readonly string[] }
    | undefined;
};

/** Shows up to what time events are included in the figures. */
export function CountedLine({ counted }: Props) {
  const { statistics: texts } = useTexts();
  const format = useFormat();
  const words = useStatWords();
  if (!counted) return null;
  const when = (instant: string) =>
    Date.now() - Date.parse(instant) < 20 * 3_600_000 ? format.time(instant) : format.dateTime(instant);
  if (!counted.events) return <p className="counted-line">{texts.counted.never}</p>;
  const viewersLag = counted.viewers && Date.parse(counted.events) - Date.parse(counted.viewers) > 60_000;
  return (
    <p className="counted-line">
      {fillText(texts.counted.until, { time: when(counted.events) })}
      {counted.recordsSince && ` · ${fillText(texts.counted.since, { day: words.day(counted.recordsSince) })}`}
      {counted.uncounted.length > 0 &&
        ` · ${fillText(texts.counted.counting, { count: words.number(counted.uncounted.length) })}`}
      {viewersLag && counted.viewers && ` · ${fillText(texts.counted.viewers, { time: when(counted.viewers) })}`}
    </p>
  );
}

type ChoiceLineProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** Inline single-choice buttons, for options within a chart title. */
export function ChoiceLine<Value extends string>({ label, value, options, onChange }: ChoiceLineProps<Value>) {
  return (
    <fieldset className="choice-line" aria-label={label} style={{ margin: 0, padding: 0, border: 0 }}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}

type SpanMetaProps = { period: Days | undefined; compared: Days | null | undefined };

/** The period a page covers and the one it is compared with. */
export function SpanMeta({ period, compared }: SpanMetaProps) {
  const { statistics: texts } = useTexts();
  const words = useStatWords();
  if (!period) return null;
  return (
    <span>
      {words.span(period)}
      {compared && ` · ${fillText(texts.period.compared, { span: words.span(compared) })}`}
    </span>
  );
}

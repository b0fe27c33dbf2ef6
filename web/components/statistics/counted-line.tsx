import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useStatWords } from './stat-words.ts';

type Props = {
  counted:
    | { events: string | null; viewers: string | null; recordsSince: string | null; uncounted: readonly string[] }
    | undefined;
};

/** Until when everything that came in is in the figures. */
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

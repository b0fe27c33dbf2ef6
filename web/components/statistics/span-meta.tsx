import type { Days } from '@lectern/contract/statistics/figure.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useStatWords } from './stat-words.ts';

type Props = { period: Days | undefined; compared: Days | null | undefined };

/** The days that a page is about, and those that it compares them with. */
export function SpanMeta({ period, compared }: Props) {
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

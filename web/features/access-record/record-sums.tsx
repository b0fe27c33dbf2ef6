import { accessRecordList, sumAccessRecords } from '@lectern/contract/features/access-record.ts';
import { printView } from '@lectern/contract/list/list-address.ts';
import { type AccessMeasure, measureWords } from '@lectern/contract/statistics/access-dimension.ts';
import { useQuery } from '@tanstack/react-query';
import { useListAddress } from '../../components/list-page/use-list-address.ts';
import { useStatWords } from '../../components/statistics/stat-words.ts';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';

const shown = ['views', 'plays', 'downloads', 'searches', 'clicks'] as const;

/** What the rows amount to where they are of some days: the figure that one came from stands here again. */
export function RecordSums() {
  const { statistics: texts } = useTexts();
  const measures = inLanguage(measureWords);
  const words = useStatWords();
  const { address } = useListAddress(accessRecordList);
  const narrowed = address.filters.at !== undefined;
  const sums = useQuery({
    ...queryOf(sumAccessRecords, { query: printView(accessRecordList, address) }, { quiet: true }),
    enabled: narrowed,
  }).data;
  if (!narrowed) return null;
  const figures: { name: AccessMeasure; text: string; hint?: string }[] | undefined = sums && [
    ...shown.filter((name) => sums[name] > 0).map((name) => ({ name, text: words.number(sums[name]) })),
    ...(sums.playSeconds > 0 ? [{ name: 'playSeconds' as const, text: words.time(sums.playSeconds) }] : []),
    ...(sums.completion === null ? [] : [{ name: 'completion' as const, text: words.percent(sums.completion) }]),
    {
      name: 'viewers' as const,
      text: `${sums.viewers.exact ? '' : '≈ '}${words.number(sums.viewers.value)}`,
      ...(!sums.viewers.exact && { hint: texts.estimateHint }),
    },
  ];
  return (
    <div className="record-sums">
      {figures?.map(({ name, text, hint }) => (
        <span key={name} title={hint}>
          {measures[name]} <b>{text}</b>
        </span>
      ))}
    </div>
  );
}

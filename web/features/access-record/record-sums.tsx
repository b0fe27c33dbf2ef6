import { accessRecordList, listAccessRecords, sumAccessRecords } from '@lectern/contract/features/access-record.ts';
import { printAddress, printView } from '@lectern/contract/list/list-address.ts';
import { measureWords } from '@lectern/contract/statistics/access-dimension.ts';
import { useQuery } from '@tanstack/react-query';
import { useListAddress } from '../../components/list-page/use-list-address.ts';
import { useStatWords } from '../../components/statistics/stat-words.ts';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { namedWords } from './record-words.ts';

const shown = ['views', 'plays', 'downloads', 'searches', 'clicks'] as const;
const ids = ['resource', 'course', 'chapter', 'site'] as const;

/** What the rows amount to where they are of some days: the figure that one came from stands here again. */
export function RecordSums() {
  const texts = useTexts();
  const measures = inLanguage(measureWords);
  const words = useStatWords();
  const { address } = useListAddress(accessRecordList);
  const narrowed = address.filters.at !== undefined;
  const sums = useQuery({
    ...queryOf(sumAccessRecords, { query: printView(accessRecordList, address) }, { quiet: true }),
    enabled: narrowed,
  }).data;
  // The list asks for the same: this only looks at what it got.
  const first = useQuery({
    ...queryOf(listAccessRecords, { query: printAddress(accessRecordList, address) }, { quiet: true }),
    enabled: false,
  }).data?.rows[0];
  const about = ids.flatMap((name) => {
    const unit = address.filters[name] === undefined ? null : first?.[name];
    return unit ? [`${texts.accessRecord.filters[name]}: ${namedWords(unit, texts)}`] : [];
  });
  if (!narrowed && about.length === 0) return null;
  const figures = sums && [
    ...shown.filter((name) => sums[name] > 0).map((name) => ({ name, text: words.number(sums[name]) })),
    ...(sums.playSeconds > 0 ? [{ name: 'playSeconds' as const, text: words.time(sums.playSeconds) }] : []),
    ...(sums.completion === null ? [] : [{ name: 'completion' as const, text: words.percent(sums.completion) }]),
    { name: 'viewers' as const, text: `${sums.viewers.exact ? '' : '≈ '}${words.number(sums.viewers.value)}` },
  ];
  return (
    <div className="record-sums">
      {about.map((text) => (
        <span key={text}>{text}</span>
      ))}
      {figures?.map(({ name, text }) => (
        <span key={name}>
          {measures[name]} <b>{text}</b>
        </span>
      ))}
    </div>
  );
}

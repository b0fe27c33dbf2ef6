import type { getLibraryStorage } from '@lectern/contract/features/library-stat.ts';
import { usualDayGrain } from '@lectern/contract/statistics/buckets.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ChartData } from '../../components/chart/chart-data.ts';
import { ChartFigure } from '../../components/chart/chart-figure.tsx';
import { resourcesHref } from '../../components/statistics/figure-href.ts';
import { type StatWords, useStatWords } from '../../components/statistics/stat-words.ts';
import type { CallOutput } from '../../lib/callable.ts';
import { type Format, useFormat } from '../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import type { LibraryChoice } from './library-choice.ts';
import { storageQuery } from './library-queries.ts';

type Storage = CallOutput<typeof getLibraryStorage>;

/** How much room is taken, and when there will be none left at this pace. */
export function StorageFigure({ over }: { over: Omit<LibraryChoice, 'by'> }) {
  const texts = useTexts();
  const { storage: own } = texts.libraryStat;
  const words = useStatWords();
  const format = useFormat();
  const storage = useQuery({ ...storageQuery(over), placeholderData: keepPreviousData });
  const { data } = storage;
  const wasLater = data?.byKind.some(({ bytes }) => bytes > 0);
  const facts = data && [
    data.forecast.bytesPerDay > 0 && fillText(own.pace, { bytes: format.bytes(data.forecast.bytesPerDay) }),
    data.forecast.freeBytes !== null && fillText(own.free, { bytes: format.bytes(data.forecast.freeBytes) }),
    data.forecast.fullOn !== null && fillText(own.full, { day: words.day(data.forecast.fullOn) }),
  ];
  return (
    <ChartFigure
      title={own.title}
      text={own.text}
      fileName="storage"
      className="stat-full"
      height={220}
      data={data && storageData(data, words, format, texts)}
      error={storage.error ?? undefined}
      retrying={storage.isFetching}
      onRetry={() => void storage.refetch()}
      outdated={storage.isPlaceholderData}
      empty={wasLater ? own.noneThen : own.none}
      emptyHint={wasLater ? own.hintThen : own.hint}
      footer={facts && <p className="stat-facts">{facts.filter(Boolean).join(' · ')}</p>}
    />
  );
}

function storageData(storage: Storage, words: StatWords, format: Format, texts: Texts): ChartData {
  const { storage: own } = texts.libraryStat;
  const { buckets, bytes, forecast } = storage;
  const grain = usualDayGrain(storage.period);
  // What is expected goes on from today: behind days that are long over it would be a line across years nobody asked for.
  const reachesToday = storage.period.to.slice(0, 7) === forecast.months[0]?.to.slice(0, 7);
  const ahead = forecast.bytesPerDay > 0 && reachesToday ? forecast.months : [];
  const gap: null[] = ahead.map(() => null);
  const known = bytes.length;
  return {
    shape: 'area',
    pointsName: texts.statistics.piece,
    valuesName: own.title,
    points: [
      ...buckets.map(({ from, to }) => ({ ...words.bucket({ from, to, hour: null }, grain), at: Date.parse(to) })),
      ...ahead.map(({ to }) => ({ ...words.bucket({ from: to, to, hour: null }, 'day'), at: Date.parse(to) })),
    ],
    series: [
      {
        id: 'taken',
        label: own.taken,
        values: [...bytes, ...gap],
        hrefs: [...buckets.map(({ to }) => resourcesHref({ added: { to }, sort: 'size' })), ...gap],
      },
      ...(ahead.length > 0
        ? [
            {
              id: 'expected',
              label: own.expected,
              role: 'forecast' as const,
              // It begins where what is known ends, so that both are one line.
              values: [
                ...bytes.map((value, index) => (index === known - 1 ? value : null)),
                ...ahead.map((month) => month.bytes),
              ],
            },
          ]
        : []),
    ],
    atWords: (at) => words.bucket({ from: dayAt(at), to: dayAt(at), hour: null }, 'month').label,
    words: format.bytes,
    axisWords: format.bytes,
  };
}

function dayAt(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

import type { ChapterView } from '@lectern/contract/features/chapter.ts';
import { getChapterStat } from '@lectern/contract/features/object-stat.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ObjectStatTab, useObjectStatQuery } from '../../../components/statistics/object-stat-tab.tsx';
import { queryOf } from '../../../lib/queries.ts';

export type ChapterStatisticsProps = { chapter: ChapterView };

/** Usage of the chapter by resource. */
export function ChapterStatistics({ chapter }: ChapterStatisticsProps) {
  const query = useObjectStatQuery();
  const stat = useQuery({
    ...queryOf(getChapterStat, { params: { id: chapter.id }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  return <ObjectStatTab stat={stat} of={{ chapter: chapter.id }} />;
}

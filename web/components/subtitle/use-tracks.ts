import { listResourceSubtitles } from '@lectern/contract/features/subtitle.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/queries.ts';
import { useWorkRefresh } from '../work/use-work-refresh.ts';

const shown = [listResourceSubtitles];

/** The languages of a video, which follow what others do to them. */
export function useTracks(resourceId: string, enabled = true) {
  useWorkRefresh(shown, resourceId);
  return useQuery({
    ...queryOf(listResourceSubtitles, { params: { id: resourceId } }, { quiet: true }),
    enabled,
    retry: false,
  });
}

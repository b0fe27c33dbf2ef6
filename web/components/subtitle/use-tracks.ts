import { apiBase } from '@lectern/contract/constants.ts';
import { listResourceSubtitles, type SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/queries.ts';
import type { PlayerTrack } from '../viewers/media/player-tracks.tsx';
import { useWorkRefresh } from '../work/use-work-refresh.ts';
import { trackName } from './subtitle-href.ts';

const shown = [listResourceSubtitles];

/** The subtitle tracks of a video, kept up to date by live events. */
export function useTracks(resourceId: string, enabled = true) {
  useWorkRefresh(shown, resourceId);
  return useQuery({
    ...queryOf(listResourceSubtitles, { params: { id: resourceId } }, { quiet: true }),
    enabled,
    retry: false,
  });
}

/** Only published tracks have a URL, and only those are offered in players. */
export function playerTracksOf(tracks: readonly SubtitleTrack[]): PlayerTrack[] {
  return tracks.flatMap((track) => {
    const { language, url, isDefault } = track;
    return url === null ? [] : [{ language, name: trackName(track), url: apiBase + url, isDefault }];
  });
}

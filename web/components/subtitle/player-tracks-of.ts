import { apiBase } from '@lectern/contract/constants.ts';
import type { SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import type { PlayerTrack } from '../viewers/media/player-tracks.tsx';
import { trackName } from './track-words.ts';

/** What players may show: that which is published. */
export function playerTracksOf(tracks: readonly SubtitleTrack[]): PlayerTrack[] {
  return tracks.flatMap((track) => {
    const { language, url, isDefault } = track;
    return url === null ? [] : [{ language, name: trackName(track), url: apiBase + url, isDefault }];
  });
}

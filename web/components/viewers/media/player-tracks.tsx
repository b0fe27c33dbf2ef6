import { type RefObject, useEffect, useState } from 'react';
import { useTexts } from '../../../lib/i18n/use-texts.ts';

export type PlayerTrack = { language: string; name: string; url: string; isDefault: boolean };

/** The selected subtitles: the default track until the user picks another or turns them off. */
export function useTrackChoice(video: RefObject<HTMLVideoElement | null>, tracks: readonly PlayerTrack[]) {
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  const first = tracks.find(({ isDefault }) => isDefault)?.language ?? null;
  const wanted = chosen === undefined ? first : chosen;
  const shown = tracks.some(({ language }) => language === wanted) ? wanted : null;
  const addresses = tracks.map(({ url }) => url).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows may have replaced them
  useEffect(() => {
    for (const track of video.current?.textTracks ?? []) track.mode = track.language === shown ? 'showing' : 'disabled';
  }, [video, shown, addresses]);
  return {
    shown,
    choose: setChosen,
    toggle: () => setChosen(shown === null ? (first ?? tracks[0]?.language ?? null) : null),
  };
}
type TrackChoice = ReturnType<typeof useTrackChoice>;

/** Subtitle selector of the player. */
export function TrackSelect({ tracks, choice }: { tracks: readonly PlayerTrack[]; choice: TrackChoice }) {
  const { viewer } = useTexts();
  if (tracks.length === 0) return null;
  return (
    <select
      className="player-speed player-tracks"
      aria-label={viewer.subtitles}
      title={viewer.subtitles}
      aria-keyshortcuts="C"
      value={choice.shown ?? ''}
      onChange={(event) => choice.choose(event.target.value || null)}
    >
      <option value="">{viewer.noSubtitles}</option>
      {tracks.map(({ language, name }) => (
        <option key={language} value={language}>
          {name}
        </option>
      ))}
    </select>
  );
}

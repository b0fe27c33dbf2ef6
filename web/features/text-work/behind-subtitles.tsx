import { BehindBanner } from '../../components/subtitle/behind-banner.tsx';
import { useTracks } from '../../components/subtitle/use-tracks.ts';
import type { TextEdit } from './use-text-edit.ts';

/** Subtitles that say what the transcript said before someone corrected it; told once the corrections are saved. */
export function BehindSubtitles({ resourceId, edit }: { resourceId: string; edit: TextEdit }) {
  const { data } = useTracks(resourceId);
  const behind = data?.mayEdit && !edit.unsaved ? data.tracks.filter((track) => track.behind) : [];
  if (behind.length === 0) return null;
  return (
    <div className="text-work-notices">
      {behind.map((track) => (
        <BehindBanner key={track.id} track={track} disabled={edit.newer !== null} />
      ))}
    </div>
  );
}

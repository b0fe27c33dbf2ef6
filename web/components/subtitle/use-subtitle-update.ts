import {
  getSubtitle,
  listResourceSubtitles,
  listSubtitles,
  listSubtitleVersions,
  type SubtitleTrack,
} from '@lectern/contract/features/subtitle.ts';
import { previewSubtitleUpdate, updateSubtitleText } from '@lectern/contract/features/subtitle-update.ts';
import { call } from '../../lib/api-client.ts';
import { isApiError } from '../../lib/api-error.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { useMutationOf } from '../../lib/queries.ts';
import { trackName } from './subtitle-href.ts';

type Known = { baseId: string; readingId: string };

/** Updates a track from its transcript. `known` is the preview the user has seen, if there was one. */
export function useSubtitleUpdate(track: SubtitleTrack, onDone: () => void) {
  const { subtitleUpdate } = useTexts().textWork;
  const update = useMutationOf(updateSubtitleText, {
    invalidates: [getSubtitle, listSubtitleVersions, listResourceSubtitles, listSubtitles],
  });
  const params = { id: track.id };
  const run = async (known?: Known) => {
    try {
      const { baseId, readingId } = known ?? (await call(previewSubtitleUpdate, { params }));
      const { toCheck } = await update.mutateAsync({ params, body: { baseId, readingId } });
      const said = toCheck > 0 ? subtitleUpdate.doneToCheck : subtitleUpdate.done;
      notify({ level: 'success', title: fillText(said, { name: trackName(track), count: toCheck }) });
      onDone();
    } catch (error) {
      // The global error handler has already shown API errors.
      if (!isApiError(error)) throw error;
    }
  };
  return { busy: update.isPending, run: (known?: Known) => void run(known) };
}

import { recutSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { type SubtitleEdit, showingSubtitles } from './use-subtitle-edit.ts';

/** Cuts the track from the transcript again; if people have edited it, the result is only offered. */
export function useRecut({ id }: SubtitleEdit, onOpen: () => Promise<void>) {
  const { subtitle } = useTexts();
  const recut = useMutationOf(recutSubtitle, { invalidates: showingSubtitles, idempotent: true });
  return {
    busy: recut.isPending,
    run: () =>
      recut.mutate(
        { params: { id }, body: {} },
        {
          onSuccess: ({ track, text }) => {
            const words = track.offered === null ? subtitle.track.recutDone : subtitle.track.recutOffered;
            notify({ level: 'success', title: fillText(words, { number: track.offered ?? text.number }) });
            if (track.offered === null) void onOpen();
          },
        },
      ),
  };
}

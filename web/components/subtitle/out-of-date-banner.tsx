import type { SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import { useState } from 'react';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';
import { trackName } from './subtitle-href.ts';
import { useSubtitleUpdate } from './use-subtitle-update.ts';

const UpdateDialog = lazyPart(async () => (await import('./update-dialog.tsx')).UpdateDialog);

type Props = { track: SubtitleTrack; disabled?: boolean; onDone?: () => void };

/**
 * Shown when the transcript was corrected after the subtitles were made; unedited subtitles are updated with one
 * click.
 */
export function OutOfDateBanner({ track, disabled = false, onDone = () => undefined }: Props) {
  const { subtitleUpdate } = useTexts().textWork;
  const [looks, setLooks] = useState(false);
  const { busy, run } = useSubtitleUpdate(track, onDone);
  const name = trackName(track);
  if (track.origin === 'translated')
    return <Banner tone="warning">{fillText(subtitleUpdate.translated, { name })}</Banner>;
  const isUntouched = track.state === 'auto' && track.origin === 'machine';
  const actions = (
    <>
      <Button disabled={disabled} look={isUntouched ? 'quiet' : 'plain'} onClick={() => setLooks(true)}>
        {subtitleUpdate.see}
      </Button>
      {isUntouched && (
        <Button disabled={disabled} busy={busy} onClick={() => run()}>
          {subtitleUpdate.update}
        </Button>
      )}
    </>
  );
  return (
    <>
      <Banner tone="warning" actions={actions}>
        {fillText(subtitleUpdate.behind, { name })}
      </Banner>
      {looks && <UpdateDialog track={track} onDone={onDone} onClose={() => setLooks(false)} />}
    </>
  );
}

import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { endedPhases, pausablePhases, type UploadItem } from './engine/upload-item.ts';
import { useUploads } from './uploads-context.ts';

export function EntryDeeds({ item }: { item: UploadItem }) {
  const { upload } = useTexts();
  const { engine, decide, report } = useUploads();
  const { id, phase, file, fileName: name, row } = item;
  const ended = endedPhases.has(phase);
  return (
    <div className="upload-entry-deeds">
      {phase === 'duplicate' && (
        <Button size="small" aria-label={fillText(upload.decideFor, { name })} onClick={() => decide(id)}>
          {upload.decide}
        </Button>
      )}
      {row?.entries && phase === 'done' && (
        <Button size="small" aria-label={fillText(upload.reportOf, { name })} onClick={() => report(id)}>
          {upload.report}
        </Button>
      )}
      {(phase === 'refused' || phase === 'retrying') && file && (
        <IconButton icon="refresh" label={fillText(upload.retry, { name })} onClick={() => engine.retry(id)} />
      )}
      {pausablePhases.has(phase) && (
        <IconButton icon="pause" label={fillText(upload.pause, { name })} onClick={() => engine.pause([id])} />
      )}
      {phase === 'paused' && (
        <IconButton icon="play" label={fillText(upload.resume, { name })} onClick={() => engine.resume(id)} />
      )}
      {phase !== 'unpacking' && phase !== 'done' && (
        <IconButton
          icon="close"
          label={fillText(ended ? upload.dismiss : upload.cancel, { name })}
          onClick={() => void engine.cancel([id])}
        />
      )}
    </div>
  );
}

import { resourcePath } from '@lectern/contract/features/resource.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Status, type StatusTone } from '../../components/status.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import type { UploadItem, UploadPhase } from './engine/upload-item.ts';
import { EntryDeeds } from './entry-deeds.tsx';

const tones: Record<UploadPhase, StatusTone> = {
  ...{ queued: 'idle', paused: 'idle', sending: 'info', checking: 'info', unpacking: 'info' },
  ...{ undeclared: 'warn', retrying: 'warn', missing: 'warn', duplicate: 'warn', done: 'ok', refused: 'bad' },
};

/** One file: its name, how far it is, and what can be done about it. */
export function UploadEntry({ item }: { item: UploadItem }) {
  const { upload } = useTexts();
  const { fileName, relativePath, phase, row, sizeBytes, sentBytes } = item;
  const resource = row?.resource;
  const path = relativePath ? `${relativePath}/${fileName}` : fileName;
  return (
    <li className="upload-entry" data-phase={phase}>
      <div className="upload-entry-name" title={path}>
        {phase === 'done' && resource ? (
          <AppLink
            to={resourcePath({ id: resource.id, kind: resource.kind as ResourceKind })}
            aria-label={fillText(upload.openResource, { name: fileName })}
          >
            {fileName}
          </AppLink>
        ) : (
          fileName
        )}
      </div>
      <div className="upload-entry-state">
        <Status tone={tones[phase]}>
          <StateWords item={item} />
        </Status>
      </div>
      <EntryDeeds item={item} />
      {(phase === 'sending' || phase === 'retrying' || phase === 'paused') && (
        <progress
          className="upload-bar"
          aria-label={fillText(upload.fileProgress, { name: fileName })}
          max={100}
          value={sizeBytes > 0 ? Math.floor((sentBytes / sizeBytes) * 100) : 0}
        />
      )}
    </li>
  );
}

function StateWords({ item }: { item: UploadItem }) {
  const { upload } = useTexts();
  const { bytes, number } = useFormat();
  const { phase, reason, row, sizeBytes, sentBytes } = item;
  if (reason) return <span title={reason}>{reason}</span>;
  if (row?.entries && (phase === 'done' || phase === 'unpacking')) {
    const { created, updated, skipped, failed } = row.entries;
    const counts = { created, updated, skipped, failed };
    const words = fillText(
      upload.entryCounts,
      Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, number(count)])),
    );
    return <span title={words}>{words}</span>;
  }
  if (phase === 'sending') return fillText(upload.progress, { sent: bytes(sentBytes), total: bytes(sizeBytes) });
  if (phase === 'duplicate' && row?.duplicateOf) {
    return <span title={row.duplicateOf.title}>{`${upload.phases.duplicate}: ${row.duplicateOf.title}`}</span>;
  }
  return `${upload.phases[phase]} · ${bytes(sizeBytes)}`;
}

import { resourcePath } from '@lectern/contract/features/resource.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { useMemo, useRef, useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { useRowWindow } from '../../components/data-grid/use-row-window.ts';
import { Status, type StatusTone } from '../../components/status.tsx';
import { useFormat } from '../../lib/format.ts';
import { labelled } from '../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import type { UploadSnapshot } from './engine/upload-items.ts';
import {
  askingPhases,
  endedPhases,
  movingPhases,
  pausablePhases,
  type UploadItem,
  type UploadPhase,
} from './engine/upload-items.ts';
import { useUploads } from './uploads-context.ts';

const rowHeight = 52;
type Filter = 'all' | 'moving' | 'asking' | 'done';
const filters: readonly Filter[] = ['all', 'moving', 'asking', 'done'];
/** Sort order: files that need the user first, then active ones. */
const ranks: Record<UploadPhase, number> = {
  ...{ undeclared: 0, duplicate: 0, refused: 1, missing: 2, sending: 3, retrying: 3, unpacking: 4, checking: 4 },
  ...{ paused: 5, queued: 6, done: 7 },
};

type Props = Pick<UploadSnapshot, 'items' | 'counts'>;

/** The list of files; works for ten thousand of them. */
export function TrayFiles({ items }: Props) {
  const { upload } = useTexts();
  const format = useFormat();
  const [chosen, setFilter] = useState<Filter>('all');
  const groups = useMemo(() => grouped(items), [items]);
  const filter = groups[chosen].length > 0 ? chosen : 'all';
  const shown = groups[filter];
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end, above, below } = useRowWindow(shown.length, rowHeight, scroller);
  const offered = filters.filter((name) => name === 'all' || groups[name].length > 0);

  return (
    <>
      {offered.length > 2 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn with a frame
        <div className="upload-filters" role="group" aria-label={upload.filterLabel}>
          {offered.map((name) => (
            <button key={name} type="button" aria-pressed={name === filter} onClick={() => setFilter(name)}>
              {upload.filters[name]} <span>{format.number(groups[name].length)}</span>
            </button>
          ))}
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
      <section className="upload-files" ref={scroller} tabIndex={0} aria-label={upload.filters[filter]}>
        <ul style={{ paddingTop: above, paddingBottom: below }}>
          {shown.slice(first, end).map((item) => (
            <UploadEntry key={item.id} item={item} />
          ))}
        </ul>
      </section>
    </>
  );
}

function grouped(items: readonly UploadItem[]): Record<Filter, UploadItem[]> {
  const all = [...items].sort((one, other) => ranks[one.phase] - ranks[other.phase]);
  const of = (phases: ReadonlySet<UploadPhase>) => all.filter(({ phase }) => phases.has(phase));
  return {
    all,
    moving: of(new Set([...movingPhases, 'paused'])),
    asking: of(askingPhases),
    done: of(new Set(['done'])),
  };
}

const tones: Record<UploadPhase, StatusTone> = {
  ...{ queued: 'idle', paused: 'idle', sending: 'info', checking: 'info', unpacking: 'info' },
  ...{ undeclared: 'warn', retrying: 'warn', missing: 'warn', duplicate: 'warn', done: 'ok', refused: 'bad' },
};

/** One file with its progress and actions. */
function UploadEntry({ item }: { item: UploadItem }) {
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
      <EntryActions item={item} />
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
    return <span title={row.duplicateOf.title}>{labelled(upload.phases.duplicate, row.duplicateOf.title)}</span>;
  }
  return `${upload.phases[phase]} · ${bytes(sizeBytes)}`;
}

function EntryActions({ item }: { item: UploadItem }) {
  const { upload } = useTexts();
  const { engine, decide, report } = useUploads();
  const { id, phase, file, fileName: name, row } = item;
  const ended = endedPhases.has(phase);
  return (
    <div className="upload-entry-actions">
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

import { useMemo, useRef, useState } from 'react';
import { useRowWindow } from '../../components/data-grid/use-row-window.ts';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { askingPhases, movingPhases, type UploadItem, type UploadPhase } from './engine/upload-item.ts';
import type { UploadSnapshot } from './engine/upload-items.ts';
import { UploadEntry } from './upload-entry.tsx';

const rowHeight = 52;
type Filter = 'all' | 'moving' | 'asking' | 'done';
const filters: readonly Filter[] = ['all', 'moving', 'asking', 'done'];
/** What waits for the person stands first, then what moves. */
const ranks: Record<UploadPhase, number> = {
  ...{ undeclared: 0, duplicate: 0, refused: 1, missing: 2, sending: 3, retrying: 3, unpacking: 4, checking: 4 },
  ...{ paused: 5, queued: 6, done: 7 },
};

type Props = Pick<UploadSnapshot, 'items' | 'counts'>;

/** The files, ten thousand as well as one. */
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
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as a frame
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

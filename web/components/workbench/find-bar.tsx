import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useStore } from '../../lib/use-store.ts';
import { Button } from '../button.tsx';
import { IconButton } from '../icon-button.tsx';
import { goTo } from './line-keys.ts';
import { replaceAll, replaceOne } from './model/edits.ts';
import type { FindOptions, FoundPlace } from './model/find-places.ts';
import { createSearch } from './model/search.ts';
import { useWorkbench } from './workbench-context.ts';

/** Finds words in the whole text, and puts others in their place: one by one, or all at once. */
export function FindBar({ onClose }: { onClose: () => void }) {
  const bench = useWorkbench();
  const { workbench, reading } = useTexts();
  const { number } = useFormat();
  const { work, finding, readOnly } = bench;
  const { elsewhere } = bench.extras;
  const field = useRef<HTMLInputElement>(null);
  const [options, setOptions] = useState<FindOptions>({ query: '', wholeWord: false, matchCase: false });
  const [by, setBy] = useState('');
  const [told, setTold] = useState('');
  const [search] = useState(() => createSearch(work));
  const hits = useStore(search.hits);
  const [at, setAt] = useState<FoundPlace | null>(null);
  const none = hits.done && hits.count === 0;

  useEffect(() => field.current?.focus(), []);
  useEffect(() => search.start(), [search]);
  // Lines are marked once all of them were looked through: a key that is typed is drawn before that.
  useEffect(() => finding.set(hits.options), [hits.options, finding]);
  useEffect(() => () => finding.set(null), [finding]);

  const show = (place: FoundPlace | undefined) => {
    setAt(place ?? null);
    if (!place) return;
    const opener = document.activeElement;
    goTo(bench, { key: place.key, from: place.from, to: place.to });
    // One goes on looking: the keys stay with the search.
    requestAnimationFrame(() => opener instanceof HTMLElement && opener.focus({ preventScroll: true }));
  };
  const step = (way: 1 | -1) => {
    setTold('');
    const here = work.here();
    // The first one may lie right under the caret.
    show(search.next(at ?? (here && { ...here, to: here.from }), way));
  };
  const replace = () => {
    if (!at) return step(1);
    replaceOne(work, at, by);
    const end = at.from + by.length;
    show(search.next({ key: at.key, from: end, to: end }, 1));
  };
  const all = async () => {
    const count = await replaceAll(work, options, by);
    setAt(null);
    setTold(fillText(count === 1 ? workbench.replacedOne : workbench.replaced, { count: number(count) }));
  };
  const count = number(hits.count);
  const status = () => {
    if (told || options.query === '') return told;
    if (none) return reading.noHits;
    if (at) return fillText(workbench.hitOf, { at: number(search.numberOf(at)), count });
    return fillText(hits.count === 1 ? reading.oneHit : reading.hits, { count });
  };
  const change = (more: Partial<FindOptions>) => {
    const next = { ...options, ...more };
    setTold('');
    setAt(null);
    setOptions(next);
    search.look(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser knows the element
    <form
      role="search"
      className="wb-find"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
    >
      <input
        ref={field}
        className="field-input"
        value={options.query}
        placeholder={workbench.find}
        aria-label={workbench.find}
        onChange={({ target }) => change({ query: target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          step(event.shiftKey ? -1 : 1);
        }}
      />
      <IconButton icon="arrowUp" label={workbench.previousHit} disabled={none} onClick={() => step(-1)} />
      <IconButton icon="arrowDown" label={workbench.nextHit} disabled={none} onClick={() => step(1)} />
      <span className="wb-find-status" role="status">
        {status()}
      </span>
      <label className="wb-check">
        <input
          type="checkbox"
          checked={options.wholeWord}
          onChange={({ target }) => change({ wholeWord: target.checked })}
        />
        {workbench.wholeWord}
      </label>
      <label className="wb-check">
        <input
          type="checkbox"
          checked={options.matchCase}
          onChange={({ target }) => change({ matchCase: target.checked })}
        />
        {workbench.matchCase}
      </label>
      <IconButton icon="close" label={workbench.closeFind} className="wb-find-close" onClick={onClose} />
      {!readOnly && (
        <>
          <input
            className="field-input"
            value={by}
            placeholder={workbench.replaceBy}
            aria-label={workbench.replaceBy}
            onChange={({ target }) => setBy(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              replace();
            }}
          />
          <Button size="small" disabled={none} onClick={replace}>
            {workbench.replace}
          </Button>
          <Button size="small" disabled={none} onClick={() => void all()}>
            {workbench.replaceAll}
          </Button>
          {elsewhere && (
            <Button
              size="small"
              className="wb-find-elsewhere"
              disabled={options.query.trim() === ''}
              onClick={() => elsewhere.replace(options, by)}
            >
              {elsewhere.label}
            </Button>
          )}
        </>
      )}
    </form>
  );
}

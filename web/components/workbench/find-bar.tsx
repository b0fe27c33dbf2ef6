import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useStore } from '../../lib/use-store.ts';
import { Button } from '../button.tsx';
import { IconButton } from '../icon-button.tsx';
import { goTo } from './line-keys.ts';
import { replaceAll, replaceOne } from './model/edits.ts';
import { type FindOptions, type FoundPlace, findPlaces } from './model/find-places.ts';
import { useWorkbench } from './workbench-context.ts';

/** Finds words in the whole text, and puts others in their place: one by one, or all at once. */
export function FindBar({ onClose }: { onClose: () => void }) {
  const bench = useWorkbench();
  const { workbench, reading } = useTexts();
  const { number } = useFormat();
  const { work, finding, readOnly } = bench;
  const field = useRef<HTMLInputElement>(null);
  const [options, setOptions] = useState<FindOptions>({ query: '', wholeWord: false, matchCase: false });
  const [by, setBy] = useState('');
  const [told, setTold] = useState('');
  const { lines } = useStore(work.state);
  // Many hits are looked for after the key has been drawn.
  const wanted = useDeferredValue(options);
  const places = useMemo(() => findPlaces(lines, wanted), [lines, wanted]);
  const [at, setAt] = useState<{ key: number; from: number } | null>(null);
  const index = at ? places.findIndex((place) => place.key === at.key && place.from === at.from) : -1;

  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    finding.set(wanted.query === '' ? null : wanted);
  }, [wanted, finding]);
  useEffect(() => () => finding.set(null), [finding]);

  const show = (place: FoundPlace | undefined) => {
    if (!place) return;
    setAt({ key: place.key, from: place.from });
    const opener = document.activeElement;
    goTo(bench, { key: place.key, from: place.from, to: place.to });
    // One goes on looking: the keys stay with the search.
    requestAnimationFrame(() => opener instanceof HTMLElement && opener.focus({ preventScroll: true }));
  };
  const step = (by_: 1 | -1) => {
    setTold('');
    const next = index < 0 ? firstFrom(places, work.here(), lines, by_) : index + by_;
    show(places[(next + places.length) % Math.max(1, places.length)]);
  };
  const replace = () => {
    const place = places[index];
    if (!place) return step(1);
    replaceOne(work, place, by);
    const rest = findPlaces(work.state.get().lines, options);
    show(
      rest.find(({ at: line, from }) => line > place.at || (line === place.at && from >= place.from + by.length)) ??
        rest[0],
    );
  };
  const all = () => {
    const count = replaceAll(work, options, by);
    setTold(fillText(count === 1 ? workbench.replacedOne : workbench.replaced, { count: number(count) }));
  };
  const status =
    told ||
    (options.query === ''
      ? ''
      : places.length === 0
        ? reading.noHits
        : index >= 0
          ? fillText(workbench.hitOf, { at: number(index + 1), count: number(places.length) })
          : fillText(places.length === 1 ? reading.oneHit : reading.hits, { count: number(places.length) }));
  const change = (more: Partial<FindOptions>) => {
    setTold('');
    setAt(null);
    setOptions({ ...options, ...more });
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
      <IconButton
        icon="arrowUp"
        label={workbench.previousHit}
        disabled={places.length === 0}
        onClick={() => step(-1)}
      />
      <IconButton icon="arrowDown" label={workbench.nextHit} disabled={places.length === 0} onClick={() => step(1)} />
      <span className="wb-find-status" role="status">
        {status}
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
          <Button size="small" disabled={places.length === 0} onClick={replace}>
            {workbench.replace}
          </Button>
          <Button size="small" disabled={places.length === 0} onClick={all}>
            {workbench.replaceAll}
          </Button>
        </>
      )}
    </form>
  );
}

/** The first hit after where one is in the text. */
function firstFrom(
  places: readonly FoundPlace[],
  here: { key: number; from: number } | null,
  lines: readonly { key: number }[],
  by: 1 | -1,
): number {
  const line = here ? lines.findIndex(({ key }) => key === here.key) : 0;
  const after = places.findIndex(({ at, from }) => at > line || (at === line && from >= (here?.from ?? 0)));
  if (after < 0) return by > 0 ? 0 : places.length - 1;
  return by > 0 ? after : after - 1;
}

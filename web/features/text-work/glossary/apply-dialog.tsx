import type { GlossaryOccurrence, GlossaryRule } from '@lectern/contract/features/glossary.ts';
import { useMemo, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { clock } from '../../../components/viewers/media/clock.ts';
import { beginOperation } from '../../../lib/begin-operation.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { chosenOf, occurrenceId } from './chosen-occurrences.ts';
import { useOccurrences } from './use-occurrences.ts';

/** Every place where a term would be replaced in the transcripts that are there; each can be left out. */
export function ApplyDialog({ rule, onClose }: { rule: GlossaryRule; onClose: () => void }) {
  const { textWork, words } = useTexts();
  const { number } = useFormat();
  const { glossary } = textWork;
  const { preview, error, busy, more } = useOccurrences(rule);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [starting, setStarting] = useState(false);
  const occurrences = preview?.occurrences ?? [];
  const groups = useMemo(() => [...Map.groupBy(occurrences, ({ rowId }) => rowId).values()], [occurrences]);
  const chosen = chosenOf(occurrences, left);
  const set = (places: readonly GlossaryOccurrence[], on: boolean) => {
    const next = new Set(left);
    for (const place of places) {
      if (on) next.delete(occurrenceId(place));
      else next.add(occurrenceId(place));
    }
    setLeft(next);
  };
  const apply = async () => {
    setStarting(true);
    const { wrong, right, language, wholeWord } = rule;
    const { rowIds, readingIds, leaveOut } = chosen;
    try {
      await beginOperation({
        list: 'asr',
        action: 'applyGlossary',
        selection: { ids: rowIds },
        input: { rule: { wrong, right, language, wholeWord }, readingIds, leaveOut },
        label: glossary.operation,
        count: rowIds.length,
      });
      onClose();
    } catch {
      // It was told where all failures are told.
      setStarting(false);
    }
  };
  const counts = { places: number(chosen.places), transcripts: number(chosen.rowIds.length) };
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look="primary" disabled={chosen.places === 0} busy={starting} onClick={() => void apply()}>
        {fillText(chosen.places === 1 ? glossary.replaceOne : glossary.replaceMany, counts)}
      </Button>
    </>
  );
  const title = fillText(glossary.applyTitle, { wrong: rule.wrong, right: rule.right });
  return (
    <Dialog open title={title} className="glossary-apply" onClose={onClose} footer={footer}>
      <p className="glossary-hint">{glossary.applyHint}</p>
      {error && <ErrorPanel error={error} retrying={busy} onRetry={more} />}
      {!preview && busy && (
        <SkeletonRegion className="glossary-pending">
          <Skeleton height={20} />
          <Skeleton height={20} />
          <Skeleton height={20} />
        </SkeletonRegion>
      )}
      {preview && occurrences.length === 0 && !preview.next && <p>{glossary.nowhere}</p>}
      {groups.map((places) => (
        <OccurrenceGroup key={places[0]?.rowId} places={places} left={left} onSet={set} />
      ))}
      {preview?.next && (
        <Button busy={busy} onClick={more}>
          {glossary.moreOccurrences}
        </Button>
      )}
    </Dialog>
  );
}

type GroupProps = {
  places: readonly GlossaryOccurrence[];
  left: ReadonlySet<string>;
  onSet: (places: readonly GlossaryOccurrence[], on: boolean) => void;
};

/** One transcript with its places. */
function OccurrenceGroup({ places, left, onSet }: GroupProps) {
  const [first] = places;
  const out = places.filter((place) => left.has(occurrenceId(place))).length;
  if (!first) return null;
  return (
    <fieldset className="glossary-group">
      <legend>
        <label>
          <input
            type="checkbox"
            checked={out === 0}
            ref={(box) => {
              if (box) box.indeterminate = out > 0 && out < places.length;
            }}
            onChange={({ target }) => onSet(places, target.checked)}
          />
          {first.resource.title}
        </label>
      </legend>
      {places.map((place) => (
        <label key={occurrenceId(place)} className="glossary-place">
          <input
            type="checkbox"
            checked={!left.has(occurrenceId(place))}
            onChange={({ target }) => onSet([place], target.checked)}
          />
          <span className="speech-time">{place.startMs === null ? '' : clock(place.startMs / 1_000)}</span>
          <span>
            …{place.before}
            <del>{place.found}</del> <ins>{place.right}</ins>
            {place.after}…
          </span>
        </label>
      ))}
    </fieldset>
  );
}

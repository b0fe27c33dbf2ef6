import {
  type ApplyGlossaryInput,
  type GlossaryOccurrence,
  type GlossaryRule,
  previewGlossary,
} from '@lectern/contract/features/glossary.ts';
import { selectionLimit } from '@lectern/contract/features/operation.ts';
import type { GlossaryTexts } from '@lectern/contract/messages/en/glossary.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { type ApiError, isApiError } from '../../lib/api-error.ts';
import { beginOperation } from '../../lib/begin-operation.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import { Status } from '../status.tsx';
import { subtitleHref } from '../subtitle/subtitle-href.ts';
import { clock } from '../viewers/media/clock.ts';
import { textHrefAt } from '../work/text-href.ts';
import { languageName } from '../work/work-words.ts';
import './glossary-dialogs.css';

/** Previews every place in existing texts where a term would be replaced; each can be left out. */
export function ApplyDialog({ rule, onClose }: { rule: GlossaryRule; onClose: () => void }) {
  const { textWork, words } = useTexts();
  const { number } = useFormat();
  const { glossary } = textWork;
  const { preview, error, busy, more } = useOccurrences(rule);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [starting, setStarting] = useState(false);
  const occurrences = preview?.occurrences ?? [];
  const groups = useMemo(() => [...Map.groupBy(occurrences, ({ resource }) => resource.id).values()], [occurrences]);
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
    const { textIds, leaveOut } = chosen;
    try {
      await beginOperation({
        list: 'glossary',
        action: 'applyGlossary',
        selection: { ids: textIds },
        input: { rule: { wrong, right, language, wholeWord }, leaveOut },
        count: textIds.length,
      });
      onClose();
    } catch {
      // The shared failure handler has already shown the error.
      setStarting(false);
    }
  };
  const counts = { places: number(chosen.places), texts: number(chosen.textIds.length) };
  const isEmpty = preview && occurrences.length === 0 && !preview.next;
  const footer = isEmpty ? (
    <Button onClick={onClose}>{words.close}</Button>
  ) : (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look="primary" disabled={chosen.places === 0} busy={starting} onClick={() => void apply()}>
        {fillText(glossary.replaceMany, counts)}
      </Button>
    </>
  );
  const title = fillText(glossary.applyTitle, { wrong: rule.wrong, right: rule.right });
  return (
    <Dialog open title={title} className="glossary-apply" onClose={onClose} footer={footer}>
      <p className="glossary-hint">{isEmpty ? glossary.nowhere : glossary.applyHint}</p>
      {error && <ErrorPanel error={error} retrying={busy} onRetry={more} />}
      {!preview && busy && (
        <SkeletonRegion className="glossary-pending">
          <Skeleton height={20} />
          <Skeleton height={20} />
          <Skeleton height={20} />
        </SkeletonRegion>
      )}
      {groups.map((places) => (
        <ResourceGroup key={places[0]?.resource.id} places={places} left={left} onSet={set} />
      ))}
      {preview?.next && (
        <Button busy={busy} onClick={more}>
          {glossary.moreOccurrences}
        </Button>
      )}
      {chosen.isCut && (
        <p className="glossary-hint" role="status">
          {fillText(glossary.limit, { count: number(selectionLimit) })}
        </p>
      )}
    </Dialog>
  );
}

type GroupProps = {
  places: readonly GlossaryOccurrence[];
  left: ReadonlySet<string>;
  onSet: (places: readonly GlossaryOccurrence[], on: boolean) => void;
};

function ResourceGroup(props: GroupProps) {
  const { places } = props;
  const [first] = places;
  if (!first) return null;
  const texts = [...Map.groupBy(places, ({ textId }) => textId).values()];
  return (
    <fieldset className="glossary-group">
      <legend>{first.resource.title}</legend>
      {texts.map((own) => (
        <TextGroup key={own[0]?.textId} {...props} places={own} />
      ))}
    </fieldset>
  );
}

function TextGroup({ places, left, onSet }: GroupProps) {
  const { glossary } = useTexts().textWork;
  const [first] = places;
  const out = places.filter((place) => left.has(occurrenceId(place))).length;
  if (!first) return null;
  return (
    <>
      <h3>
        <label>
          <input
            type="checkbox"
            checked={out === 0}
            ref={(box) => {
              if (box) box.indeterminate = out > 0 && out < places.length;
            }}
            onChange={({ target }) => onSet(places, target.checked)}
          />
          {nameOf(first, glossary)}
        </label>
        {first.published && <Status tone="ok">{glossary.published}</Status>}
      </h3>
      <ul className="glossary-places">
        {places.map((place) => (
          <li key={occurrenceId(place)}>
            <label>
              <input
                type="checkbox"
                checked={!left.has(occurrenceId(place))}
                onChange={({ target }) => onSet([place], target.checked)}
              />
              <span>
                {place.before}
                <del>{place.found}</del> <ins>{place.right}</ins>
                {place.after}
              </span>
            </label>
            <a href={hrefOf(place)} target="_blank" rel="noreferrer" title={glossary.open}>
              {placeName(place, glossary)}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

const occurrenceId = ({ textId, ordinal }: GlossaryOccurrence) => `${textId} ${ordinal}`;

type Chosen = Pick<ApplyGlossaryInput, 'leaveOut'> & { textIds: string[]; places: number; isCut: boolean };

/** Input of the operation: texts with at least one chosen place, up to the limit, and the places in them to leave out. */
function chosenOf(occurrences: readonly GlossaryOccurrence[], left: ReadonlySet<string>): Chosen {
  const chosen: Chosen = { textIds: [], leaveOut: [], places: 0, isCut: false };
  for (const [textId, places] of Map.groupBy(occurrences, (place) => place.textId)) {
    const out = places.filter((place) => left.has(occurrenceId(place)));
    if (out.length === places.length) continue;
    chosen.isCut = chosen.textIds.length >= selectionLimit;
    if (chosen.isCut) break;
    chosen.textIds.push(textId);
    chosen.places += places.length - out.length;
    if (out.length > 0) chosen.leaveOut.push({ textId, ordinals: out.map(({ ordinal }) => ordinal) });
  }
  return chosen;
}

/** The kind of text; for subtitles, also their language. */
function nameOf({ source, language }: GlossaryOccurrence, { sources }: GlossaryTexts): string {
  return source === 'subtitle' && language ? `${sources.subtitle} · ${languageName(language)}` : sources[source];
}

function placeName({ page, cue, startMs }: GlossaryOccurrence, texts: GlossaryTexts): string {
  const time = startMs === null ? '' : clock(startMs / 1_000);
  if (cue !== null) return fillText(texts.cue, { number: cue, time });
  return page === null ? time : fillText(texts.page, { number: page });
}

/** Link to the text's editor at this place. */
function hrefOf({ source, resource, language, page, box, startMs }: GlossaryOccurrence): string {
  const second = startMs === null ? null : startMs / 1_000;
  if (source !== 'subtitle') return textHrefAt(resource, { page, second, ...(box && { box }) });
  const href = subtitleHref(resource.id, { language: language ?? undefined });
  return second === null || second < 1 ? href : `${href}&second=${Math.floor(second)}`;
}

type Preview = {
  occurrences: readonly GlossaryOccurrence[];
  /** Cursor of the next page; null when there is none. */
  next: string | null;
};

/** All places where a term occurs, loaded page by page on request. */
function useOccurrences(rule: GlossaryRule) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(true);
  const asked = useRef(rule);
  const load = useCallback(async (cursor: string | null) => {
    setBusy(true);
    setError(null);
    try {
      const { wrong, right, language, wholeWord } = asked.current;
      const body = { rule: { wrong, right, language, wholeWord }, ...(cursor !== null && { cursor }) };
      const page = await call(previewGlossary, { body }, { quiet: true });
      setPreview((known) => ({
        occurrences: [...(cursor === null ? [] : (known?.occurrences ?? [])), ...page.occurrences],
        next: page.next,
      }));
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      setError(thrown);
    } finally {
      setBusy(false);
    }
  }, []);
  useEffect(() => void load(null), [load]);
  return { preview, error, busy, more: () => void load(preview?.next ?? null) };
}

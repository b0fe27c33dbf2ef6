import { getSummaryVersion } from '@lectern/contract/features/summary-change.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { SummaryLabel } from '../../../components/summary/summary-state.tsx';
import { DiffView } from '../../../components/workbench/diff-view.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import {
  type EditedSummary,
  editedOf,
  linesOf,
  type SummaryPart,
  sameLines,
  summaryParts,
} from '../model/edited-summary.ts';
import type { SummaryEdit } from './use-summary-edit.ts';
import type { SummaryMoves } from './use-summary-moves.ts';

type Props = {
  edit: SummaryEdit;
  moves: SummaryMoves;
  number: number;
  onClose: () => void;
};
type Choice = 'mine' | 'theirs';

/** Compares the summary on screen with another result, and takes over single parts or all of it. */
export function MergeDialog({ edit, moves, number, onClose }: Props) {
  const { summary } = useTexts();
  const { merge } = summary;
  const { id } = edit.view;
  const { data, error, isFetching, refetch } = useQuery(
    queryOf(getSummaryVersion, { params: { id, number } }, { quiet: true }),
  );
  const mine = edit.work.state.get().value;
  const theirs = data && editedOf(data.content);
  const [chosen, setChosen] = useState<Partial<Record<SummaryPart, Choice>>>({});
  const differing = theirs ? summaryParts.filter((part) => !sameLines(linesOf(mine, part), linesOf(theirs, part))) : [];
  const taken = differing.filter((part) => (chosen[part] ?? 'mine') === 'theirs');

  const apply = async (parts: readonly SummaryPart[]) => {
    if (!data || !theirs) return;
    onClose();
    const isCurrent = edit.newer?.id === data.id;
    // Taking over all of an offered result makes it the current one unchanged.
    if (!isCurrent && parts.length === differing.length && !edit.unsaved) {
      const next = await moves.adopt(data.id, data.number);
      if (next?.current) await edit.goOnFrom(next.current.content, undefined, next);
      return;
    }
    const mixed = Object.fromEntries(
      summaryParts.map((part) => [part, (parts.includes(part) ? theirs : mine)[part]]),
    ) as EditedSummary;
    if (isCurrent) await edit.goOnFrom(data.content, mixed);
    else edit.work.perform(() => mixed);
  };
  const keep = () => {
    onClose();
    if (edit.newer) void apply([]);
    else if (data) void moves.decline(data.id);
  };
  const footer = theirs && (
    <>
      <Button onClick={keep}>{merge.allMine}</Button>
      <Button onClick={() => void apply(differing)}>{merge.allTheirs}</Button>
      <Button look="primary" disabled={taken.length === 0} onClick={() => void apply(taken)}>
        {merge.apply}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      className="summary-merge-dialog"
      title={fillText(merge.title, { number })}
      onClose={onClose}
      footer={footer}
    >
      {error && <ErrorPanel error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && (
        <SkeletonRegion>
          <Skeleton height={200} />
        </SkeletonRegion>
      )}
      {data && theirs && (
        <div className="summary-merge">
          <SummaryLabel version={data} />
          <p>{merge.text}</p>
          {summaryParts.map((part) => {
            const [before, after] = [linesOf(mine, part), linesOf(theirs, part)];
            if (before.length === 0 && after.length === 0) return null;
            return (
              <section key={part}>
                {differing.includes(part) ? (
                  <>
                    <ChoiceField
                      label={summary.parts[part]}
                      value={chosen[part] ?? 'mine'}
                      options={(['mine', 'theirs'] as const).map((value) => ({ value, label: merge[value] }))}
                      onChange={(choice) => setChosen({ ...chosen, [part]: choice })}
                    />
                    <DiffView before={before} after={after} />
                  </>
                ) : (
                  <>
                    <h3>{summary.parts[part]}</h3>
                    <p>{merge.same}</p>
                  </>
                )}
              </section>
            );
          })}
        </div>
      )}
    </Dialog>
  );
}

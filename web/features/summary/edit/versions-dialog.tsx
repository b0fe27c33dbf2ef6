import type { SummaryVersion } from '@lectern/contract/features/summary.ts';
import { getSummaryVersion } from '@lectern/contract/features/summary-change.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { originWords, summaryState } from '../../../components/summary/summary-state.tsx';
import { DiffView } from '../../../components/workbench/diff-view.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { editedOf, summaryParts } from '../model/edited-summary.ts';
import { linesOf, sameLines } from '../model/summary-lines.ts';
import { SummaryFacts } from './summary-facts.tsx';
import type { SummaryEdit } from './use-summary-edit.ts';
import type { SummaryMoves } from './use-summary-moves.ts';

type Props = { edit: SummaryEdit; moves: SummaryMoves; versions: readonly SummaryVersion[]; onClose: () => void };

/** Every result of the machine and every edit, and what is different between one of them and what is on screen. */
export function VersionsDialog({ edit, moves, versions, onClose }: Props) {
  const texts = useTexts();
  const { summary } = texts;
  const format = useFormat();
  const [chosen, setChosen] = useState(versions.find(({ id }) => id !== edit.base.id) ?? versions[0]);
  return (
    <Dialog open title={summary.versionsTitle} className="text-versions-dialog" onClose={onClose}>
      <div className="text-versions">
        <ul className="text-versions-list">
          {versions.map((version) => (
            <li key={version.id}>
              <button type="button" aria-pressed={version.id === chosen?.id} onClick={() => setChosen(version)}>
                <b>
                  {fillText(summary.version, { number: version.number })}
                  {version.current && <em> · {summary.current}</em>}
                </b>
                <span>{originWords(version, texts)}</span>
                {summaryState(version.state)}
                <small>{format.dateTime(version.createdAt)}</small>
              </button>
            </li>
          ))}
        </ul>
        {chosen && <Comparison key={chosen.id} edit={edit} moves={moves} version={chosen} onClose={onClose} />}
      </div>
    </Dialog>
  );
}

type ComparisonProps = Pick<Props, 'edit' | 'moves' | 'onClose'> & { version: SummaryVersion };

function Comparison({ edit, moves, version, onClose }: ComparisonProps) {
  const { summary } = useTexts();
  const params = { id: edit.view.id, number: version.number };
  const { data, error, isFetching, refetch } = useQuery(queryOf(getSummaryVersion, { params }, { quiet: true }));
  const now = edit.work.state.get().value;
  const then = data && editedOf(data.content);
  const parts = then ? summaryParts.filter((part) => !sameLines(linesOf(then, part), linesOf(now, part))) : [];
  const mayAdopt = edit.mayEdit && !edit.readOnly && !edit.unsaved && !version.current;
  return (
    <div className="text-versions-diff">
      {error && <ErrorPanel error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && (
        <SkeletonRegion>
          <Skeleton height={160} />
        </SkeletonRegion>
      )}
      {then && parts.length === 0 && <p>{summary.sameAsScreen}</p>}
      {then &&
        parts.map((part) => (
          <section key={part}>
            <h3>{summary.parts[part]}</h3>
            <DiffView before={linesOf(then, part)} after={linesOf(now, part)} />
          </section>
        ))}
      <SummaryFacts version={version} />
      {mayAdopt && (
        <Button
          busy={edit.busy}
          onClick={() =>
            void moves.adopt(version.id, version.number).then(async (next) => {
              if (!next?.current) return;
              await edit.goOnFrom(next.current.content, undefined, next);
              onClose();
            })
          }
        >
          {summary.adopt}
        </Button>
      )}
    </div>
  );
}

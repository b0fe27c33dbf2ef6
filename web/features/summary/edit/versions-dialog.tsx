import type { SummaryVersion } from '@lectern/contract/features/summary.ts';
import { getSummaryVersion } from '@lectern/contract/features/summary-change.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { originWords, summaryState } from '../../../components/summary/summary-state.tsx';
import { DiffView } from '../../../components/workbench/diff-view.tsx';
import { VersionPending, VersionsDialog as Versions } from '../../../components/workbench/versions-dialog.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { editedOf, linesOf, sameLines, summaryParts } from '../model/edited-summary.ts';
import { SummaryFacts } from './summary-facts.tsx';
import type { SummaryEdit } from './use-summary-edit.ts';
import type { SummaryMoves } from './use-summary-moves.ts';

type Props = { edit: SummaryEdit; moves: SummaryMoves; versions: readonly SummaryVersion[]; onClose: () => void };

/** All results and edits, and the differences between one of them and the summary on screen. */
export function VersionsDialog({ edit, moves, versions, onClose }: Props) {
  const texts = useTexts();
  return (
    <Versions
      title={texts.summary.versionsTitle}
      versions={versions}
      currentId={versions.find((version) => version.current)?.id ?? null}
      current={texts.summary.current}
      first={versions.find(({ id }) => id !== edit.base.id) ?? versions[0]}
      about={(version) => (
        <>
          <span>{originWords(version, texts)}</span>
          {summaryState(version.state, texts)}
        </>
      )}
      onClose={onClose}
    >
      {(version) => <Comparison edit={edit} moves={moves} version={version} onClose={onClose} />}
    </Versions>
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
  const adopt = async () => {
    const next = await moves.adopt(version.id, version.number);
    if (!next?.current) return;
    await edit.goOnFrom(next.current.content, undefined, next);
    onClose();
  };
  return (
    <>
      <VersionPending ready={data !== undefined} error={error} retrying={isFetching} onRetry={() => void refetch()} />
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
        <Button busy={edit.busy} onClick={() => void adopt()}>
          {summary.adopt}
        </Button>
      )}
    </>
  );
}

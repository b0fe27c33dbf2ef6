import type { SummaryChange } from '@lectern/contract/features/summary.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { EditLockBanner } from '../../../components/detail/detail-notices.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { isUnderWay } from '../../../components/work/work-state.tsx';
import { causeOf } from '../../../components/work/work-words.ts';
import { LeftBehindBanner } from '../../../components/workbench/text-banners.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { changeWords } from '../model/edited-summary.ts';
import type { SummaryEdit } from './use-summary-edit.ts';
import type { SummaryMoves } from './use-summary-moves.ts';

type Props = { edit: SummaryEdit; moves: SummaryMoves };

/** Notices above the summary: other editors, out-of-date text, errors and new results. */
export function SummaryNotices({ edit, moves }: Props) {
  const { summary, textWork, languageModel } = useTexts();
  const { notices } = summary;
  const me = useCurrentUser();
  const { view, lock, left, newer, error } = edit;
  const { current, work, published } = view;
  const locked = lock.other !== null || lock.finished !== null;
  const again = view.moves.includes('regenerate') && (
    <Button onClick={() => void moves.regenerate({})}>{notices.tryAgain}</Button>
  );
  const runs = work !== null && isUnderWay(work.state);
  const why = current?.rejection;
  const isOutOfDate = error?.code === 'summaryOutOfDate';
  return (
    <div className="text-work-notices">
      <EditLockBanner
        lock={lock}
        onGoOn={() =>
          void left.look().then(() => {
            lock.goOn();
            if (newer) void edit.goOnFrom(newer.content);
          })
        }
      />
      {!edit.mayEdit && (
        <Banner tone="info" icon="eye">
          {hasAbility(me.roleId, 'editor') ? notices.covered : notices.mayNot}
        </Banner>
      )}
      {view.state === 'rejected' && why && (
        <Banner tone="bad" icon="ban">
          {fillText(notices.rejected, { reason: summary.rejections[why.reason] })} {why.note}
        </Banner>
      )}
      {!newer && view.outOfDate && <StaleBanner change={view.outOfDate} edit={edit} moves={moves} />}
      {!newer && current?.fallback && current.fallback.code !== 'notConfigured' && (
        <Banner tone="warning" icon="sparkle" actions={!runs && again}>
          {fillText(notices.fallback, { cause: languageModel.failures[current.fallback.code] })}{' '}
          <span className="summary-cause">{current.fallback.sentence}</span>
        </Banner>
      )}
      {runs && (
        <Banner tone="info" icon="refresh">
          {work.state === 'running' ? fillText(notices.working, { value: work.progress }) : notices.waiting}
        </Banner>
      )}
      {work?.state === 'failed' && (
        <Banner tone="bad" actions={again}>
          {fillText(notices.failed, { cause: causeOf(work) ?? '' })}
        </Banner>
      )}
      {work?.state === 'skipped' && (
        <Banner tone="info">{fillText(notices.skipped, { cause: causeOf(work) ?? '' })}</Banner>
      )}
      {published !== null && published !== view.number && (
        <Banner tone="info" icon="eye">
          {fillText(notices.publishedOlder, { number: published })}
        </Banner>
      )}
      {!locked && <LeftBehindBanner left={left} baseId={edit.baseId} />}
      {left.error && <ErrorPanel error={left.error} />}
      {!locked && <NewResultBanner edit={edit} moves={moves} />}
      {error && (error.status !== 409 || isOutOfDate) && <ErrorPanel error={error} title={summary.refused} />}
      {error?.status === 409 && !isOutOfDate && !newer && <Banner tone="warning">{textWork.conflict}</Banner>}
    </div>
  );
}

/** A newer result: load it or compare it part by part; it never replaces unsaved edits. */
function NewResultBanner({ edit, moves }: Props) {
  const { notices } = useTexts().summary;
  const [compares, setCompares] = useState(false);
  const { newer, unsaved } = edit;
  const { offered } = edit.view;
  const number = newer?.number ?? offered;
  if (number === null || !edit.mayEdit || edit.left.draft) return null;
  const by = newer?.createdBy?.name;
  const said = newer ? (by ? notices.newer : notices.newerMachine) : notices.offered;
  return (
    <>
      <Banner
        tone="info"
        icon="sparkle"
        actions={
          <>
            {newer && !unsaved && <Button onClick={() => void edit.goOnFrom(newer.content)}>{notices.load}</Button>}
            <Button look="primary" onClick={() => setCompares(true)}>
              {notices.compare}
            </Button>
          </>
        }
      >
        {fillText(said, { number, name: by ?? '' })}
      </Banner>
      {compares && <MergeDialog edit={edit} moves={moves} number={number} onClose={() => setCompares(false)} />}
    </>
  );
}

type StaleBannerProps = { change: SummaryChange; edit: SummaryEdit; moves: SummaryMoves };

/** The source text has changed: says how, and offers to generate a new summary. */
function StaleBanner({ change, edit, moves }: StaleBannerProps) {
  const { summary } = useTexts();
  const format = useFormat();
  return (
    <Banner
      tone="warning"
      icon="clock"
      actions={
        edit.view.moves.includes('regenerate') && (
          <Button onClick={() => void moves.regenerate({})}>{summary.outOfDate.regenerate}</Button>
        )
      }
    >
      {changeWords(change, summary, format)}
    </Banner>
  );
}

/** Dialogs whose code and styles load on demand. */
const MergeDialog = lazyPart(async () => (await import('./merge-dialog.tsx')).MergeDialog);
export const VersionsDialog = lazyPart(async () => (await import('./versions-dialog.tsx')).VersionsDialog);

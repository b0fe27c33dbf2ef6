import type { RescanRow } from '@lectern/contract/features/scan.ts';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Status } from '../../../components/status.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { mayManage, toolActions } from '../word-actions.ts';
import { wordDialog } from '../word-dialog.ts';
import { isUnderWay, outcomeWords, progressWords, useRescans } from './use-rescans.ts';
import '../word-page.css';

/** Bar above the list: progress of re-scans, and the library's tools. */
export function WordTools() {
  const texts = useTexts();
  const me = useCurrentUser();
  const rescans = useRescans();
  return (
    <section className="word-tools" aria-label={texts.sensitiveTools.rescan.label}>
      <div className="word-tools-state">
        {rescans.data && <RescanNow rows={rescans.data.rows} />}
        {!rescans.data && rescans.isPending && (
          <SkeletonRegion>
            <Skeleton width={260} height={14} />
          </SkeletonRegion>
        )}
        {!rescans.data && rescans.isError && <Status tone="bad">{texts.sensitiveTools.rescan.unknown}</Status>}
      </div>
      {toolActions.map((action) => (
        <Button
          key={action.id}
          size="small"
          {...(action.icon && { icon: action.icon })}
          {...(action.keys && { keys: action.keys, 'aria-keyshortcuts': action.keys.toUpperCase() })}
          onClick={() => void action.run({ navigate, user: me })}
        >
          {action.label(texts)}
        </Button>
      ))}
    </section>
  );
}

/** The running re-scan, or that everything is up to date. */
function RescanNow({ rows }: { rows: readonly RescanRow[] }) {
  const texts = useTexts();
  const { rescan } = texts.sensitiveTools;
  const format = useFormat();
  const now = rows.find(({ state }) => state === 'running') ?? rows.find(isUnderWay);
  if (now) {
    const words = progressWords(now, texts, format);
    return (
      <>
        <Status tone="info">{words}</Status>
        <progress aria-label={words} max={now.total ?? 1} {...(now.total !== null && { value: now.done })} />
        <span className="word-tools-quiet">{outcomeWords(now, texts, format)}</span>
      </>
    );
  }
  const last = rows[0];
  if (!last) return <Status tone="ok">{rescan.never}</Status>;
  const when = last.finishedAt ?? last.createdAt;
  if (last.state === 'failed')
    return <Status tone="bad">{fillText(rescan.stoppedEarly, { cause: last.cause ?? texts.words.unknown })}</Status>;
  return (
    <>
      <Status tone={last.state === 'done' ? 'ok' : 'warn'}>
        {last.state === 'done' ? rescan.upToDate : rescan.stoppedByHand}
      </Status>
      <span className="word-tools-quiet" title={format.dateTime(when)}>
        {fillText(rescan.last, { time: format.relativeTime(when) })}
      </span>
    </>
  );
}

/** Empty state: explains the library and offers the two ways to start. */
export function WordsEmpty() {
  const { sensitiveWord } = useTexts();
  const me = useCurrentUser();
  const ways = (
    <div className="words-begin">
      <Button icon="upload" onClick={() => wordDialog.set({ kind: 'import' })}>
        {sensitiveWord.actions.import}
      </Button>
      <Button look="primary" icon="plus" onClick={() => wordDialog.set({ kind: 'create' })}>
        {sensitiveWord.actions.create}
      </Button>
    </div>
  );
  return (
    <EmptyState icon="shield" title={sensitiveWord.emptyTitle} action={mayManage(me) && ways}>
      {sensitiveWord.emptyText}
    </EmptyState>
  );
}

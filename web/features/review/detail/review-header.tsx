import { editPath, isItemType, type ReviewView } from '@lectern/contract/features/review.ts';
import { type ReviewDecision, reviewDecisions } from '@lectern/contract/features/review-decision.ts';
import { Banner } from '../../../components/banner.tsx';
import { Button, IconButton } from '../../../components/button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { severityMark } from '../../../components/sensitive/marked-text.tsx';
import type { Walk } from '../../../components/walk/walk.ts';
import { WalkButtons } from '../../../components/walk/walk-buttons.tsx';
import { noticeOf } from '../../../lib/failure-listener.ts';
import { useFormat } from '../../../lib/format.ts';
import { joinFullSentences, joinSentences } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { kindIcons, reviewState } from '../review-state.tsx';
import type { Decide } from './use-decide.ts';

type Props = {
  review: ReviewView;
  walk: Walk;
  busy: boolean;
  onDecideAll: (decision: ReviewDecision) => void;
};

/** Decisions offered in the menu; the others have their own buttons. */
const inMenu: readonly ReviewDecision[] = ['mask', 'escalate'];

/** Header line: position in the queue, title, state, and decisions on all matches at once. */
export function ReviewHeader({ review, walk, busy, onDecideAll }: Props) {
  const texts = useTexts();
  const says = texts.review;
  const { number } = useFormat();
  const { title, kind } = review.resource;
  const may = (decision: ReviewDecision) => review.moves.includes(decision);
  const offered = reviewDecisions.filter((decision) => inMenu.includes(decision) && may(decision));
  const toItem = editPath({ id: review.id, kind });
  return (
    <div className="review-header">
      <WalkButtons walk={walk} words={{ back: says.backToQueue, previous: says.previous, next: says.nextReview }} />
      <h1 title={title}>{title}</h1>
      {reviewState(review, texts)}
      <small>{fillText(says.openOf, { open: number(review.openHits), all: number(review.hits) })}</small>
      {review.severity && (
        <span className="review-severity">
          {says.filters.severity} {severityMark(review.severity, texts, review.likelyFalse)}
        </span>
      )}
      <div className="review-header-actions">
        <Menu
          label={says.more}
          align="end"
          trigger={(props) => <IconButton icon="more" label={says.more} {...props} />}
        >
          {offered.map((decision) => (
            <MenuItem
              key={decision}
              icon={decision === 'mask' ? 'eyeOff' : 'arrowUp'}
              onSelect={() => onDecideAll(decision)}
            >
              {says.actions[decision]}
            </MenuItem>
          ))}
          {offered.length > 0 && <MenuSeparator />}
          <MenuItem icon={kindIcons[kind]} onSelect={() => navigate(toItem)}>
            {isItemType(kind) ? says.openItem[kind] : says.actions.openResource}
          </MenuItem>
        </Menu>
        {may('return') && (
          <Button busy={busy} onClick={() => onDecideAll('return')}>
            {says.actions.return}
          </Button>
        )}
        {may('block') && (
          <Button look="danger" busy={busy} aria-keyshortcuts="Shift+B" onClick={() => onDecideAll('block')}>
            {says.blockAll}
          </Button>
        )}
        {may('clear') && (
          <Button busy={busy} aria-keyshortcuts="Shift+A" onClick={() => onDecideAll('clear')}>
            {says.clearAll}
          </Button>
        )}
      </div>
    </div>
  );
}

type ReviewNoticesProps = { review: ReviewView; decide: Decide; onReload: () => void };

/** Why the review is in its state, and why a decision failed. */
export function ReviewNotices({ review, decide, onReload }: ReviewNoticesProps) {
  const { review: says, words } = useTexts();
  const format = useFormat();
  const { notices } = says;
  const { returned, escalated, masks, maskFailed, state } = review;
  const step = (text: string, { by, at, why }: NonNullable<ReviewView['returned']>) =>
    fillText(text, { name: by?.name ?? words.unknown, time: format.relativeTime(at), why });
  const notice = decide.problem && noticeOf(decide.problem);
  return (
    <div className="review-notices">
      {notice && (
        <Banner
          tone="warning"
          actions={
            <>
              <Button size="small" icon="refresh" onClick={onReload}>
                {says.reload}
              </Button>
              <Button size="small" onClick={decide.forget}>
                {words.close}
              </Button>
            </>
          }
        >
          <strong>{joinSentences(says.refused, '')}</strong>
          {joinFullSentences(notice.title, decide.problem?.kind !== 'status' && notice.text)}
        </Banner>
      )}
      {review.resource.state === 'blocked' && (
        <Banner tone="bad">{isItemType(review.resource.kind) ? notices.withheld : notices.blocked}</Banner>
      )}
      {returned && state === 'returned' && <Banner tone="info">{step(notices.returned, returned)}</Banner>}
      {escalated && state === 'escalated' && <Banner tone="warning">{step(notices.escalated, escalated)}</Banner>}
      {maskFailed && (
        <Banner
          tone="bad"
          actions={
            <Button size="small" icon="refresh" disabled={decide.busy} onClick={() => void decide.maskAgain()}>
              {notices.maskAgain}
            </Button>
          }
        >
          {fillText(notices.maskFailed, { time: format.relativeTime(maskFailed.at), why: maskFailed.why })}
        </Banner>
      )}
      <ReviewReports reports={review.reports} />
      {masks > 0 && !maskFailed && (
        <Banner tone="info" icon="eyeOff">
          {fillText(notices.masked, { count: format.number(masks) })}
        </Banner>
      )}
    </div>
  );
}

type Report = ReviewView['reports'][number];

/** Reports from site visitors; a decision about the resource closes them. */
function ReviewReports({ reports }: { reports: readonly Report[] }) {
  const { review } = useTexts();
  const format = useFormat();
  const open = reports.filter(({ settledAt }) => settledAt === null);
  if (open.length === 0) return null;
  const says = review.reports;
  const where = ({ page, positionMs }: Report) => {
    if (page !== null) return fillText(says.page, { page: format.number(page) });
    return positionMs === null ? null : fillText(says.moment, { time: format.duration(positionMs) });
  };
  return (
    <Banner tone="warning">
      <strong>{fillText(says.readers, { count: format.number(open.length) })}</strong>
      <ul className="review-reports">
        {open.map((report) => (
          <li key={report.id}>
            {[
              says.reasons[report.reason],
              where(report),
              report.note && `“${report.note}”`,
              report.site,
              format.relativeTime(report.at),
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

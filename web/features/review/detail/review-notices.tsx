import { isItemType, type ReviewView } from '@lectern/contract/features/review.ts';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { noticeOf } from '../../../lib/failure-listener.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { Decide } from './use-decide.ts';

type Props = { review: ReviewView; decide: Decide; onReload: () => void };

/** Why it is where it is, and why something was not decided. */
export function ReviewNotices({ review, decide, onReload }: Props) {
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
          <strong>{says.refused}.</strong> {notice.title} {decide.problem?.kind !== 'status' && notice.text}
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

/** What readers of sites complain of: a decision about the resource settles it. */
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

import { isItemType, type ReviewView } from '@lectern/contract/features/review.ts';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { noticeOf } from '../../../lib/failure-listener.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { ReviewReports } from './review-reports.tsx';
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
          {masks === 1 ? notices.oneMasked : fillText(notices.masked, { count: format.number(masks) })}
        </Banner>
      )}
    </div>
  );
}

import type { ReviewView } from '@lectern/contract/features/review.ts';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import type { ApiError } from '../../../lib/api-error.ts';
import { noticeOf } from '../../../lib/failure-listener.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';

type Props = { review: ReviewView; problem: ApiError | null; onReload: () => void; onDismiss: () => void };

/** Why it is where it is, and why something was not decided. */
export function ReviewNotices({ review, problem, onReload, onDismiss }: Props) {
  const { review: says, words } = useTexts();
  const format = useFormat();
  const { notices } = says;
  const { returned, escalated, masks, state } = review;
  const step = (text: string, { by, at, why }: NonNullable<ReviewView['returned']>) =>
    fillText(text, { name: by?.name ?? words.unknown, time: format.relativeTime(at), why });
  const notice = problem && noticeOf(problem);
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
              <Button size="small" onClick={onDismiss}>
                {words.close}
              </Button>
            </>
          }
        >
          <strong>{says.refused}.</strong> {notice.title} {notice.text}
        </Banner>
      )}
      {review.resource.state === 'blocked' && <Banner tone="bad">{notices.blocked}</Banner>}
      {returned && state === 'returned' && <Banner tone="info">{step(notices.returned, returned)}</Banner>}
      {escalated && state === 'escalated' && <Banner tone="warning">{step(notices.escalated, escalated)}</Banner>}
      {masks > 0 && (
        <Banner tone="info" icon="eyeOff">
          {masks === 1 ? notices.oneMasked : fillText(notices.masked, { count: format.number(masks) })}
        </Banner>
      )}
    </div>
  );
}

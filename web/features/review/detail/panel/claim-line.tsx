import type { ReviewView } from '@lectern/contract/features/review.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { Button } from '../../../../components/button.tsx';
import { useCurrentUser } from '../../../../lib/current-user.tsx';
import { useFormat } from '../../../../lib/format.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { isOverdue, isUndecided } from '../../review-state.tsx';
import type { Decide } from '../use-decide.ts';

/** Who has taken it on, and until when it is due. */
export function ClaimLine({ review, decide }: { review: ReviewView; decide: Decide }) {
  const { review: says } = useTexts();
  const { panel } = says;
  const me = useCurrentUser();
  const format = useFormat();
  const { claimedBy, moves, dueAt } = review;
  const mine = claimedBy?.id === me.id;
  const late = isOverdue(review);
  const isPassedUp = review.state === 'escalated' && !hasAbility(me.roleId, 'admin');
  const who = claimedBy ? (mine ? says.claimedByYou : fillText(says.claimedBy, claimedBy)) : says.unclaimed;
  const due = fillText(late ? says.overdue : says.dueAt, { time: format.relativeTime(dueAt) });
  return (
    <div className="review-claim">
      <span>
        {who}
        {isUndecided(review) && (
          <>
            {' · '}
            <time dateTime={dueAt} title={format.dateTime(dueAt)} className={late ? 'review-late' : undefined}>
              {due}
            </time>
          </>
        )}
      </span>
      {moves.includes('claim') && (
        <Button size="small" keys="c" busy={decide.busy} onClick={() => void decide.claim()}>
          {panel.claim}
        </Button>
      )}
      {moves.includes('release') && (
        <Button size="small" {...(mine && { keys: 'c' })} busy={decide.busy} onClick={() => void decide.release()}>
          {panel.release}
        </Button>
      )}
      {claimedBy && !mine && <p>{fillText(panel.notYours, claimedBy)}</p>}
      {!claimedBy && isPassedUp && <p>{panel.passedUp}</p>}
    </div>
  );
}

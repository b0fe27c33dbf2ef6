import type { ReviewMove, ReviewView } from '@lectern/contract/features/review.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { TextareaField } from '../../../../components/text-field.tsx';
import { useCurrentUser } from '../../../../lib/current-user.tsx';
import { useFormat } from '../../../../lib/format.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { notify } from '../../../../lib/notifications.ts';
import { isOverdue, isUndecided } from '../../review-state.tsx';
import type { Decide } from '../use-decide.ts';

/** Unblocking takes two people: one requests it, another confirms or refuses. */
export function UnblockCard({ review, decide }: { review: ReviewView; decide: Decide }) {
  const { unblock } = useTexts().review;
  const format = useFormat();
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const { moves, unblockAsked } = review;
  if (review.resource.state !== 'blocked' && !unblockAsked) return null;
  const may = (move: ReviewMove) => moves.includes(move);
  const carryOut = async (name: keyof typeof unblock.told, work: (note: string) => Promise<boolean>) => {
    const why = note.trim();
    const needed = { ask: unblock.askText, refuse: unblock.refuseNote }[name as string];
    if (needed && why === '') return setMissing(needed);
    setMissing(null);
    if (!(await work(why))) return;
    setNote('');
    notify({ level: 'success', title: unblock.told[name] });
  };
  const person = { name: unblockAsked?.by?.name ?? '' };
  const writes = may('askUnblock') || may('refuseUnblock');
  return (
    <section className="review-card">
      <h2>{unblock.title}</h2>
      {unblockAsked && (
        <p>
          {fillText(unblockAsked.why ? unblock.asked : unblock.askedBare, {
            ...person,
            time: format.relativeTime(unblockAsked.at),
            why: unblockAsked.why,
          })}
        </p>
      )}
      {may('withdrawUnblock') && <p>{unblock.waits}</p>}
      {!unblockAsked && !may('askUnblock') && <p>{unblock.stillOpen}</p>}
      {!unblockAsked && may('askUnblock') && <p>{unblock.askText}</p>}
      {writes && (
        <TextareaField
          label={unblock.note}
          rows={2}
          maxLength={1000}
          value={note}
          error={missing ?? undefined}
          onChange={setNote}
        />
      )}
      <div className="review-card-actions">
        {may('askUnblock') && (
          <Button busy={decide.busy} onClick={() => void carryOut('ask', decide.ask)}>
            {unblock.ask}
          </Button>
        )}
        {may('confirmUnblock') && (
          <Button
            look="primary"
            busy={decide.busy}
            onClick={() => void carryOut('confirm', (why) => decide.answer(true, why))}
          >
            {unblock.confirm}
          </Button>
        )}
        {may('refuseUnblock') && (
          <Button busy={decide.busy} onClick={() => void carryOut('refuse', (why) => decide.answer(false, why))}>
            {unblock.refuse}
          </Button>
        )}
        {may('withdrawUnblock') && (
          <Button busy={decide.busy} onClick={() => void carryOut('withdraw', decide.withdraw)}>
            {unblock.withdraw}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Who has claimed the review, and when it is due. */
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
  const due = late
    ? fillText(says.overdue, { time: format.elapsed(dueAt) })
    : fillText(says.dueAt, { time: format.relativeTime(dueAt) });
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

import {
  getReview,
  type Hit,
  listHits,
  listReviews,
  type ReviewMove,
  type ReviewView,
} from '@lectern/contract/features/review.ts';
import {
  countSameHits,
  type HitDecision,
  hitDecisions,
  ignoreLikelyFalse,
  maskableSources,
} from '@lectern/contract/features/review-decision.ts';
import { getSensitiveWord } from '@lectern/contract/features/sensitive-word.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { SelectField } from '../../../../components/select-field.tsx';
import { TextareaField } from '../../../../components/text-field.tsx';
import { useFormat } from '../../../../lib/format.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../../lib/lazy-part.tsx';
import { navigate } from '../../../../lib/navigation.ts';
import { notify } from '../../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../../lib/queries.ts';
import { useStore } from '../../../../lib/store.ts';
import { keepReason, lastReasons, reasonOptions } from '../../decide/decision-dialog.tsx';
import { hitState } from '../../review-state.tsx';
import type { Decide } from '../use-decide.ts';
import { ClaimLine, UnblockCard } from './unblock-card.tsx';

const SameDialog = lazyPart(async () => (await import('./same-dialog.tsx')).SameDialog);

/** Offers to decide matches of the same word in identical text elsewhere in the same way. */
function SameHits({ review, hit }: { review: ReviewView; hit: Hit }) {
  const { panel } = useTexts().review;
  const { number } = useFormat();
  const [asking, setAsking] = useState(false);
  const { data } = useQuery(queryOf(countSameHits, { params: { id: review.id, hitId: hit.id } }, { quiet: true }));
  const elsewhere = data && data.resources > 1;
  return (
    <section className="review-card">
      <h2>{panel.same}</h2>
      {data && (
        <p>
          {elsewhere
            ? fillText(panel.sameCount, { hits: number(data.hits), resources: number(data.resources) })
            : panel.sameNone}
        </p>
      )}
      {elsewhere && (
        <div className="review-card-actions">
          <Button size="small" onClick={() => setAsking(true)}>
            {panel.sameOpen}
          </Button>
        </div>
      )}
      {asking && data && <SameDialog review={review} hit={hit} same={data} onClose={() => setAsking(false)} />}
    </section>
  );
}

export type DecisionTabProps = {
  review: ReviewView;
  hit: Hit | undefined;
  decide: Decide;
  note: string;
  onNote: (note: string) => void;
  onDecide: (decision: HitDecision) => void;
  /** Address of the next review. */
  next: string | null;
};

const unblockMoves: readonly ReviewMove[] = ['askUnblock', 'confirmUnblock', 'refuseUnblock', 'withdrawUnblock'];

/** Decides the current match and, where it led to a block, the unblocking. */
export function DecisionTab({ review, hit, decide, note, onNote, onDecide, next }: DecisionTabProps) {
  const { panel } = useTexts().review;
  const unblocking = <UnblockCard review={review} decide={decide} />;
  // What has to be done first is shown first.
  const hitsFirst = review.openHits > 0 && !unblockMoves.some((move) => review.moves.includes(move));
  return (
    <>
      <ClaimLine review={review} decide={decide} />
      {!hitsFirst && unblocking}
      {review.openHits === 0 && (
        <section className="review-card review-done">
          <p>{panel.allDone}</p>
          {next && (
            <Button
              look={review.moves.includes('confirmUnblock') ? 'plain' : 'primary'}
              keys="n"
              onClick={() => navigate(next)}
            >
              {panel.next}
            </Button>
          )}
        </section>
      )}
      {hit && hit.state !== 'gone' && (
        <HitDecisions review={review} hit={hit} decide={decide} note={note} onNote={onNote} onDecide={onDecide} />
      )}
      {hit && <SameHits key={hit.id} review={review} hit={hit} />}
      {hitsFirst && unblocking}
    </>
  );
}

type HitProps = Pick<DecisionTabProps, 'review' | 'decide' | 'note' | 'onNote' | 'onDecide'> & { hit: Hit };

function HitDecisions({ review, hit, decide, note, onNote, onDecide }: HitProps) {
  const { panel, reasons: reasonNames } = useTexts().review;
  const reasons = useStore(lastReasons);
  const may = (decision: HitDecision) => review.moves.includes(decision);
  const maskable = maskableSources.includes(hit.place.source);
  if (!hitDecisions.some(may)) return <ReadHit review={review} hit={hit} />;
  return (
    <section className="review-card" aria-label={panel.thisHit}>
      <h2>{panel.thisHit}</h2>
      {hit.state !== 'open' && <DecidedLine hit={hit} />}
      {hit.state !== 'cleared' && (
        <div className="review-choice">
          <Button
            look={hit.state === 'open' ? 'primary' : 'plain'}
            keys="a"
            busy={decide.busy}
            disabled={!may('clear')}
            onClick={() => onDecide('clear')}
          >
            {panel.clear}
          </Button>
          <SelectField
            label={panel.clearReason}
            value={reasons.clear}
            options={reasonOptions('clear', reasonNames)}
            onChange={(reason) => keepReason('clear', reason)}
          />
        </div>
      )}
      <div className="review-choice">
        <div className="review-choice-pair">
          {hit.state !== 'confirmed' && (
            <Button
              look="danger"
              keys="b"
              busy={decide.busy}
              disabled={!may('block')}
              onClick={() => onDecide('block')}
            >
              {panel.block}
            </Button>
          )}
          {maskable && hit.state !== 'masked' && (
            <Button busy={decide.busy} disabled={!may('mask')} onClick={() => onDecide('mask')}>
              {panel.mask}
            </Button>
          )}
        </div>
        <SelectField
          label={maskable ? panel.blockReason : panel.onlyBlockReason}
          value={reasons.block}
          options={reasonOptions('block', reasonNames)}
          onChange={(reason) => keepReason('block', reason)}
        />
      </div>
      <TextareaField
        label={panel.note}
        rows={2}
        maxLength={1000}
        value={note}
        hint={panel.noteHint}
        onChange={onNote}
      />
      {hit.likelyFalse && <LikelyFalseButton review={review} hit={hit} />}
      <ExceptionButton key={hit.id} review={review} hit={hit} />
    </section>
  );
}

/** The match, read-only: someone else decides, as stated above. */
function ReadHit({ review, hit }: { review: ReviewView; hit: Hit }) {
  const { panel } = useTexts().review;
  return (
    <section className="review-card" aria-label={panel.thisHit}>
      <h2>{panel.thisHit}</h2>
      <DecidedLine hit={hit} />
      <ExceptionButton key={hit.id} review={review} hit={hit} />
    </section>
  );
}

function DecidedLine({ hit: { state, decision } }: { hit: Hit }) {
  const texts = useTexts();
  const { earlier } = texts.review;
  const format = useFormat();
  const by = decision?.by && {
    name: decision.by.name,
    time: format.relativeTime(decision.at),
  };
  return (
    <p className="review-decided">
      {hitState(state, texts)} {by && <small>{fillText(earlier.byLine, by)}</small>}
      {decision?.note && <q>{decision.note}</q>}
    </p>
  );
}

const ExceptionDialog = lazyPart(async () => (await import('./exception-dialog.tsx')).ExceptionDialog);

/** Adds an exception for a phrase, which then applies to every text. */
function ExceptionButton({ review, hit }: { review: ReviewView; hit: Hit }) {
  const { panel } = useTexts().review;
  const [asking, setAsking] = useState(false);
  return (
    <div className="review-card-actions">
      <Button size="small" icon="plus" onClick={() => setAsking(true)}>
        {panel.exception}
      </Button>
      {asking && <ExceptionDialog review={review} hit={hit} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** Dismisses all likely false matches of a word at once, with Undo. */
function LikelyFalseButton({ review, hit }: { review: ReviewView; hit: Hit }) {
  const { review: says } = useTexts();
  const { likelyFalse } = says;
  const change = useMutationOf(ignoreLikelyFalse, {
    invalidates: [getReview, listHits, listReviews, getSensitiveWord],
  });
  const named = { word: hit.word.text };
  const isIgnored = review.words.find(({ id }) => id === hit.word.id)?.ignoreLikelyFalse ?? false;
  const ignore = (ignored: boolean) => {
    change.mutate(
      { params: { id: review.id, wordId: hit.word.id }, body: { ignored } },
      {
        onSuccess: () =>
          notify({
            level: 'success',
            title: fillText(ignored ? likelyFalse.dismissed : likelyFalse.restored, named),
            about: `likely false ${hit.word.id}`,
            ...(ignored && { action: { label: says.earlier.undo, run: () => ignore(false) } }),
          }),
      },
    );
  };
  return (
    <div className="review-card-actions">
      <p>{isIgnored ? likelyFalse.leaving : likelyFalse.text}</p>
      <Button size="small" busy={change.isPending} onClick={() => ignore(!isIgnored)}>
        {fillText(isIgnored ? likelyFalse.restore : likelyFalse.dismiss, named)}
      </Button>
    </div>
  );
}

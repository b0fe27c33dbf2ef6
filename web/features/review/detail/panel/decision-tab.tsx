import type { Hit, ReviewMove, ReviewView } from '@lectern/contract/features/review.ts';
import { type HitDecision, hitDecisions, maskableSources } from '@lectern/contract/features/review-decision.ts';
import { Button } from '../../../../components/button.tsx';
import { SelectField } from '../../../../components/select-field.tsx';
import { TextareaField } from '../../../../components/textarea-field.tsx';
import { useFormat } from '../../../../lib/format.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../../lib/navigation.ts';
import { useStore } from '../../../../lib/use-store.ts';
import { keepReason, lastReasons, reasonOptions } from '../../decide/reasons.ts';
import { hitState } from '../../review-state.tsx';
import type { Decide } from '../use-decide.ts';
import { ClaimLine } from './claim-line.tsx';
import { ExceptionButton } from './exception-button.tsx';
import { LikelyFalseButton } from './likely-false-button.tsx';
import { SameHits } from './same-hits.tsx';
import { UnblockCard } from './unblock-card.tsx';

type Props = {
  review: ReviewView;
  hit: Hit | undefined;
  decide: Decide;
  note: string;
  onNote: (note: string) => void;
  onDecide: (decision: HitDecision) => void;
  /** The page of the next review. */
  next: string | null;
};

const unblockMoves: readonly ReviewMove[] = ['askUnblock', 'confirmUnblock', 'refuseUnblock', 'withdrawUnblock'];

/** What one does about the hit at hand, and about the block that it brought. */
export function DecisionTab({ review, hit, decide, note, onNote, onDecide, next }: Props) {
  const { panel } = useTexts().review;
  const unblocking = <UnblockCard review={review} decide={decide} />;
  // What has to be done first stands first.
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

type HitProps = Pick<Props, 'review' | 'decide' | 'note' | 'onNote' | 'onDecide'> & { hit: Hit };

function HitDecisions({ review, hit, decide, note, onNote, onDecide }: HitProps) {
  const { panel } = useTexts().review;
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
            options={reasonOptions('clear')}
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
          options={reasonOptions('block')}
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

/** It is for somebody else to decide: who, stands above. */
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
  const { earlier } = useTexts().review;
  const format = useFormat();
  const by = decision?.by && {
    name: decision.by.name,
    time: format.relativeTime(decision.at),
  };
  return (
    <p className="review-decided">
      {hitState(state)} {by && <small>{fillText(earlier.byLine, by)}</small>}
      {decision?.note && <q>{decision.note}</q>}
    </p>
  );
}

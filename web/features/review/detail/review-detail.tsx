import type { ReviewView } from '@lectern/contract/features/review.ts';
import type { HitDecision, ReviewDecision } from '@lectern/contract/features/review-decision.ts';
import { useMemo, useState } from 'react';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { usePageTitle } from '../../../lib/document-title.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { DecisionDialog, type Why } from '../decide/decision-dialog.tsx';
import { rememberDeed, tellDeed, undoDeed, undoLast } from '../decide/last-deed.ts';
import { lastReasons } from '../decide/reasons.ts';
import { HitContent } from './content/hit-content.tsx';
import { inOrder } from './hits/group-hits.ts';
import { HitList } from './hits/hit-list.tsx';
import { ReviewPanel } from './panel/review-panel.tsx';
import { ReviewHeader } from './review-header.tsx';
import { ReviewNotices } from './review-notices.tsx';
import { nextOpen, useChosenHit } from './use-chosen-hit.ts';
import { useDecide } from './use-decide.ts';
import { useHits } from './use-hits.ts';
import { useReviewKeys } from './use-review-keys.ts';
import { useReviewWalk } from './use-review-walk.ts';

type Props = { review: ReviewView; refresh: () => Promise<void> };

/** Hits at the left, the content at the place of one of them, the decision at the right. */
export function ReviewDetail({ review, refresh }: Props) {
  const { review: says, operation } = useTexts();
  const hits = useHits(review.id);
  const [onlyOpen, setOnlyOpen] = useState(false);
  const shown = useMemo(
    () => inOrder(hits.rows.filter(({ state }) => !onlyOpen || state === 'open')),
    [hits.rows, onlyOpen],
  );
  const { hit, choose, step } = useChosenHit(shown);
  const walk = useReviewWalk(review.id);
  const decide = useDecide(review);
  const [note, setNote] = useState('');
  const [asking, setAsking] = useState<ReviewDecision | null>(null);
  usePageTitle(review.resource.title);
  const may = (move: ReviewDecision) => review.moves.includes(move);

  const tell = (title: string, decisionId: string) => {
    const deed = { kind: 'decision', reviewId: review.id, id: decisionId } as const;
    rememberDeed(deed);
    setNote('');
    const undo = () => void undoDeed(deed).then(refresh, () => undefined);
    tellDeed({ level: 'success', title, deed: { label: operation.undo, run: undo } });
  };
  const decideHit = async (decision: HitDecision) => {
    if (!hit || hit.state === 'gone' || !may(decision)) return;
    const why = { reason: lastReasons.get()[decision], note: note.trim() };
    const done = await decide.decideHit(hit.id, decision, why);
    if (!done) return;
    tell(fillText(says.told[decision], { word: hit.word.text }), done.decisionId);
    const decided = new Map(done.hits.map((one) => [one.id, one]));
    const next = nextOpen(
      shown.map((one) => decided.get(one.id) ?? one),
      hit,
    );
    if (next) choose(next.id);
  };
  const decideAll = async (decision: ReviewDecision, why: Why) => {
    const decisionId = await decide.decideAll(decision, why);
    setAsking(null);
    // What was written is not lost when it is refused.
    if (!decisionId) return setNote(why.note);
    const told = { clear: says.told.clearAll, block: says.told.blockAll, mask: says.told.maskAll };
    tell(decision === 'return' || decision === 'escalate' ? says.told[decision] : told[decision], decisionId);
  };
  const goOn = () => {
    const next = nextOpen(shown, hit);
    if (next) choose(next.id);
    else navigate(walk.next ?? walk.list);
  };
  const ask = (decision: ReviewDecision) => may(decision) && setAsking(decision);
  useReviewKeys({
    clear: () => void decideHit('clear'),
    block: () => void decideHit('block'),
    next: goOn,
    undo: () => void undoLast().then(refresh, () => undefined),
    nextHit: () => step(1),
    previousHit: () => step(-1),
    clearAll: () => ask('clear'),
    blockAll: () => ask('block'),
    claim: () => {
      if (review.moves.includes('claim')) void decide.claim();
      else if (review.moves.includes('release')) void decide.release();
    },
  });
  const reload = () => {
    decide.forget();
    void refresh();
  };
  return (
    <div className="review-detail">
      <ReviewHeader review={review} walk={walk} busy={decide.busy} onDecideAll={ask} />
      <ReviewNotices review={review} decide={decide} onReload={reload} />
      <div className="review-body">
        <HitList
          review={review}
          hits={hits}
          shown={shown}
          chosenId={hit?.id}
          onlyOpen={onlyOpen}
          onOnlyOpen={setOnlyOpen}
          onChoose={choose}
        />
        {hit ? (
          <HitContent
            review={review}
            hits={hits.rows}
            hit={hit}
            busy={decide.busy}
            onChoose={choose}
            onReveal={() => void decide.reveal()}
          />
        ) : (
          <div className="review-content" />
        )}
        <ReviewPanel
          review={review}
          hit={hit}
          decide={decide}
          note={note}
          onNote={setNote}
          onDecide={(decision) => void decideHit(decision)}
          next={walk.next}
          refresh={() => void refresh()}
        />
      </div>
      {asking && (
        <DecisionDialog
          decision={asking}
          what={`“${review.resource.title}”`}
          startNote={note}
          busy={decide.busy}
          onSubmit={(why) => void decideAll(asking, why)}
          onClose={() => setAsking(null)}
        />
      )}
      <UnsavedGuard unsaved={note.trim() !== ''} within="page" />
    </div>
  );
}

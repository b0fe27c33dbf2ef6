import {
  type Hit,
  type ReviewView,
  reviewDetailEndpoints,
  reviewNeighbours,
} from '@lectern/contract/features/review.ts';
import type { HitDecision, ReviewDecision } from '@lectern/contract/features/review-decision.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import { type FieldWords, namedField, plainValue } from '../../../components/detail/field-words.ts';
import { Tabs } from '../../../components/tabs.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { placeOf, type Walk } from '../../../components/walk/walk.ts';
import { type Action, registerActions } from '../../../lib/actions.ts';
import { usePageTitle } from '../../../lib/document-title.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { queryOf } from '../../../lib/queries.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { DecisionDialog, lastReasons, type Why } from '../decide/decision-dialog.tsx';
import { notifyAction, rememberAction, undoAction, undoLast } from '../decide/last-action.ts';
import { queueHref, reviewHref } from '../review-href.ts';
import { HitContent } from './content/hit-content.tsx';
import { HitList, inOrder, useHits } from './hit-list.tsx';
import { DecisionTab, type DecisionTabProps } from './panel/decision-tab.tsx';
import { EarlierTab } from './panel/earlier-tab.tsx';
import { ReviewHeader, ReviewNotices } from './review-header.tsx';
import { useDecide } from './use-decide.ts';
import '../../../components/detail/detail.css';
import './panel/panel.css';

type Props = { review: ReviewView; refresh: () => Promise<void> };

/** Layout: matches on the left, the content at the chosen match, the decision on the right. */
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
    const decided = { kind: 'decision', reviewId: review.id, id: decisionId } as const;
    rememberAction(decided);
    setNote('');
    const undo = () => void undoAction(decided).then(refresh, () => undefined);
    notifyAction({ level: 'success', title, action: { label: operation.undo, run: undo } });
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
    // Keeps the note when the server refuses the decision.
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

/** The queue that the review was opened from, with links to the previous and next review there. */
function useReviewWalk(id: string): Walk {
  const { searchStr } = useLocation();
  const view = new URLSearchParams(searchStr).get('view') ?? '';
  // A decision removes the review from the queue, so the neighbours from before the decision are kept.
  const { data } = useQuery({
    ...queryOf(reviewNeighbours, { params: { id }, query: { view } }, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    ...placeOf(data),
    previous: data?.previous ? reviewHref(data.previous, view) : null,
    next: data?.next ? reviewHref(data.next, view) : null,
    list: queueHref(view),
  };
}

/** The match named in the address; without one, the first open match. */
function useChosenHit(hits: readonly Hit[]) {
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const wanted = new URLSearchParams(searchStr).get('hit');
  const hit = hits.find(({ id }) => id === wanted) ?? hits.find(({ state }) => state === 'open') ?? hits[0];
  const choose = (id: string) => {
    const params = new URLSearchParams(searchStr);
    params.set('hit', id);
    router.history.replace(`${pathname}?${params}`);
  };
  const step = (by: 1 | -1) => {
    const next = hits[hits.findIndex(({ id }) => id === hit?.id) + by];
    if (next) choose(next.id);
  };
  return { hit, choose, step };
}

/** The next open match in the list, wrapping around at the end. */
function nextOpen(hits: readonly Hit[], after: Hit | undefined): Hit | undefined {
  const at = hits.findIndex(({ id }) => id === after?.id);
  return [...hits.slice(at + 1), ...hits.slice(0, Math.max(0, at))].find(({ state }) => state === 'open');
}

const keys = {
  clear: 'a',
  block: 'b',
  next: 'n',
  undo: 'u',
  nextHit: 'j',
  previousHit: 'k',
  clearAll: 'Shift+a',
  blockAll: 'Shift+b',
  claim: 'c',
} as const;
type Actions = Record<keyof typeof keys, () => void>;

/** Registers the page's shortcuts, so that the palette and the shortcut list show them too. */
function useReviewKeys(actions: Actions): void {
  const latest = useLatest(actions);
  useEffect(
    () =>
      registerActions(
        (Object.keys(keys) as (keyof Actions)[]).map(
          (id): Action => ({
            id: `review.${id}`,
            label: ({ review }) => review.keys[id],
            group: 'rows',
            keys: keys[id],
            run: () => latest.current[id](),
          }),
        ),
      ),
    [],
  );
}

type ReviewPanelProps = DecisionTabProps & { refresh: () => void };
const tabs = ['decision', 'earlier', 'activity'] as const;

/** Tabs: the decision, earlier decisions, and the activity. */
function ReviewPanel({ review, hit, refresh, ...decision }: ReviewPanelProps) {
  const texts = useTexts();
  const { panel } = texts.review;
  const [tab, setTab] = useState<(typeof tabs)[number]>('decision');
  return (
    <section className="review-panel" aria-label={panel.label}>
      <Tabs label={panel.label} tabs={tabs.map((id) => ({ id, label: panel.tabs[id] }))} active={tab} onChange={setTab}>
        {tab === 'decision' && <DecisionTab review={review} hit={hit} {...decision} />}
        {tab === 'earlier' && <EarlierTab review={review} hit={hit} onUndone={refresh} />}
        {tab === 'activity' && (
          <ActivityTab
            calls={reviewDetailEndpoints}
            id={review.id}
            version={review.version}
            words={activityWords(texts)}
            current={{}}
            onReverted={refresh}
          />
        )}
      </Tabs>
    </section>
  );
}

/** Labels for fields, values and actions in the activity of a review. */
function activityWords({ review, words }: Texts): FieldWords {
  const fields: Record<string, string> = review.activityFields;
  const values: Record<string, Record<string, string>> = {
    state: { ...review.hitStates, ...review.states },
    decision: review.decisions,
    reason: review.reasons,
  };
  const actions: Record<string, string> = { ...review.decisions, ...review.activities };
  return {
    field: (field) => namedField(fields, field),
    value: (field, value) => values[field]?.[String(value)] ?? plainValue(value, words),
    action: (action) => actions[action] ?? actions[action.replace(/^review\./, '')],
    namesActions: true,
  };
}

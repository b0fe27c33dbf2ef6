import {
  type DecisionReason,
  decisionReasons,
  type ReviewDecision,
} from '@lectern/contract/features/review-decision.ts';
import { createStore } from '../../../lib/store.ts';

const innocent: readonly DecisionReason[] = ['teaching', 'quotation', 'name', 'otherMeaning', 'misread', 'other'];
const grave: readonly DecisionReason[] = ['harmful', 'unlawful', 'personal', 'unsuitable', 'other'];

/** The reasons that make sense for a decision. */
const reasonsOf: Record<ReviewDecision, readonly DecisionReason[]> = {
  clear: innocent,
  block: grave,
  mask: grave,
  return: grave,
  escalate: decisionReasons,
};

/** The reason that one gave last for each, which is often the next one's, too. It is on screen before one decides. */
export const lastReasons = createStore<Record<ReviewDecision, DecisionReason>>({
  clear: 'teaching',
  block: 'harmful',
  mask: 'harmful',
  return: 'unsuitable',
  escalate: 'other',
});

export function keepReason(decision: ReviewDecision, reason: DecisionReason): void {
  lastReasons.update((known) => ({
    ...known,
    [decision]: reason,
    // The two stand under one reason.
    ...((decision === 'block' || decision === 'mask') && { block: reason, mask: reason }),
  }));
}

export function reasonOptions(
  decision: ReviewDecision,
  names: Readonly<Record<DecisionReason, string>>,
): { value: DecisionReason; label: string }[] {
  return reasonsOf[decision].map((value) => ({ value, label: names[value] }));
}

import type { HitState } from '@lectern/contract/features/review.ts';
import { hitKey } from './found-hit.ts';
import type { LiveDecision, StoredHit, WantedHit } from './stored-hit.ts';

type Judged = { state: HitState; decisionId: string | null };
export type HitChanges = {
  inserted: (WantedHit & Judged)[];
  /** Back after it was gone, in the state that holds now. */
  revived: (WantedHit & Judged & { id: string })[];
  /** At another place, or of another gravity. */
  updated: (WantedHit & { id: string; regraded: boolean })[];
  /** Not there any more: what people decided of is kept for the record. */
  gone: string[];
  deleted: string[];
};

const stateAfter = { clear: 'cleared', block: 'confirmed', mask: 'masked' } as const;

/** What has to change for the stored hits to be those that were found. The same scan twice changes nothing. */
export function diffHits(
  stored: readonly StoredHit[],
  wanted: readonly WantedHit[],
  decisions: readonly LiveDecision[],
): HitChanges {
  const changes: HitChanges = { inserted: [], revived: [], updated: [], gone: [], deleted: [] };
  const left = new Map(stored.map((hit) => [keyOf(hit), hit]));
  const found = wanted.map((hit) => ({ hit, known: left.get(keyOf(hit)) }));
  for (const hit of wanted) left.delete(keyOf(hit));
  const judge = judgeBy(decisions, [...left.values()]);
  for (const { hit, known } of found) {
    if (!known) changes.inserted.push({ ...hit, ...judge(hit) });
    else if (known.state === 'gone') changes.revived.push({ ...hit, ...judge(hit, known), id: known.id });
    else if (!isSame(known, hit)) {
      changes.updated.push({ ...hit, id: known.id, regraded: known.severity !== hit.severity });
    }
  }
  for (const hit of left.values()) {
    if (hit.state === 'gone') continue;
    const isDecided = hit.state !== 'open' || hit.decisionId !== null;
    (isDecided ? changes.gone : changes.deleted).push(hit.id);
  }
  return changes;
}

/**
 * What was decided of the same text holds. Of another one nothing was, save that what is covered stays so: a mask goes on
 * with its word when somebody wrote other words around it.
 */
function judgeBy(decisions: readonly LiveDecision[], vanished: readonly StoredHit[]) {
  const verdicts = new Map(decisions.map((live) => [verdictKey(live), live]));
  const masks = new Map(decisions.filter(({ decision }) => decision === 'mask').map((live) => [live.id, live]));
  const covered = new Map(
    vanished.filter(({ state }) => state === 'masked').map((hit) => [coverKey(hit), hit.decisionId]),
  );
  return (hit: WantedHit, known?: StoredHit): Judged => {
    const live = verdicts.get(verdictKey(hit)) ?? masks.get(known?.decisionId ?? '');
    if (live) return { state: stateAfter[live.decision], decisionId: live.id };
    const inherited = covered.get(coverKey(hit));
    return inherited === undefined ? { state: 'open', decisionId: null } : { state: 'masked', decisionId: inherited };
  };
}

function coverKey({ wordId, source }: Pick<WantedHit, 'wordId' | 'source'>): string {
  return `${wordId} ${source}`;
}

function keyOf(hit: Pick<WantedHit, 'wordId' | 'source' | 'fingerprint' | 'occurrence'>): string {
  return `${hitKey(hit)} ${hit.occurrence}`;
}

function verdictKey({ wordId, fingerprint }: Pick<LiveDecision, 'wordId' | 'fingerprint'>): string {
  return `${wordId} ${fingerprint.toString('hex')}`;
}

const compared = [
  ...(['versionId', 'position', 'page', 'startMs', 'endMs', 'noteId', 'start', 'end'] as const),
  ...(['excerpt', 'markStart', 'markEnd', 'pass', 'severity', 'likelyFalse'] as const),
];

function isSame(known: StoredHit, hit: WantedHit): boolean {
  return (
    compared.every((name) => known[name] === hit[name]) &&
    isSameList(known.disguises, hit.disguises) &&
    isSameBox(known.box, hit.box)
  );
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((value, at) => value === right[at]);
}

/** The database keeps them as single numbers. */
function isSameBox(left: WantedHit['box'], right: WantedHit['box']): boolean {
  if (!left || !right) return left === right;
  return left.every((value, at) => Math.fround(value) === Math.fround(right[at] ?? Number.NaN));
}

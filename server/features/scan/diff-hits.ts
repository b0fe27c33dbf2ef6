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
  const verdicts = new Map(decisions.map((live) => [verdictKey(live), live]));
  const judge = (hit: WantedHit): Judged => {
    const live = verdicts.get(verdictKey(hit));
    return { state: live ? stateAfter[live.decision] : 'open', decisionId: live?.id ?? null };
  };
  for (const hit of wanted) {
    const key = keyOf(hit);
    const known = left.get(key);
    left.delete(key);
    if (!known) changes.inserted.push({ ...hit, ...judge(hit) });
    else if (known.state === 'gone') changes.revived.push({ ...hit, ...judge(hit), id: known.id });
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

function keyOf(hit: Pick<WantedHit, 'wordId' | 'source' | 'fingerprint' | 'occurrence'>): string {
  return `${hitKey(hit)} ${hit.occurrence}`;
}

function verdictKey({ wordId, fingerprint }: Pick<LiveDecision, 'wordId' | 'fingerprint'>): string {
  return `${wordId} ${fingerprint.toString('hex')}`;
}

const compared = [
  ...(['versionId', 'position', 'page', 'startMs', 'endMs', 'noteId', 'start', 'end'] as const),
  ...(['excerpt', 'markStart', 'markEnd', 'pass', 'severity'] as const),
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

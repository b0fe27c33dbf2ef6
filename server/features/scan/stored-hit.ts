import type { HitState } from '@lectern/contract/features/review.ts';
import type { ScanSource, Severity } from '@lectern/contract/features/scan.ts';
import type { FoundHit } from './found-hit.ts';
import type { Box } from './scanned-text.ts';

export type StoredHit = Omit<FoundHit, 'source' | 'box'> & {
  id: string;
  versionId: string | null;
  source: ScanSource;
  box: Box | null;
  severity: Severity;
  state: HitState;
  decisionId: string | null;
};

/** A hit as it is to be written: what people decided of its text before holds for it. */
export type WantedHit = FoundHit & { severity: Severity; versionId: string | null };

/** What was decided of a word in a text, and holds. */
export type LiveDecision = { id: string; wordId: string; fingerprint: Buffer; decision: 'clear' | 'block' | 'mask' };

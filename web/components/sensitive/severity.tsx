import type { Severity } from '@lectern/contract/features/scan.ts';
import type { ReactNode } from 'react';
import type { Texts } from '../../lib/i18n/use-texts.ts';
import { Status, type StatusTone } from '../status.tsx';

const tones: Record<Severity, StatusTone> = { notice: 'info', review: 'warn', block: 'bad' };

/** How grave a word is, as dot and word; likely false matches say so instead. A plain function, because every row of a list calls it. */
export function severityMark(severity: Severity, { scan }: Texts, likelyFalse = false): ReactNode {
  if (likelyFalse) return <Status tone="idle">{scan.likelyFalse}</Status>;
  return <Status tone={tones[severity]}>{scan.severities[severity]}</Status>;
}

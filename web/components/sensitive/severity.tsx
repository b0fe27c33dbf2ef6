import type { Severity } from '@lectern/contract/features/scan.ts';
import { doubtWords, severityWords } from '@lectern/contract/features/scan-words.ts';
import type { ReactNode } from 'react';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import { Status, type StatusTone } from '../status.tsx';

const tones: Record<Severity, StatusTone> = { notice: 'info', review: 'warn', block: 'bad' };

/** How grave a word is, as dot and word; likely false matches say so instead. A plain function, because every row of a list calls it. */
export function severityMark(severity: Severity, likelyFalse = false): ReactNode {
  if (likelyFalse) return <Status tone="idle">{inLanguage(doubtWords).likelyFalse}</Status>;
  return <Status tone={tones[severity]}>{inLanguage(severityWords)[severity]}</Status>;
}

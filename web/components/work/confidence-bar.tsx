import { doubtfulBelow, sureFrom } from '@lectern/contract/features/reading.ts';
import type { ReactNode } from 'react';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';
import './confidence-bar.css';

/** Confidence as a short bar and a percentage. A plain function instead of a component, because table cells call it. */
export function confidenceBar(confidence: number, { work }: Texts): ReactNode {
  const tone = confidence >= sureFrom ? 'ok' : confidence >= doubtfulBelow ? 'warn' : 'bad';
  const value = Math.floor(confidence * 100);
  return (
    <span className={`confidence confidence-${tone}`}>
      <i aria-hidden="true">
        <b style={{ width: `${value}%` }} />
      </i>
      {fillText(work.percent, { value })}
    </span>
  );
}

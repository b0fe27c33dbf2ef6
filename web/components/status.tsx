import type { ReactNode } from 'react';
import './status.css';

export type StatusTone = 'ok' | 'warn' | 'bad' | 'info' | 'idle';

/** A status as dot and text, because colour alone isn't accessible. */
export function Status({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return <span className={`status status-${tone}`}>{children}</span>;
}

import type { ReactNode } from 'react';
import './status.css';

export type StatusTone = 'ok' | 'warn' | 'bad' | 'info' | 'idle';

/** A state as dot and word: never by colour alone. */
export function Status({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return <span className={`status status-${tone}`}>{children}</span>;
}

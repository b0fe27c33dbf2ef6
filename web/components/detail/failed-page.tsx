import type { ReactNode } from 'react';
import { WalkBack } from '../walk/walk-buttons.tsx';
import '../page-header.css';
import '../page-body.css';

type Props = {
  title: string;
  /** Where one came from, and what that is called. */
  back: { list: string; label?: string };
  /** What went wrong. */
  children: ReactNode;
};

/** A page of which nothing could be loaded still says what it is, and leads back. */
export function FailedPage({ title, back, children }: Props) {
  return (
    <div className="page-stack">
      <div className="page-header">
        <WalkBack {...back} />
        <h1>{title}</h1>
      </div>
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import './page-header.css';

type Props = {
  title: ReactNode;
  /** State, count or dates beside the title. */
  meta?: ReactNode;
  /** Buttons at the right end; at most one is primary. */
  children?: ReactNode;
};

export function PageHeader({ title, meta, children }: Props) {
  return (
    <div className="page-header">
      <h1>{title}</h1>
      {meta && <div className="page-header-meta">{meta}</div>}
      {children && <div className="page-header-actions">{children}</div>}
    </div>
  );
}

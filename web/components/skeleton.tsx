import type { CSSProperties, ReactNode } from 'react';
import { useTexts } from '../lib/i18n/use-texts.ts';
import './skeleton.css';

/** Grey placeholder bar for text or a control that is still loading. */
export function Skeleton({ width = '100%', height = 12 }: { width?: CSSProperties['width']; height?: number }) {
  return <span className="skeleton" style={{ width, height }} />;
}

/** Wraps skeleton placeholders and announces to screen readers that content is loading. */
export function SkeletonRegion({ children, className }: { children: ReactNode; className?: string }) {
  const texts = useTexts();
  return (
    <div className={className} role="status" aria-busy="true" aria-label={texts.words.loading}>
      {children}
    </div>
  );
}

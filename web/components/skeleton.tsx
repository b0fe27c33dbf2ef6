import type { CSSProperties, ReactNode } from 'react';
import { useTexts } from '../lib/i18n/use-texts.ts';
import './skeleton.css';

/** A grey bar where a piece of text or a control will stand. */
export function Skeleton({ width = '100%', height = 12 }: { width?: CSSProperties['width']; height?: number }) {
  return <span className="skeleton" style={{ width, height }} />;
}

/** Wraps the skeleton of a layout and tells screen readers that it is loading. */
export function SkeletonRegion({ children, className }: { children: ReactNode; className?: string }) {
  const texts = useTexts();
  return (
    <div className={className} role="status" aria-busy="true" aria-label={texts.words.loading}>
      {children}
    </div>
  );
}

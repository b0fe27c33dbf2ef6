import type { ReactNode } from 'react';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { AppLink } from '../app-link.tsx';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import { useStatWords } from './stat-words.ts';
import './statistics.css';
import { labelled } from '../../lib/i18n/punctuation.ts';

export type KpiView = {
  id: string;
  label: string;
  /** null: there is none, or none yet. */
  value: number | null;
  /** What stands in place of a missing value; a dash unless given. */
  missing?: string;
  before: number | null;
  exact?: boolean;
  words: (value: number) => string;
  /** Where the figure opens; null: not for the person who looks. */
  href: string | null;
  /** More is neither better nor worse, such as room that is taken. */
  neutral?: boolean;
  /** Part of a whole: how it changed is told in points. */
  share?: boolean;
  /** What exactly it counts, where the label alone does not say it. */
  hint?: string;
};

/** Figures side by side, each with how it changed and the way to what it counts. */
export function KpiStrip({ label, kpis }: { label: string; kpis: readonly KpiView[] }) {
  return (
    <section className={stripClass(kpis.length)} aria-label={label}>
      {kpis.map((kpi) => (
        <Kpi key={kpi.id} kpi={kpi} />
      ))}
    </section>
  );
}

/** Two equal rows where they are many. */
function stripClass(count: number): string {
  return count === 14 ? 'kpi-strip kpi-strip-rows' : 'kpi-strip';
}

function Kpi({ kpi }: { kpi: KpiView }) {
  const { statistics: texts } = useTexts();
  const stat = useStatWords();
  const { label, value, before, exact = true, words, href } = kpi;
  const told = value === null ? (kpi.missing ?? '–') : words(value);
  const shown: ReactNode = exact || value === null ? told : `≈ ${told}`;
  const change = kpi.share ? stat.points(value, before) : stat.change(value, before);
  // What is rounded to no change is none.
  const changed = change !== null && /[1-9]/.test(change) && value !== null && before !== null;
  const tone = kpi.neutral || !changed ? undefined : value > before ? 'up' : 'down';
  return (
    <div className="kpi" title={exact ? kpi.hint : texts.estimateHint}>
      <span className="kpi-label">{label}</span>
      {href && value !== null ? (
        <AppLink className="kpi-value" to={href} aria-label={labelled(label, String(shown))}>
          {shown}
        </AppLink>
      ) : (
        <strong className="kpi-value">{shown}</strong>
      )}
      <small className="kpi-change">
        {!exact && value !== null && <span>{texts.estimate}</span>}
        {change && <b data-tone={tone}>{change}</b>}
        {before !== null && <span>{fillText(texts.beforeValue, { value: words(before) })}</span>}
      </small>
    </div>
  );
}

export function KpiSkeleton({ count }: { count: number }) {
  return (
    <SkeletonRegion className={stripClass(count)}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without names
        <div key={index} className="kpi">
          <Skeleton width="50%" />
          <Skeleton width="70%" height={24} />
          <Skeleton width="60%" />
        </div>
      ))}
    </SkeletonRegion>
  );
}

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
  /** null when the value doesn't exist or hasn't been computed yet. */
  value: number | null;
  /** Shown instead of a missing value; defaults to a dash. */
  missing?: string;
  before: number | null;
  exact?: boolean;
  words: (value: number) => string;
  /** Link to the rows the figure counts; null when the user may not open them. */
  href: string | null;
  /** A change is neither good nor bad, as with storage used. */
  neutral?: boolean;
  /** A share of a whole, so its change is given in percentage points. */
  share?: boolean;
  /** Explains what is counted when the label isn't enough. */
  hint?: string;
};

export function KpiStrip({ label, kpis }: { label: string; kpis: readonly KpiView[] }) {
  return (
    <section className={stripClass(kpis.length)} aria-label={label}>
      {kpis.map((kpi) => (
        <Kpi key={kpi.id} kpi={kpi} />
      ))}
    </section>
  );
}

/** Fourteen figures are laid out in two equal rows. */
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
  // A change that rounds to zero counts as no change.
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
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder bars never move
        <div key={index} className="kpi">
          <Skeleton width="50%" />
          <Skeleton width="70%" height={24} />
          <Skeleton width="60%" />
        </div>
      ))}
    </SkeletonRegion>
  );
}

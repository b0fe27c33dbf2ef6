import type { ReactNode } from 'react';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { AppLink } from '../app-link.tsx';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import { useStatWords } from './stat-words.ts';
import './statistics.css';

export type KpiView = {
  id: string;
  label: string;
  value: number;
  before: number | null;
  exact?: boolean;
  words: (value: number) => string;
  /** Where the figure opens; null: not for the person who looks. */
  href: string | null;
  /** More is neither better nor worse, such as room that is taken. */
  neutral?: boolean;
};

/** Figures side by side, each with how it changed and the way to what it counts. */
export function KpiStrip({ label, kpis }: { label: string; kpis: readonly KpiView[] }) {
  const six = kpis.length % 6 === 0;
  return (
    <section className={six ? 'kpi-strip kpi-strip-six' : 'kpi-strip'} aria-label={label}>
      {kpis.map((kpi) => (
        <Kpi key={kpi.id} kpi={kpi} />
      ))}
    </section>
  );
}

function Kpi({ kpi }: { kpi: KpiView }) {
  const { statistics: texts } = useTexts();
  const stat = useStatWords();
  const { label, value, before, exact = true, words, href } = kpi;
  const shown: ReactNode = exact ? words(value) : `≈ ${words(value)}`;
  const change = stat.change(value, before);
  const tone = kpi.neutral || before === null || value === before ? undefined : value > before ? 'up' : 'down';
  return (
    <div className="kpi" {...(!exact && { title: texts.estimateHint })}>
      <span className="kpi-label">{label}</span>
      {href ? (
        <AppLink className="kpi-value" to={href} aria-label={`${label}: ${shown}`}>
          {shown}
        </AppLink>
      ) : (
        <strong className="kpi-value">{shown}</strong>
      )}
      <small className="kpi-change">
        {change && <b data-tone={tone}>{change}</b>}
        {before !== null && <span>{fillText(texts.beforeValue, { value: words(before) })}</span>}
        {!exact && <span>{texts.estimate}</span>}
      </small>
    </div>
  );
}

export function KpiSkeleton({ count }: { count: number }) {
  return (
    <SkeletonRegion className={count % 6 === 0 ? 'kpi-strip kpi-strip-six' : 'kpi-strip'}>
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

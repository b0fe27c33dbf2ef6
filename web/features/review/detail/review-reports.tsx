import type { ReviewView } from '@lectern/contract/features/review.ts';
import { Banner } from '../../../components/banner.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';

type Report = ReviewView['reports'][number];

/** What readers of sites complain of: a decision about the resource settles it. */
export function ReviewReports({ reports }: { reports: readonly Report[] }) {
  const { review } = useTexts();
  const format = useFormat();
  const open = reports.filter(({ settledAt }) => settledAt === null);
  if (open.length === 0) return null;
  const says = review.reports;
  const where = ({ page, positionMs }: Report) => {
    if (page !== null) return fillText(says.page, { page: format.number(page) });
    return positionMs === null ? null : fillText(says.moment, { time: format.duration(positionMs) });
  };
  return (
    <Banner tone="warning">
      <strong>{open.length === 1 ? says.one : fillText(says.many, { count: format.number(open.length) })}</strong>
      <ul className="review-reports">
        {open.map((report) => (
          <li key={report.id}>
            {[
              says.reasons[report.reason],
              where(report),
              report.note && `“${report.note}”`,
              report.site,
              format.relativeTime(report.at),
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

import type { getLibraryCoverage } from '@lectern/contract/features/library-stat.ts';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../components/app-link.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { resourcesHref } from '../../components/statistics/figure-href.ts';
import { useStatWords } from '../../components/statistics/stat-words.ts';
import type { CallOutput } from '../../lib/callable.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { coverageQuery } from './library-queries.ts';
import '../../components/table.css';

type Coverage = CallOutput<typeof getLibraryCoverage>;
type Share = Coverage['all']['text'];

/** How much of each college's resources has its text, and its subtitles. */
export function CoverageCard() {
  const { libraryStat, statistics } = useTexts();
  const { coverage: own } = libraryStat;
  const coverage = useQuery(coverageQuery());
  const { data } = coverage;
  return (
    <Card title={own.title} text={own.text} className="stat-narrow stat-table coverage">
      {coverage.error && (
        <div className="card-body">
          <ErrorPanel error={coverage.error} retrying={coverage.isFetching} onRetry={() => void coverage.refetch()} />
        </div>
      )}
      {!data && !coverage.error && (
        <SkeletonRegion className="card-body">
          <Skeleton height={220} />
        </SkeletonRegion>
      )}
      {data && data.all.text.of === 0 && (
        <EmptyState icon="document" title={own.none}>
          {own.hint}
        </EmptyState>
      )}
      {data && data.all.text.of > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: many colleges scroll
        <div className="table-scroll coverage-scroll" tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{own.college}</th>
                <th scope="col">{own.withText}</th>
                <th scope="col">{own.subtitles}</th>
              </tr>
            </thead>
            <tbody>
              <Row name={own.all} text={data.all.text} subtitles={data.all.subtitles} of={{}} />
              {data.colleges.map(({ id, name, text, subtitles }) => (
                <Row
                  key={id ?? 'none'}
                  name={id === null ? statistics.none : (name ?? statistics.gone)}
                  text={text}
                  subtitles={subtitles}
                  of={{ college: id }}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

type RowProps = { name: string; text: Share; subtitles: Share; of: { college?: string | null } };

function Row({ name, text, subtitles, of }: RowProps) {
  return (
    <tr>
      <td title={name}>{name}</td>
      <td>
        <ShareBar share={text} href={resourcesHref({ of, text: true })} />
      </td>
      <td>
        <ShareBar share={subtitles} href={resourcesHref({ of, subtitles: true })} />
      </td>
    </tr>
  );
}

function ShareBar({ share, href }: { share: Share; href: string }) {
  const { coverage: own } = useTexts().libraryStat;
  const words = useStatWords();
  if (share.of === 0) return <span className="table-quiet">–</span>;
  const part = share.have / share.of;
  const said = fillText(own.of, { have: words.number(share.have), of: words.number(share.of) });
  return (
    <span className="coverage-share" title={said}>
      <span className="stat-bar" aria-hidden="true">
        <span style={{ width: `${part * 100}%` }} />
      </span>
      <AppLink to={href} aria-label={said}>
        {words.percent(part)}
      </AppLink>
    </span>
  );
}

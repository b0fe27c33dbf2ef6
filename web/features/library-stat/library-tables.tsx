import type { getLibraryTables } from '@lectern/contract/features/library-stat.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { AppLink } from '../../components/app-link.tsx';
import { Card } from '../../components/card.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { resourceHref } from '../../components/resource/resource-href.ts';
import { KindIcon } from '../../components/resource/thumbnail.tsx';
import { StatTable } from '../../components/statistics/stat-table.tsx';
import { useStatWords } from '../../components/statistics/stat-words.ts';
import { recordsHref, resourcesHref } from '../../components/statistics/use-stat-address.ts';
import type { CallOutput } from '../../lib/callable.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { type LibraryChoice, tablesQuery } from './library-queries.ts';

type Tables = CallOutput<typeof getLibraryTables>;
type Resource = NonNullable<Tables['top'][number]['resource']>;

/** Most used, never used and largest resources, and the owners with the most. */
export function LibraryTables({ over }: { over: Omit<LibraryChoice, 'by'> }) {
  const { libraryStat: own, statistics } = useTexts();
  const words = useStatWords();
  const format = useFormat();
  const { measures } = statistics;
  const tables = useQuery({ ...tablesQuery(over), placeholderData: keepPreviousData });
  const { data } = tables;
  if (tables.error && !data)
    return (
      <Card title={own.top.title} className="stat-full">
        <div className="card-body">
          <ErrorPanel error={tables.error} retrying={tables.isFetching} onRetry={() => void tables.refetch()} />
        </div>
      </Card>
    );
  const of = (id: string) => ({ of: { resource: id } });
  return (
    <>
      <StatTable
        title={own.top.title}
        text={own.top.text}
        className="stat-wide"
        none={own.top.none}
        hint={statistics.emptyHint}
        icon="eye"
        columns={[own.top.resource, measures.views, measures.plays, measures.playSeconds, measures.downloads]}
        rows={data?.top.map((row) => ({
          id: row.id,
          cells: [
            row.resource ? <Title key="title" resource={row.resource} /> : statistics.gone,
            <Figure
              key="views"
              value={row.views}
              href={recordsHref({ ...data.period, measure: 'views', ...of(row.id) })}
            >
              {words.number(row.views)}
              {words.change(row.views, row.beforeViews) && <small> {words.change(row.views, row.beforeViews)}</small>}
            </Figure>,
            <Figure
              key="plays"
              value={row.plays}
              href={recordsHref({ ...data.period, measure: 'plays', ...of(row.id) })}
            >
              {words.number(row.plays)}
            </Figure>,
            <Figure
              key="time"
              value={row.playSeconds}
              href={recordsHref({ ...data.period, measure: 'playSeconds', ...of(row.id) })}
            >
              {words.time(row.playSeconds)}
            </Figure>,
            <Figure
              key="downloads"
              value={row.downloads}
              href={recordsHref({ ...data.period, measure: 'downloads', ...of(row.id) })}
            >
              {words.number(row.downloads)}
            </Figure>,
          ],
        }))}
      />
      <StatTable
        title={own.owners.title}
        className="stat-narrow"
        none={own.owners.none}
        hint={own.owners.hint}
        icon="people"
        columns={[own.owners.owner, own.owners.resources, own.owners.size]}
        rows={data?.owners.map((owner) => ({
          id: owner.id,
          cells: [
            owner.name,
            <Figure key="count" value={owner.resources} href={resourcesHref({ of: { owner: owner.id } })}>
              {words.number(owner.resources)}
            </Figure>,
            format.bytes(owner.bytes),
          ],
        }))}
      />
      <StatTable
        title={own.never.title}
        className="stat-half"
        // In an empty library “nothing unused” would be misleading.
        none={data?.largest.length === 0 ? own.largest.none : own.never.none}
        hint={own.never.hint}
        icon={data?.largest.length === 0 ? 'rows' : 'done'}
        aside={
          data &&
          data.neverUsed.count > 0 && (
            <AppLink className="figure-link" to={resourcesHref({ used: false })}>
              {fillText(own.never.all, { count: words.number(data.neverUsed.count) })}
            </AppLink>
          )
        }
        columns={[own.top.resource, own.never.added, own.never.size]}
        rows={data?.neverUsed.rows.map((row) => ({
          id: row.id,
          cells: [<Title key="title" resource={row} />, format.date(row.createdAt), format.bytes(row.sizeBytes)],
        }))}
      />
      <StatTable
        title={own.largest.title}
        className="stat-half"
        none={own.largest.none}
        hint={own.largest.hint}
        columns={[own.top.resource, own.never.size]}
        rows={data?.largest.map((row) => ({
          id: row.id,
          cells: [<Title key="title" resource={row} />, format.bytes(row.sizeBytes)],
        }))}
      />
    </>
  );
}

function Title({ resource }: { resource: Resource }) {
  return (
    <AppLink className="stat-title" to={`${resourceHref(resource)}?tab=statistics`} title={resource.title}>
      <KindIcon kind={resource.kind} />
      {resource.title}
    </AppLink>
  );
}

function Figure({ value, href, children }: { value: number; href: string; children: React.ReactNode }) {
  return value > 0 ? <AppLink to={href}>{children}</AppLink> : <span className="table-quiet">–</span>;
}

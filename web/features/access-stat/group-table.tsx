import type { AccessStat, StatFigure, StatGroup } from '@lectern/contract/features/access-stat.ts';
import { resourceKinds } from '@lectern/contract/features/resource-state.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { resourceHref } from '../../components/resource/resource-href.ts';
import { StatTable } from '../../components/statistics/stat-table.tsx';
import { useStatWords } from '../../components/statistics/stat-words.ts';
import type { StatAddress } from '../../components/statistics/use-stat-address.ts';
import { recordsHref } from '../../components/statistics/use-stat-address.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { type AccessQuery, keyWords, narrowingOf } from './access-choice.ts';

type Props = { stat: AccessStat | undefined; query: AccessQuery; address: StatAddress };

const step = 30;

/** Groups with value, share and previous value. */
export function GroupTable({ stat, query, address }: Props) {
  const texts = useTexts();
  const { accessStat: own, statistics } = texts;
  const words = useStatWords();
  const { measure = 'views', groupBy = 'none' } = query;
  const group = statistics.groupings[groupBy];
  // A viewer may be in several groups and rates don't add up, so neither makes parts of a whole.
  const isParts = measure !== 'viewers' && measure !== 'completion';
  const changeOf = measure === 'completion' ? words.points : words.change;
  const days = stat?.period;
  const compared = stat?.compared;
  const figure = (shown: StatFigure | null, href: string | null) => {
    if (!shown) return '–';
    const text = `${shown.exact || shown.value === null ? '' : '≈ '}${words.measure(shown.value, measure)}`;
    return href && (shown.value ?? 0) > 0 ? <AppLink to={href}>{text}</AppLink> : text;
  };
  const of = (key: string | null) => ({ ...narrowingOf(query), [groupBy]: key });
  return (
    <StatTable
      title={fillText(own.byGroup, { group: group.toLocaleLowerCase() })}
      className="stat-full group-table"
      none={own.noGroups}
      hint={own.groupsHint}
      columns={[
        ...[group, statistics.measures[measure], ...(isParts ? [own.share] : [])],
        ...[own.beforeColumn, own.changeColumn, own.narrow],
      ]}
      rows={stat?.groups.map((row) => ({
        id: row.key ?? 'none',
        cells: [
          <GroupName key="name" row={row} groupBy={groupBy} />,
          figure(row.figure, days ? recordsHref({ ...days, measure, of: of(row.key) }) : null),
          ...(isParts ? [<ShareBar key="share" part={row.figure.value ?? 0} whole={stat.total.value ?? 0} />] : []),
          figure(row.before, compared ? recordsHref({ ...compared, measure, of: of(row.key) }) : null),
          changeOf(row.figure.value, row.before?.value ?? null) ?? '–',
          row.key !== null && !query.filter && groupBy !== 'none' ? (
            <IconButton
              key="narrow"
              icon="filter"
              label={fillText(own.narrowTo, { name: keyWords(groupBy, row, texts) })}
              onClick={() => address.change({ filter: groupBy, key: row.key ?? undefined, groupBy: undefined })}
            />
          ) : null,
        ],
      }))}
      aside={
        stat &&
        stat.moreGroups !== 0 && (
          <Button
            size="small"
            onClick={() => address.change({ limit: String(Math.min(200, Number(query.limit ?? 20) + step)) })}
          >
            {fillText(own.moreGroups, { count: words.number(stat.moreGroups) })}
          </Button>
        )
      }
    />
  );
}

function ShareBar({ part, whole }: { part: number; whole: number }) {
  const words = useStatWords();
  const share = whole > 0 ? part / whole : 0;
  return (
    <span className="stat-share">
      <span className="stat-bar" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span className="stat-share-figure">{words.percent(share)}</span>
    </span>
  );
}

function GroupName({ row, groupBy }: { row: StatGroup; groupBy: string }) {
  const texts = useTexts();
  const name = keyWords(groupBy, row, texts);
  const kind = resourceKinds.find((one) => one === row.kind);
  if (groupBy !== 'resource' || !kind || row.gone || row.key === null) return name;
  return <AppLink to={`${resourceHref({ id: row.key, kind })}?tab=statistics`}>{name}</AppLink>;
}

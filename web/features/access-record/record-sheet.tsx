import { type AccessRecordRow, getVisit } from '@lectern/contract/features/access-record.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { DetailSheet, useNeighbours } from '../../components/detail/detail-sheet.tsx';
import { useOpenedId } from '../../components/detail/form-sheet.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { clock } from '../../components/viewers/media/clock.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { withNote } from '../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { resourcePageOf } from './record-actions.ts';
import { aboutWords, accessRecordListDefinition, namedWords, personWords, roleOf } from './record-list.tsx';

/** Sheet over the list with the record in the address and the visit it was part of. */
export function RecordSheet() {
  const id = useOpenedId();
  return id ? <OpenedRecord id={id} /> : null;
}

function OpenedRecord({ id }: { id: string }) {
  const { accessEvent, accessRecord: texts } = useTexts();
  const format = useFormat();
  const neighbours = useNeighbours(accessRecordListDefinition, id);
  const mayLook = hasAbility(useCurrentUser().roleId, 'admin');
  const visit = useQuery({
    ...queryOf(getVisit, { params: { id: Number(id) } }, { quiet: true }),
    enabled: mayLook && neighbours.row?.hasVisit !== false,
    retry: false,
  });
  const row = neighbours.row ?? visit.data?.rows.find((one) => one.id === id);
  const title = row ? `${accessEvent.actions[row.action]} · ${format.dateTime(row.at)}` : texts.sheet.title;
  return (
    <DetailSheet label={title} neighbours={neighbours} header={<h3 className="detail-title">{title}</h3>}>
      <div className="detail-main">
        {row ? <Facts row={row} /> : <p className="record-quiet">{texts.sheet.notShown}</p>}
      </div>
      <div className="detail-side">
        <h4 className="record-heading">{texts.sheet.visit}</h4>
        {!mayLook && <p className="record-quiet">{texts.sheet.visitNotForYou}</p>}
        {mayLook && row?.hasVisit === false && <p className="record-quiet">{texts.sheet.noVisit}</p>}
        {visit.error && (
          <ErrorPanel error={visit.error} retrying={visit.isFetching} onRetry={() => void visit.refetch()} />
        )}
        {visit.isFetching && !visit.data && (
          <SkeletonRegion>
            <Skeleton height={200} />
          </SkeletonRegion>
        )}
        {visit.data && (
          <>
            <p className="record-quiet">
              {visit.data.rows.length === 1
                ? texts.sheet.visitOne
                : fillText(texts.sheet.visitOf, {
                    from: format.dateTime(visit.data.from),
                    to: format.time(visit.data.to),
                    count: format.number(visit.data.rows.length),
                  })}
              {visit.data.more && ` ${texts.sheet.more}`}
            </p>
            <Timeline rows={visit.data.rows} current={id} />
          </>
        )}
      </div>
    </DetailSheet>
  );
}

function Timeline({ rows, current }: { rows: readonly AccessRecordRow[]; current: string }) {
  const texts = useTexts();
  const format = useFormat();
  return (
    <ol className="visit">
      {rows.map((row) => {
        const page = resourcePageOf(row);
        const about = aboutWords(row, texts);
        return (
          <li key={row.id} aria-current={row.id === current || undefined}>
            <time dateTime={row.at}>{format.time(row.at)}</time>
            <span>{texts.accessEvent.actions[row.action]}</span>
            {page ? <AppLink to={page}>{about}</AppLink> : <span>{about}</span>}
            {row.seconds !== null && row.seconds > 0 && <small>{format.duration(row.seconds * 1000)}</small>}
          </li>
        );
      })}
    </ol>
  );
}

function Facts({ row }: { row: AccessRecordRow }) {
  const texts = useTexts();
  const { columns } = texts.accessRecord;
  const format = useFormat();
  const page = resourcePageOf(row);
  const named = namedWords(row.resource, texts);
  const all: { label: string; value: ReactNode }[] = [
    { label: columns.at, value: `${format.dateTime(row.at)} · ${format.relativeTime(row.at)}` },
    {
      label: columns.person,
      value: row.person ? withNote(row.person.name, row.person.account) : personWords(row, texts),
    },
    { label: columns.role, value: roleOf(row, texts) },
    { label: columns.action, value: texts.accessEvent.actions[row.action] },
    {
      label: columns.resource,
      value: page ? (
        <AppLink className="record-link" to={page}>
          {named}
        </AppLink>
      ) : (
        named
      ),
    },
    { label: columns.position, value: row.positionSeconds === null ? '' : clock(row.positionSeconds) },
    { label: columns.seconds, value: row.seconds === null ? '' : format.duration(row.seconds * 1000) },
    { label: columns.query, value: row.query ?? '' },
    { label: columns.hits, value: row.hits === null ? '' : format.number(row.hits) },
    { label: columns.course, value: namedWords(row.course, texts) },
    { label: columns.chapter, value: namedWords(row.chapter, texts) },
    { label: columns.column, value: namedWords(row.column, texts) },
    { label: columns.college, value: namedWords(row.college, texts) },
    { label: columns.department, value: namedWords(row.department, texts) },
    { label: columns.subject, value: namedWords(row.subject, texts) },
    {
      label: columns.site,
      value: row.source === 'office' ? texts.accessRecord.values.source.office : namedWords(row.site, texts),
    },
    { label: columns.device, value: row.device ? texts.accessEvent.devices[row.device] : '' },
    { label: columns.client, value: row.client ?? '' },
    { label: columns.ip, value: row.ip ?? '' },
    { label: columns.robot, value: row.robot ? texts.list.yes : '' },
  ];
  return <FactList facts={all.filter(({ value }) => value !== '')} />;
}

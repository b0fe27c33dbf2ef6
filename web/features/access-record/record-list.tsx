import {
  type AccessRecordRow,
  accessRecordList,
  exportAccessRecords,
  listAccessRecords,
  newerAccessRecords,
  sumAccessRecords,
} from '@lectern/contract/features/access-record.ts';
import { printView } from '@lectern/contract/list/list-address.ts';
import type { AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { exactTime, filterLink, quiet } from '../../components/list-page/cells.tsx';
import type { CellContext, ListDefinition } from '../../components/list-page/list-definition.ts';
import { useListAddress } from '../../components/list-page/use-list-address.ts';
import { useStatWords } from '../../components/statistics/stat-words.ts';
import { clock } from '../../components/viewers/media/clock.ts';
import { currentFormat, useFormat } from '../../lib/format.ts';
import { withNote } from '../../lib/i18n/punctuation.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { isAnswerOf, queryOf } from '../../lib/queries.ts';
import { connectAction, recordActions } from './record-actions.ts';
import './access-record.css';

const shown = ['views', 'plays', 'downloads', 'searches', 'clicks'] as const;

/** Totals of the list when it is filtered by time, so the figure the user came from appears again. */
function RecordSums() {
  const { statistics: texts } = useTexts();
  const { measures } = texts;
  const words = useStatWords();
  const { address } = useListAddress(accessRecordList);
  const narrowed = address.filters.at !== undefined;
  const sums = useQuery({
    ...queryOf(sumAccessRecords, { query: printView(accessRecordList, address) }, { quiet: true }),
    enabled: narrowed,
  }).data;
  if (!narrowed) return null;
  const figures: { name: AccessMeasure; text: string; hint?: string }[] | undefined = sums && [
    ...shown.filter((name) => sums[name] > 0).map((name) => ({ name, text: words.number(sums[name]) })),
    ...(sums.playSeconds > 0 ? [{ name: 'playSeconds' as const, text: words.time(sums.playSeconds) }] : []),
    ...(sums.completion === null ? [] : [{ name: 'completion' as const, text: words.percent(sums.completion) }]),
    {
      name: 'viewers' as const,
      text: `${sums.viewers.exact ? '' : '≈ '}${words.number(sums.viewers.value)}`,
      ...(!sums.viewers.exact && { hint: texts.estimateHint }),
    },
  ];
  return (
    <div className="record-sums">
      {figures?.map(({ name, text, hint }) => (
        <span key={name} title={hint}>
          {measures[name]} <b>{text}</b>
        </span>
      ))}
    </div>
  );
}

const ExportDialog = lazyPart<{ onClose: () => void }>(
  async () => (await import('./record-export-dialog.tsx')).RecordExportDialog,
);

/** Live updates and export. */
function RecordTools() {
  const { accessRecord: texts } = useTexts();
  const [exporting, setExporting] = useState(false);
  return (
    <>
      <Button icon="document" onClick={() => setExporting(true)}>
        {texts.files.open}
      </Button>
      <LiveButton />
      {exporting && <ExportDialog onClose={() => setExporting(false)} />}
    </>
  );
}

function person(row: AccessRecordRow, context: CellContext) {
  const words = personWords(row, context.texts);
  if (row.person) return filterLink('person', row.person.id, words, context);
  return row.reader ? filterLink('reader', row.reader, words, context) : quiet(words);
}

type Unit = 'site' | 'college' | 'department' | 'subject' | 'column' | 'course' | 'chapter' | 'resource';
const trees: readonly Unit[] = ['college', 'department', 'subject', 'column'];

/** Filters by id for which no options are loaded. */
const idFilters: readonly Unit[] = ['resource', 'course', 'chapter', 'site'];

function named(name: Unit) {
  return (row: AccessRecordRow, context: CellContext) => {
    const unit = row[name];
    if (!unit) return quiet('');
    const value = trees.includes(name) ? [unit.id] : unit.id;
    return filterLink(name, value, namedWords(unit, context.texts), context);
  };
}

function seconds(value: number | null, { format }: CellContext) {
  return value === null ? quiet('') : <span>{format.duration(value * 1000)}</span>;
}

export const accessRecordListDefinition: ListDefinition<AccessRecordRow> = {
  list: accessRecordList,
  endpoint: listAccessRecords,
  exportEndpoint: exportAccessRecords,
  icon: 'list',
  mainColumn: 'at',
  opens: true,
  labelOf: (row) => currentFormat().dateTime(row.at),
  actions: recordActions,
  first: connectAction,
  texts: ({ accessEvent, accessRecord, resource, words }) => ({
    ...accessRecord,
    values: {
      ...accessRecord.values,
      device: accessEvent.devices,
      kind: resource.kinds,
      role: { ...words.roles, ...accessRecord.values.role },
      hour: Object.fromEntries(
        Array.from({ length: 24 }, (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`]),
      ),
    },
  }),
  // Every row has the value it was filtered by, so any row can name the filter.
  nameIn: (row, filter) => idFilters.find((name) => name === filter) && (row[filter as Unit]?.name ?? undefined),
  Above: RecordSums,
  HeaderEnd: RecordTools,
  columns: {
    at: {
      // Fits “2026年11月17日 14:07”, the longest value.
      width: 170,
      grow: 0,
      greatestFirst: true,
      cell: (row, context) => exactTime(row.at, context),
    },
    person: { width: 130, grow: 2, keep: 6, cell: person },
    action: {
      width: 106,
      grow: 0,
      keep: 7,
      cell: (row, { texts }) => <span>{texts.accessEvent.actions[row.action]}</span>,
    },
    resource: {
      width: 200,
      grow: 4,
      keep: 7,
      cell: (row, context) =>
        row.resource
          ? named('resource')(row, context)
          : row.query === null
            ? quiet(aboutWords(row, context.texts))
            : // What was searched for stands where there is nothing else to name.
              filterLink('term', row.query, aboutWords(row, context.texts), context),
    },
    position: {
      width: 108,
      grow: 0,
      keep: 3,
      cell: (row) => (row.positionSeconds === null ? quiet('') : <span>{clock(row.positionSeconds)}</span>),
    },
    seconds: { width: 86, grow: 0, keep: 5, cell: (row, context) => seconds(row.seconds, context) },
    query: {
      width: 130,
      grow: 2,
      keep: 4,
      cell: (row, context) => (row.query === null ? quiet('') : filterLink('term', row.query, row.query, context)),
    },
    college: { width: 120, grow: 1, keep: 4, cell: named('college') },
    device: {
      width: 90,
      grow: 0,
      keep: 2,
      cell: (row, context) =>
        row.device
          ? filterLink('device', [row.device], context.texts.accessEvent.devices[row.device], context)
          : quiet(''),
    },
    ip: {
      width: 120,
      grow: 0,
      keep: 3,
      // A masked address can't be used as a filter.
      cell: (row, context) =>
        row.ip === null || /[*x]/.test(row.ip) ? quiet(row.ip ?? '') : filterLink('ip', row.ip, row.ip, context),
    },
    role: { width: 130, cell: (row, context) => filterLink('role', [row.role], roleOf(row, context.texts), context) },
    site: { width: 130, cell: named('site') },
    department: { width: 140, grow: 2, cell: named('department') },
    subject: { width: 140, grow: 2, cell: named('subject') },
    column: { width: 140, grow: 2, cell: named('column') },
    course: { width: 160, grow: 2, cell: named('course') },
    chapter: { width: 160, grow: 2, cell: named('chapter') },
    hits: { width: 80, cell: (row, { format }) => quiet(row.hits === null ? '' : format.number(row.hits)) },
    client: { width: 180, grow: 2, cell: (row) => quiet(row.client ?? '') },
    robot: { width: 80, cell: (row, { texts }) => quiet(row.robot ? texts.list.yes : texts.list.no) },
  },
};

type Named = { name: string | null; gone: boolean } | null;

/** Name of the person, as far as it is known and still stored. */
export function personWords(row: Pick<AccessRecordRow, 'person' | 'reader'>, { accessRecord }: Texts): string {
  return row.person?.name ?? row.reader ?? accessRecord.nobody;
}

export function namedWords(named: Named, { statistics }: Texts): string {
  if (!named) return '';
  if (named.name === null) return statistics.gone;
  return named.gone ? withNote(named.name, statistics.gone) : named.name;
}

export function roleOf(row: AccessRecordRow, { words, accessRecord }: Texts): string {
  return row.role === 'reader' ? accessRecord.values.role.reader : words.roles[Number(row.role) as 1];
}

/** Short description of what a record is about. */
export function aboutWords(row: AccessRecordRow, texts: Texts): string {
  if (row.query !== null) return `“${row.query}”`;
  const first = [row.resource, row.chapter, row.course, row.column, row.site].find((one) => one !== null);
  return namedWords(first ?? null, texts);
}

const everyMs = 3_000;

/** Toggles live updates, which add new rows automatically. */
function LiveButton() {
  const { accessRecord: texts } = useTexts();
  const format = useFormat();
  const client = useQueryClient();
  const { address } = useListAddress(accessRecordList);
  const view = printView(accessRecordList, address);
  const key = JSON.stringify(view);
  const [live, setLive] = useState(false);
  const [seen, setSeen] = useState<{ key: string; after: number; arrived: number } | null>(null);
  const known = seen?.key === key ? seen : null;
  const { data, error } = useQuery({
    ...queryOf(newerAccessRecords, { query: { ...view, ...(known && { after: known.after }) } }, { quiet: true }),
    enabled: live,
    refetchInterval: everyMs,
    staleTime: 0,
    gcTime: 0,
  });
  const refresh = useCallback(
    () => void client.invalidateQueries({ predicate: isAnswerOf([listAccessRecords, sumAccessRecords]) }),
    [client],
  );
  useEffect(() => {
    if (!live || !data) return;
    if (!known) {
      setSeen({ key, after: data.latest, arrived: 0 });
      return;
    }
    if (data.latest <= known.after) return;
    setSeen({ key, after: data.latest, arrived: known.arrived + data.rows.length });
    if (data.rows.length > 0) refresh();
  }, [live, data, known, key, refresh]);
  const arrived = known?.arrived ?? 0;
  const status = error
    ? texts.live.cut
    : arrived > 0
      ? fillText(texts.live.arrived, { count: format.number(arrived) })
      : texts.live.waiting;
  return (
    <Button
      className="record-live"
      aria-pressed={live}
      title={live ? texts.live.pause : texts.live.hint}
      onClick={() => {
        setSeen(null);
        setLive(!live);
        // When switching on, show at once what arrived during the pause.
        if (!live) refresh();
      }}
    >
      <span className="record-live-dot" aria-hidden="true" />
      {texts.live.name}
      {live && <small aria-live="polite">{status}</small>}
    </Button>
  );
}

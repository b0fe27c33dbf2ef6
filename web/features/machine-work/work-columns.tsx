import { type WorkRow, workLists } from '@lectern/contract/features/machine-work.ts';
import { printView, readAddress } from '@lectern/contract/list/list-address.ts';
import type { ReactNode } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { filterLink, none, timeAgo } from '../../components/list-page/cells.tsx';
import type { CellContext, ColumnView } from '../../components/list-page/list-definition.ts';
import { resourceHref, type WorkListId } from '../../components/resource/resource-href.ts';
import { titled } from '../../components/resource/thumbnail.tsx';
import { Status } from '../../components/status.tsx';
import { confidenceBar } from '../../components/work/confidence-bar.tsx';
import { workState } from '../../components/work/work-state.tsx';
import { causeOf, engineName, engineWords, languageName, optionWords } from '../../components/work/work-words.ts';

function seconds(value: number | null, context: CellContext): ReactNode {
  return value === null ? none(context) : context.format.timeTaken(value * 1_000);
}

/** Shows the general cause, which filters the list, with the full message as tooltip. */
function cause(row: WorkRow, context: CellContext): ReactNode {
  const sentence = causeOf(row);
  if (!sentence) return none(context);
  const common = row.causeCode && context.texts.work.causes[row.causeCode];
  return (
    <span title={sentence}>
      {row.causeCode && common && row.causeCode !== 'other'
        ? filterLink('cause', [row.causeCode], common, context)
        : sentence}
    </span>
  );
}

function check({ check: state }: WorkRow, context: CellContext): ReactNode {
  if (!state) return none(context);
  return <Status tone={state === 'checked' ? 'ok' : 'warn'}>{context.texts.work.checks[state]}</Status>;
}

function engine({ engine: name }: WorkRow, context: CellContext): ReactNode {
  return name ? <span title={engineWords(name)}>{engineName(name)}</span> : none(context);
}

/** Columns shared by the three lists. */
export const workColumns: Record<string, ColumnView<WorkRow>> = {
  resource: {
    width: 228,
    grow: 5,
    // The row's link is its state, so without this the name would be hidden first when space is short.
    keep: 9,
    cell: (row, { view }) => (
      <AppLink className="grid-link" to={detailHref(row, 'processing', { list: 'work', view })}>
        {titled(row.resource)}
      </AppLink>
    ),
  },
  kind: {
    width: 150,
    grow: 0,
    keep: 6,
    cell: (row, context) => filterLink('kind', [row.kind], context.texts.work.steps[row.kind], context),
  },
  state: { width: 122, grow: 0, keep: 7, cell: (row, { texts }) => workState(row, texts) },
  cause: { width: 160, grow: 3, keep: 5, cell: cause },
  check: { width: 124, grow: 0, keep: 4, cell: check },
  confidence: {
    width: 108,
    grow: 0,
    keep: 5,
    cell: (row, context) => (row.confidence === null ? none(context) : confidenceBar(row.confidence, context.texts)),
  },
  language: {
    width: 92,
    grow: 0,
    keep: 3,
    cell: (row, context) =>
      row.language ? filterLink('language', [row.language], languageName(row.language), context) : none(context),
  },
  engine: { width: 150, grow: 1, keep: 2, cell: engine },
  options: {
    width: 150,
    grow: 1,
    cell: (row, context) => optionWords(row.kind, row.options, context.texts) || none(context),
  },
  owner: {
    width: 116,
    grow: 1,
    cell: ({ resource: { owner } }, context) => filterLink('owner', owner.id, owner.name, context),
  },
  version: { width: 76, grow: 0, cell: (row, { format }) => format.number(row.versionNumber) },
  tries: { width: 80, grow: 0, keep: 1, cell: (row, { format }) => format.number(row.tries) },
  priority: { width: 76, grow: 0, cell: (row, { format }) => format.number(row.priority) },
  wait: { width: 80, grow: 0, keep: 2, cell: (row, context) => seconds(row.waitSeconds, context) },
  run: { width: 80, grow: 0, keep: 3, cell: (row, context) => seconds(row.runSeconds, context) },
  queued: { width: 124, grow: 0, keep: 0, greatestFirst: true, cell: (row, context) => timeAgo(row.queuedAt, context) },
  changed: {
    width: 120,
    grow: 0,
    keep: 4,
    greatestFirst: true,
    cell: (row, context) => timeAgo(row.finishedAt ?? row.startedAt ?? row.queuedAt, context),
  },
};

/** For lists whose rows open the resource: the name is the row link itself. */
export const readingColumns: Record<string, ColumnView<WorkRow>> = {
  ...workColumns,
  resource: { width: 240, grow: 5, cell: ({ resource }) => titled(resource) },
  cause: { width: 156, grow: 3, keep: 4, cell: cause },
  check: { width: 120, grow: 0, keep: 4, cell: check },
  engine: { width: 112, grow: 1, keep: 3, cell: engine },
  run: { width: 68, grow: 0, keep: 2, cell: (row, context) => seconds(row.runSeconds, context) },
};

type Tab = 'processing' | 'text' | 'transcript';
type From = { list: WorkListId; view: string };

/** The resource's page at a tab, with previous and next from the list. */
export function detailHref(row: WorkRow, tab: Tab, from: From): string {
  // Only the list of all steps can have several rows per resource.
  const href = resourceHref(row.resource, { ...from, ...(from.list === 'work' && { row: row.id }) });
  return `${href}&tab=${tab}`;
}

/** The list view in an address, without the opened row. */
export function viewAt(id: WorkListId, search: string): From {
  const list = workLists.find((known) => known.id === id) ?? workLists[0];
  const view = printView(list, readAddress(list, new URLSearchParams(search)));
  return { list: id, view: new URLSearchParams(view).toString() };
}

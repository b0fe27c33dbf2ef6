import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { exportSummaries, listSummaries, type SummaryRow, summaryList } from '@lectern/contract/features/summary.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useEffect } from 'react';
import type { ListDefinition } from '../../components/list-page/list-definition.ts';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { currentLanguageNames } from '../../components/resource/list/current-language-names.ts';
import { resourceHref } from '../../components/resource/resource-href.ts';
import { uploadAction } from '../../components/work/upload-action.ts';
import { isUnderWay } from '../../components/work/work-state.tsx';
import type { Action, RowAction } from '../../lib/actions.ts';
import type { IconName } from '../../lib/icon-name.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/store.ts';
import { summaryColumns } from './list/summary-columns.tsx';
import { closeSummaryDialog, startOn, summaryDialog } from './list/summary-dialog.ts';
import { summaryHref, viewAt } from './summary-href.ts';
import { useSummaryRefresh } from './use-summary-refresh.ts';

type Row = RowAction<SummaryRow>;
type Name = keyof typeof import('@lectern/contract/messages/en/summary.ts').summary.actions;
type Extra = Partial<Pick<Row, 'on' | 'look' | 'keys' | 'separated' | 'handy' | 'fits'>>;

const isEditor = (me: CurrentUser) => hasAbility(me.roleId, 'editor');

function actionOf(name: Name, icon: IconName, run: Row['run'], extra: Extra = {}): Row {
  return {
    ...{ on: 'both', mayI: isEditor, ...extra, id: `summary.${name}`, icon, run },
    label: ({ summary }) => summary.actions[name],
  };
}

/** Starts without a dialog. The shared failure handler reports errors. */
const atOnce =
  (action: 'run' | 'approve' | 'publish' | 'unpublish', input?: Record<string, unknown>): Row['run'] =>
  (target) =>
    startOn(action, target, input).catch(() => undefined);

const asks =
  (kind: 'approve' | 'publish' | 'reject' | 'regenerate'): Row['run'] =>
  (target) =>
    summaryDialog.set({ kind, target });

/** Asks first when the summary is out of date. */
const unlessOutOfDate =
  (move: 'approve' | 'publish', input?: Record<string, unknown>): Row['run'] =>
  (target, context) => {
    const { row } = target;
    if (row?.stale) return summaryDialog.set({ kind: 'outOfDate', move, row, target });
    return atOnce(move, input)(target, context);
  };

const rests = ({ work }: SummaryRow) => !work || !isUnderWay(work.state);

/** Approving a single summary covers everything in it; approving several covers only their supported sentences. */
const summaryActions: readonly Row[] = [
  {
    ...actionOf('open', 'eye', ({ row }, { navigate }) => {
      if (row) navigate(summaryHref(row.id, viewAt(window.location.search)));
    }),
    on: 'one',
    mayI: () => true,
  },
  actionOf('run', 'play', atOnce('run'), { on: 'one', fits: (row) => row.state === 'none' && rests(row) }),
  actionOf('approveOne', 'check', unlessOutOfDate('approve', { evidence: 0 }), {
    on: 'one',
    keys: 'a',
    separated: true,
    fits: ({ state }) => state === 'draft',
  }),
  actionOf('approve', 'check', asks('approve'), { on: 'many', handy: true }),
  actionOf('publishOne', 'send', unlessOutOfDate('publish'), {
    on: 'one',
    keys: 'p',
    fits: ({ state }) => state === 'approved',
  }),
  actionOf('publish', 'send', asks('publish'), { on: 'many', handy: true }),
  actionOf('unpublish', 'undo', atOnce('unpublish'), { fits: ({ published }) => published !== null }),
  actionOf('reject', 'ban', asks('reject'), {
    handy: true,
    keys: 'r',
    look: 'danger',
    fits: ({ state }) => state === 'draft' || state === 'approved',
  }),
  actionOf('regenerate', 'refresh', asks('regenerate'), {
    separated: true,
    handy: true,
    fits: (row) => row.state !== 'none' && rests(row),
  }),
  {
    ...actionOf('openResource', 'document', ({ row }, { navigate }) => {
      if (row) navigate(`${resourceHref({ id: row.id, kind: row.resource.kind })}?tab=summary`);
    }),
    on: 'one',
    mayI: () => true,
  },
];

const runMissingAction: Action = {
  id: 'summary.runMissing',
  group: 'create',
  icon: 'play',
  label: ({ summary }) => summary.actions.runMissing,
  mayI: isEditor,
  run: () => summaryDialog.set({ kind: 'runMissing' }),
};

const runAllAction: Action = {
  id: 'summary.runAll',
  group: 'create',
  icon: 'refresh',
  label: ({ summary }) => summary.actions.runAll,
  mayI: isEditor,
  run: () => summaryDialog.set({ kind: 'runAll' }),
};

/** Resources with text and the state of their summaries. A row opens the summary. */
const summaryListView: ListDefinition<SummaryRow> = {
  list: summaryList,
  endpoint: listSummaries,
  exportEndpoint: exportSummaries,
  icon: 'sparkle',
  mainColumn: 'resource',
  opens: true,
  href: (row, view) => summaryHref(row.id, view),
  labelOf: (row) => row.resource.title,
  columns: summaryColumns,
  actions: summaryActions,
  first: uploadAction,
  more: [runAllAction],
  primary: runMissingAction,
  texts: ({ summary, languageModel, routes, resource, work }) => ({
    title: routes['handle.ai'],
    search: summary.search,
    emptyTitle: summary.emptyTitle,
    emptyText: summary.emptyText,
    emptyTabs: summary.emptyTabs,
    columns: summary.columns,
    tabs: summary.tabs,
    filters: summary.filters,
    values: {
      kind: resource.kinds,
      state: summary.states,
      origin: summary.origins,
      fallback: languageModel.failures,
      language: currentLanguageNames(),
      work: work.states,
      cause: work.causes,
    },
  }),
};

const SummaryDialogs = lazyPage(async () => (await import('./list/summary-dialogs.tsx')).SummaryDialogs);
const shown = [listSummaries];

export function SummaryPage() {
  useSummaryRefresh(shown);
  const asking = useStore(summaryDialog) !== null;
  useEffect(() => closeSummaryDialog, []);
  return (
    <>
      <ListPage definition={summaryListView} />
      {asking && <SummaryDialogs />}
    </>
  );
}

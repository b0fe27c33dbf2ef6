import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { type StepKind, stepKinds } from '@lectern/contract/features/job.ts';
import {
  asrList,
  exportAsr,
  exportOcr,
  exportWork,
  listAsr,
  listOcr,
  listWork,
  ocrList,
  type WorkAction,
  type WorkRow,
  workList,
} from '@lectern/contract/features/machine-work.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import type { ListDefinition } from '../../components/list-page/list-definition.ts';
import { currentLanguageNames } from '../../components/resource/list/current-language-names.ts';
import type { WorkListId } from '../../components/resource/resource-href.ts';
import { hasOptions } from '../../components/work/options-dialog.tsx';
import { formatNames, formatsOf, readingHref, textHref } from '../../components/work/text-href.ts';
import { uploadAction } from '../../components/work/upload-action.ts';
import { isUnderWay } from '../../components/work/work-state.tsx';
import type { Action, RowAction } from '../../lib/actions.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';
import type { IconName } from '../../lib/icon-name.ts';
import { WorkOverview } from './overview/work-overview.tsx';
import { detailHref, readingColumns, viewAt, workColumns } from './work-columns.tsx';
import { startOn, workDialog } from './work-dialog.ts';

type Row = RowAction<WorkRow>;
type Name = keyof typeof import('@lectern/contract/messages/en/app/work.ts').work.actions;
type Extra = Partial<Pick<Row, 'on' | 'look' | 'keys' | 'separated' | 'handy' | 'fits'>>;

/** Starts without a dialog. The global error handler shows a refusal. */
const atOnce =
  (list: WorkListId, action: WorkAction): Row['run'] =>
  (target) =>
    startOn(list, action, target).catch(() => undefined);

function actionOf(list: WorkListId, name: Name, icon: IconName, run: Row['run'], extra: Extra = {}): Row {
  return { on: 'both', ...extra, id: `${list}.${name}`, icon, label: (texts) => texts.work.actions[name], run };
}

const mayRun = (row: WorkRow) => row.current && !isUnderWay(row.state);
const waits = (row: WorkRow) => row.state === 'queued' || row.state === 'pending';

function exportsOf(list: 'ocr' | 'asr'): Row[] {
  const source = list === 'ocr' ? 'ocr' : 'speech';
  return formatsOf[source].map((format, at) => ({
    id: `${list}.export.${format}`,
    on: 'one',
    icon: 'download',
    ...(at === 0 && { separated: true }),
    label: ({ work }) => fillText(work.exportAs, { format: formatNames[format] }),
    fits: (row) => row.state === 'done',
    run: ({ row }) => {
      if (row) window.location.assign(readingHref(row.resource.id, source, format));
    },
  }));
}

/** Row actions of a list. Options differ by step, so bulk runs with options exist only in lists of a single step. */
function workActionsOf(list: WorkListId): Row[] {
  const runWith = actionOf(
    list,
    'runWith',
    'edit',
    (target) => {
      const step: StepKind | undefined = list === 'work' ? target.row?.kind : list;
      if (step) workDialog.set({ kind: 'options', list, step, target });
    },
    { on: list === 'work' ? 'one' : 'both', fits: (row) => mayRun(row) && hasOptions(row.kind, row.resource.kind) },
  );
  return [
    actionOf(list, 'run', 'play', atOnce(list, 'run'), {
      on: 'one',
      fits: (row) => row.state === 'none' && mayRun(row),
    }),
    actionOf(list, 'rerun', 'refresh', atOnce(list, 'run'), {
      handy: true,
      fits: (row) => row.state !== 'none' && mayRun(row),
    }),
    runWith,
    actionOf(list, 'cancel', 'ban', atOnce(list, 'cancel'), { handy: true, fits: (row) => isUnderWay(row.state) }),
    actionOf(list, 'raise', 'arrowUp', atOnce(list, 'raise'), { separated: true, handy: true, fits: waits }),
    actionOf(list, 'lower', 'arrowDown', atOnce(list, 'lower'), { fits: waits }),
    ...(list === 'work'
      ? []
      : [
          actionOf(list, 'markChecked', 'check', atOnce(list, 'markChecked'), {
            separated: true,
            handy: true,
            fits: (row) => row.check === 'needsCheck',
          }),
          ...exportsOf(list),
        ]),
    actionOf(
      list,
      'openResource',
      'eye',
      ({ row }, { navigate }) => row && navigate(detailHref(row, 'processing', viewAt(list, window.location.search))),
      { on: 'one', separated: true },
    ),
  ];
}

const isEditor = (me: CurrentUser) => hasAbility(me.roleId, 'editor');

function runMissingAction(list: WorkListId, steps: readonly StepKind[]): Action {
  return {
    id: `${list}.runMissing`,
    group: 'create',
    icon: 'play',
    label: (texts) => texts.work.actions.runMissing,
    mayI: isEditor,
    run: () => workDialog.set({ kind: 'missing', steps }),
  };
}

function runAllAction(list: 'ocr' | 'asr'): Action {
  return {
    id: `${list}.runAll`,
    group: 'create',
    icon: 'refresh',
    label: (texts) => texts.work.actions.runAll,
    mayI: isEditor,
    run: () => workDialog.set({ kind: 'all', list }),
  };
}

type Definition = ListDefinition<WorkRow>;

function textsOf({ work, resource, routes }: Texts, list: 'work' | 'ocr' | 'asr'): ReturnType<Definition['texts']> {
  const page = ({ work: 'data.convert', ocr: 'handle.img', asr: 'handle.asr' } as const)[list];
  return {
    title: routes[page],
    search: work.search,
    emptyTitle: work.empty[list].title,
    emptyText: work.empty[list].text,
    emptyTabs: work.emptyTabs,
    columns: work.columns,
    tabs: work.tabs,
    filters: work.filters,
    values: {
      kind: work.steps,
      state: work.states,
      cause: work.causes,
      resourceKind: resource.kinds,
      check: work.checks,
      language: currentLanguageNames(),
      missing: work.gaps,
    },
  };
}

const labelOf = (row: WorkRow) => row.resource.title;

/** All machine work. The row opens its log; the name links to the resource. */
export const workListView: Definition = {
  list: workList,
  endpoint: listWork,
  exportEndpoint: exportWork,
  icon: 'convert',
  mainColumn: 'state',
  opens: true,
  labelOf,
  columns: workColumns,
  actions: workActionsOf('work'),
  first: uploadAction,
  more: [runMissingAction('work', stepKinds)],
  Above: WorkOverview,
  texts: (texts) => textsOf(texts, 'work'),
};

const shared = { mainColumn: 'resource', opens: true, labelOf, columns: readingColumns, first: uploadAction } as const;

export const ocrListView: Definition = {
  ...shared,
  list: ocrList,
  endpoint: listOcr,
  exportEndpoint: exportOcr,
  icon: 'image',
  href: (row, view) => textHref(row.resource, view),
  actions: workActionsOf('ocr'),
  more: [runAllAction('ocr')],
  primary: runMissingAction('ocr', ['ocr']),
  texts: (texts) => textsOf(texts, 'ocr'),
};

export const asrListView: Definition = {
  ...shared,
  list: asrList,
  endpoint: listAsr,
  exportEndpoint: exportAsr,
  icon: 'audio',
  href: (row, view) => textHref(row.resource, view),
  actions: workActionsOf('asr'),
  more: [runAllAction('asr')],
  primary: runMissingAction('asr', ['asr']),
  texts: (texts) => textsOf(texts, 'asr'),
};

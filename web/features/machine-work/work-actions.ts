import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import type { StepKind } from '@lectern/contract/features/job.ts';
import type { WorkAction, WorkRow } from '@lectern/contract/features/machine-work.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import type { WorkListId } from '../../components/resource/resource-href.ts';
import { formatNames, formatsOf, readingHref } from '../../components/work/reading-href.ts';
import { hasOptions } from '../../components/work/step-options.tsx';
import { isUnderWay } from '../../components/work/work-state.tsx';
import type { Action, RowAction } from '../../lib/actions.ts';
import { fillText } from '../../lib/i18n/use-texts.ts';
import type { IconName } from '../../lib/icon-name.ts';
import { detailHref, viewAt } from './detail-href.ts';
import { startOn, workDialog } from './work-dialog.ts';

type Row = RowAction<WorkRow>;
type Name = keyof typeof import('../../lib/i18n/en/work.ts').work.actions;
type Extra = Partial<Pick<Row, 'on' | 'look' | 'keys' | 'separated' | 'handy' | 'fits'>>;

/** Begins at once; why it was refused is told by the shared handling of failures. */
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

/** What can be done with rows of one of the lists. Options differ by step: many rows are given them where all have one. */
export function workActionsOf(list: WorkListId): Row[] {
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

export function runMissingAction(list: WorkListId, steps: readonly StepKind[]): Action {
  return {
    id: `${list}.runMissing`,
    group: 'create',
    icon: 'play',
    label: (texts) => texts.work.actions.runMissing,
    mayI: isEditor,
    run: () => workDialog.set({ kind: 'missing', steps }),
  };
}

export function runAllAction(list: 'ocr' | 'asr'): Action {
  return {
    id: `${list}.runAll`,
    group: 'create',
    icon: 'refresh',
    label: (texts) => texts.work.actions.runAll,
    mayI: isEditor,
    run: () => workDialog.set({ kind: 'all', list }),
  };
}

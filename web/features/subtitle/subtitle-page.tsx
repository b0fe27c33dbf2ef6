import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import {
  exportSubtitleList,
  listSubtitles,
  type SubtitleAction,
  type SubtitleRow,
  subtitleList,
  type subtitleStates,
} from '@lectern/contract/features/subtitle.ts';
import { exportSubtitles } from '@lectern/contract/features/subtitle-change.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { subtitleFormats } from '@lectern/contract/subtitle/subtitle-clock.ts';
import { type ReactNode, useEffect } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Icon } from '../../components/icon.tsx';
import { filterLink, none, timeAgo } from '../../components/list-page/cells.tsx';
import type { CellContext, ColumnView, ListDefinition } from '../../components/list-page/list-definition.ts';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { currentLanguageNames } from '../../components/resource/list/current-language-names.ts';
import { resourceHref } from '../../components/resource/resource-href.ts';
import { resourceState } from '../../components/resource/resource-state.tsx';
import { titled } from '../../components/resource/thumbnail.tsx';
import { Status } from '../../components/status.tsx';
import { stateTones, subtitleHref, trackName } from '../../components/subtitle/subtitle-href.ts';
import { uploadAction } from '../../components/work/upload-action.ts';
import { useWorkRefresh } from '../../components/work/use-work-refresh.ts';
import { isUnderWay, workState } from '../../components/work/work-state.tsx';
import { causeOf } from '../../components/work/work-words.ts';
import type { Action, RowAction } from '../../lib/actions.ts';
import { addressOf } from '../../lib/callable.ts';
import { fillText } from '../../lib/i18n/use-texts.ts';
import type { IconName } from '../../lib/icon-name.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/store.ts';
import { closeSubtitleDialog, type LanguageAction, startOn, subtitleDialog } from './list/subtitle-dialog.ts';
import '../../components/visually-hidden.css';
import './list/subtitle-list.css';

/** Languages linked to their editors; for a video without any, the state of the machine work instead. */
function tracks(row: SubtitleRow, context: CellContext): ReactNode {
  const { texts, view } = context;
  if (row.tracks.length === 0)
    return row.work ? (
      <span title={causeOf(row.work) ?? undefined}>{workState(row.work, texts)}</span>
    ) : (
      <span className="grid-quiet">{texts.subtitle.list.noTracks}</span>
    );
  return (
    <span className="subtitle-chips">
      {row.tracks.map((track) => (
        <AppLink
          key={track.id}
          tabIndex={-1}
          className="subtitle-chip"
          to={subtitleHref(row.id, { language: track.language, view })}
          title={[
            trackName(track),
            texts.subtitle.states[track.state],
            ...(track.isDefault ? [texts.subtitle.default] : []),
            ...(track.behind ? [texts.subtitle.list.behind] : []),
          ].join(' · ')}
        >
          <Status tone={stateTones[track.state]}>
            {trackName(track)} <em>{texts.subtitle.states[track.state]}</em>
          </Status>
          {track.behind && (
            <span className="subtitle-behind">
              <Icon name="warning" size={12} />
              <span className="visually-hidden">{texts.subtitle.list.behind}</span>
            </span>
          )}
        </AppLink>
      ))}
    </span>
  );
}

function speech({ speech: work }: SubtitleRow, context: CellContext): ReactNode {
  if (!work) return none(context);
  return <span title={causeOf(work) ?? undefined}>{workState(work, context.texts)}</span>;
}

const subtitleColumns: Record<string, ColumnView<SubtitleRow>> = {
  resource: {
    width: 200,
    grow: 4,
    keep: 9,
    cell: ({ resource }) => titled({ ...resource, kind: 'video' }),
  },
  tracks: { width: 270, grow: 5, keep: 8, cell: tracks },
  problems: {
    width: 92,
    grow: 0,
    keep: 7,
    greatestFirst: true,
    cell: (row, context) =>
      row.problems === 0
        ? none(context)
        : filterLink('hasProblems', true, context.format.number(row.problems), context),
  },
  stale: {
    width: 110,
    grow: 0,
    keep: 5,
    cell: (row, context) =>
      row.stale ? <Status tone="warn">{context.texts.subtitle.list.stale}</Status> : none(context),
  },
  speech: { width: 136, grow: 0, keep: 4, cell: speech },
  duration: {
    width: 84,
    grow: 0,
    keep: 3,
    cell: ({ resource: { durationMs } }, context) =>
      durationMs === null ? none(context) : context.format.duration(durationMs),
  },
  resourceState: { width: 110, grow: 0, cell: ({ resource }, { texts }) => resourceState(resource, texts) },
  owner: {
    width: 110,
    grow: 1,
    keep: 2,
    cell: ({ resource: { owner } }, context) => filterLink('owner', owner.id, owner.name, context),
  },
  changed: {
    width: 120,
    grow: 0,
    keep: 4,
    greatestFirst: true,
    cell: ({ changedAt }, context) => timeAgo(changedAt, context),
  },
};

type Row = RowAction<SubtitleRow>;
type Extra = Partial<Pick<Row, 'on' | 'look' | 'separated' | 'handy' | 'fits' | 'mayI'>>;

const isEditor = (me: CurrentUser) => hasAbility(me.roleId, 'editor');
const isBusy = ({ work }: SubtitleRow) => work !== null && isUnderWay(work.state);
const hasState =
  (...states: readonly (typeof subtitleStates)[number][]) =>
  (row: SubtitleRow) =>
    row.tracks.some(({ state, cues }) => cues > 0 && states.includes(state));

function actionOf(action: SubtitleAction, icon: IconName, run: Row['run'], extra: Extra = {}): Row {
  return {
    on: 'both',
    ...extra,
    id: `subtitle.${action}`,
    icon,
    label: ({ subtitle }) => subtitle.actions[action],
    run,
  };
}

/** Runs directly when there is only one language and nothing to confirm; otherwise opens a dialog. */
function onLanguage(action: LanguageAction, icon: IconName, extra: Extra): Row {
  const run: Row['run'] = (target) => {
    const [only, ...others] = target.row?.tracks ?? [];
    const asks = action === 'delete' || (action === 'publish' && target.row?.stale === true);
    if (only && others.length === 0 && !asks) return startOn(action, target).catch(() => undefined);
    subtitleDialog.set({ kind: 'language', action, target });
    return undefined;
  };
  return actionOf(action, icon, run, extra);
}

const atOnce =
  (action: SubtitleAction): Row['run'] =>
  (target) =>
    startOn(action, target).catch(() => undefined);

const exports: Row[] = subtitleFormats.map((format, at) => ({
  id: `subtitle.export.${format}`,
  on: 'both',
  icon: 'download',
  ...(at === 0 && { separated: true }),
  label: ({ subtitle }) => fillText(subtitle.actions.exportAs, { format: format.toUpperCase() }),
  fits: ({ tracks }) => tracks.length > 0,
  run: ({ selection, done }) => {
    const chosen = 'ids' in selection ? { ids: selection.ids.join(',') } : { view: selection.matching };
    window.location.assign(addressOf(exportSubtitles, { query: { format, ...chosen } as never }));
    done();
  },
}));

const subtitleActions: Row[] = [
  actionOf('runMissing', 'play', atOnce('runMissing'), {
    mayI: isEditor,
    fits: (row) => row.tracks.length === 0 && !isBusy(row),
  }),
  actionOf('run', 'refresh', atOnce('run'), {
    mayI: isEditor,
    fits: (row) => row.tracks.length > 0 && !isBusy(row),
  }),
  onLanguage('check', 'check', { separated: true, handy: true, fits: hasState('auto', 'edited') }),
  onLanguage('publish', 'send', { handy: true, fits: hasState('auto', 'edited', 'checked') }),
  onLanguage('unpublish', 'eyeOff', { fits: hasState('published') }),
  ...exports,
  {
    id: 'subtitle.openResource',
    on: 'one',
    icon: 'eye',
    separated: true,
    label: ({ subtitle }) => subtitle.actions.openResource,
    run: ({ row }, { navigate }) => row && navigate(`${resourceHref({ id: row.id, kind: 'video' })}?tab=subtitles`),
  },
  onLanguage('delete', 'trash', { separated: true, look: 'danger', fits: ({ tracks }) => tracks.length > 0 }),
];

function runAction(action: 'run' | 'runMissing', icon: IconName): Action {
  return {
    id: `subtitle.${action}All`,
    group: 'create',
    icon,
    label: ({ subtitle }) => subtitle.actions[action === 'run' ? 'runAll' : 'runAllMissing'],
    mayI: isEditor,
    run: () => subtitleDialog.set({ kind: 'run', action }),
  };
}

const runMissingAction = runAction('runMissing', 'play');
const runAllAction = runAction('run', 'refresh');

const subtitleListView: ListDefinition<SubtitleRow> = {
  list: subtitleList,
  endpoint: listSubtitles,
  exportEndpoint: exportSubtitleList,
  icon: 'video',
  mainColumn: 'resource',
  opens: true,
  href: (row, view) => subtitleHref(row.id, { view }),
  labelOf: (row) => row.resource.title,
  columns: subtitleColumns,
  actions: subtitleActions,
  more: [runAllAction],
  primary: runMissingAction,
  first: uploadAction,
  texts: ({ subtitle: { columns, list, states }, routes, resource }) => ({
    title: routes['handle.subtitle'],
    search: list.search,
    emptyTitle: list.empty.title,
    emptyText: list.empty.text,
    emptyTabs: list.emptyTabs,
    columns,
    tabs: list.tabs,
    filters: list.filters,
    values: {
      language: currentLanguageNames(),
      lacks: currentLanguageNames(),
      state: states,
      resourceState: resource.states,
    },
  }),
};

const SubtitleDialogs = lazyPage(async () => (await import('./list/subtitle-dialogs.tsx')).SubtitleDialogs);
const shown = [listSubtitles];

export function SubtitlePage() {
  useWorkRefresh(shown);
  const asking = useStore(subtitleDialog) !== null;
  useEffect(() => closeSubtitleDialog, []);
  return (
    <>
      <ListPage definition={subtitleListView} />
      {asking && <SubtitleDialogs />}
    </>
  );
}

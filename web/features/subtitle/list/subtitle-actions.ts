import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import type { SubtitleAction, SubtitleRow, subtitleStates } from '@lectern/contract/features/subtitle.ts';
import { exportSubtitles } from '@lectern/contract/features/subtitle-change.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { subtitleFormats } from '@lectern/contract/subtitle/subtitle-clock.ts';
import { resourceHref } from '../../../components/resource/resource-href.ts';
import { isUnderWay } from '../../../components/work/work-state.tsx';
import type { Action, RowAction } from '../../../lib/actions.ts';
import { addressOf } from '../../../lib/callable.ts';
import { fillText } from '../../../lib/i18n/use-texts.ts';
import type { IconName } from '../../../lib/icon-name.ts';
import { type LanguageDeed, startOn, subtitleDialog } from './subtitle-dialog.ts';

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

/** Of one language of one video there is nothing to ask. */
function onLanguage(action: LanguageDeed, icon: IconName, extra: Extra): Row {
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

/** What can be done with the subtitles of videos. */
export const subtitleActions: Row[] = [
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

export const runMissingAction = runAction('runMissing', 'play');
export const runAllAction = runAction('run', 'refresh');

import { mayOpenPath } from '@lectern/contract/access.ts';
import { apiBase } from '@lectern/contract/constants.ts';
import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { getResource, type ResourceRow, resourcePath } from '@lectern/contract/features/resource.ts';
import { prepareDownload, type ResourceAction } from '@lectern/contract/features/resource-action.ts';
import {
  mayEditResource,
  movesFor,
  type Person,
  type ResourceMove,
} from '@lectern/contract/features/resource-state.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import type { RowAction } from '../../../lib/actions.ts';
import { call } from '../../../lib/api-client.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { createFormat } from '../../../lib/format.ts';
import { dictionary } from '../../../lib/i18n/language.ts';
import { fillText } from '../../../lib/i18n/use-texts.ts';
import type { IconName } from '../../../lib/icon-name.ts';
import { notify } from '../../../lib/notifications.ts';
import type { ResourceListId } from '../resource-href.ts';
import { asksFirst, moveIcons, type ResourceTarget, resourceDialog, startOn } from './resource-dialog.ts';

type ActionName = keyof typeof import('@lectern/contract/messages/en/app/resource-list.ts').resourceList.actions;
type Row = RowAction<ResourceRow>;
type Extra = Partial<Pick<Row, 'on' | 'look' | 'keys' | 'separated' | 'handy' | 'mayI' | 'fits'>>;

const isEditor = (me: CurrentUser) => hasAbility(me.roleId, 'editor');
const personOf = (row: ResourceRow, me: CurrentUser): Person => ({
  roleId: me.roleId,
  isOwner: row.owner.id === me.id,
  inScope: row.inScope,
});
const mayEdit = (row: ResourceRow, me: CurrentUser) => mayEditResource(personOf(row, me), row.state);

/** All actions on resources in a list; those in Trash are separate. */
export function resourceActionsOf(list: ResourceListId): { usual: Row[]; inTrash: Row[] } {
  const action = (name: ActionName, icon: IconName, run: (target: ResourceTarget) => unknown, extra: Extra): Row => ({
    on: 'both',
    ...extra,
    id: `${list}.${name}`,
    icon,
    label: (texts) => texts.resourceList.actions[name],
    run: async (target) => {
      await run({ ...target, list });
    },
  });
  const atOnce = (name: ResourceAction) => (target: ResourceTarget) => startOn(name, target);
  const move = (name: ResourceMove, extra: Extra = {}) =>
    action(
      name,
      moveIcons[name],
      asksFirst(name) ? (target) => resourceDialog.set({ kind: 'move', move: name, target }) : atOnce(name),
      { fits: (row, me) => movesFor(personOf(row, me), row.state).includes(name), ...extra },
    );
  const ask = (kind: 'edit' | 'tags' | 'schedule' | 'owner' | 'chapter' | 'recommend') => (target: ResourceTarget) =>
    resourceDialog.set({ kind, target });

  const usual = [
    action('edit', 'edit', ask('edit'), { keys: 'e', handy: true, fits: mayEdit }),
    action('tags', 'tag', ask('tags'), { fits: mayEdit }),
    move('publish', { separated: true, handy: true, mayI: isEditor }),
    move('submit'),
    move('withdraw'),
    move('reject', { mayI: isEditor }),
    move('offline', { mayI: isEditor }),
    action('schedule', 'clock', ask('schedule'), {
      mayI: isEditor,
      fits: (row, me) => mayEdit(row, me) && row.inScope && row.state !== 'rejected' && row.state !== 'blocked',
    }),
    action('place', 'moveTo', (target) => resourceDialog.set({ kind: 'place', action: 'place', target }), {
      separated: true,
      fits: mayEdit,
    }),
    action('copy', 'copy', (target) => resourceDialog.set({ kind: 'place', action: 'copy', target }), {}),
    action('addToColumn', 'columns', (target) => column('addToColumn', target), { mayI: isEditor }),
    action('removeFromColumn', 'columns', (target) => column('removeFromColumn', target), {
      mayI: isEditor,
      fits: (row) => row.columns.length > 0,
    }),
    action('addToChapter', 'course', ask('chapter'), { mayI: (me) => mayOpenPath(me, '/app/course/list') }),
    action('recommend', 'layout', ask('recommend'), {
      mayI: (me) => isEditor(me) && mayOpenPath(me, '/app/page/resourceRecommend'),
    }),
    action('setOwner', 'person', ask('owner'), { fits: mayEdit }),
    action('star', 'star', atOnce('star'), { separated: true, fits: (row) => !row.starred }),
    action('unstar', 'star', atOnce('unstar'), { fits: (row) => row.starred }),
    action('download', 'download', downloadResources, {}),
    action('copyLink', 'copy', copyResourceLink, { on: 'one' }),
    move('trash', { separated: true, handy: true, look: 'danger' }),
  ];
  const inTrash = [
    move('restore', { handy: true }),
    action('download', 'download', downloadResources, {}),
    move('purge', { separated: true, handy: true, look: 'danger', mayI: (me) => hasAbility(me.roleId, 'admin') }),
  ];
  return { usual, inTrash };
}

function column(action: 'addToColumn' | 'removeFromColumn', target: ResourceTarget): void {
  resourceDialog.set({ kind: 'column', action, target });
}

/** Downloads one resource as its file, several as an archive streamed by the server. */
async function downloadResources({ list, selection, row, done }: ResourceTarget): Promise<void> {
  const { texts, language } = dictionary.get();
  try {
    if (row) {
      const { current } = await call(getResource, { params: { id: row.id } });
      fetchFile(`${apiBase}${current.url}?download=true`);
      return done();
    }
    const { files, sizeBytes, url } = await call(prepareDownload, { body: { list, selection } });
    fetchFile(apiBase + url);
    const format = createFormat(language, undefined);
    const facts = { count: format.number(files), size: format.bytes(sizeBytes) };
    if (texts) notify({ level: 'info', title: fillText(texts.resourceDialogs.downloading, facts) });
    done();
  } catch {
    // The shared failure handler shows the error.
  }
}

/** Starts a browser download without leaving the page. */
function fetchFile(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

async function copyResourceLink({ row }: ResourceTarget): Promise<void> {
  if (!row) return;
  await copyText(window.location.origin + resourcePath(row));
  const { texts } = dictionary.get();
  if (texts) notify({ level: 'success', title: texts.resourceDialogs.linkCopied });
}

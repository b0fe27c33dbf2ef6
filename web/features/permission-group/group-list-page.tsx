import { listAskedAccess } from '@lectern/contract/features/access-decision.ts';
import {
  exportPermissionGroups,
  listPermissionGroups,
  memberKinds,
  type PermissionGroupRow,
  permissionGroupList,
} from '@lectern/contract/features/permission-group.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { none, timeAgo } from '../../components/list-page/cells.tsx';
import type { CellContext, ListDefinition } from '../../components/list-page/list-definition.ts';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { pageNameOf } from '../../components/permission/page-name.ts';
import { useFormat } from '../../lib/format.ts';
import { joinNames } from '../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { queryOf } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { defaultGroupsAction, deletedGroupActions, groupActions, newGroupAction } from './group-actions.ts';
import { choosingDefaults, closeGroupDialog, deletingGroups } from './group-dialog.ts';
import { askedHref, useAskedId } from './request/asked-address.ts';
import './request/asked-panel.css';

/** Pending access requests; hidden when there are none. */
function AskedPanel() {
  const texts = useTexts();
  const format = useFormat();
  const { asked: words } = texts.permissionGroup;
  const asked = useQuery(queryOf(listAskedAccess, {}, { quiet: true })).data ?? [];
  if (asked.length === 0) return null;
  const title = fillText(words.title, { count: format.number(asked.length) });
  return (
    <section className="asked-panel" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {asked.map((one) => (
          <li key={one.taskId}>
            <Avatar name={one.person.name} size={22} />
            <div>
              <strong>{fillText(words.row, { person: one.person.name, page: pageNameOf(one.page, texts) })}</strong>
              <small>
                {[one.person.department, format.relativeTime(one.askedAt), one.note].filter(Boolean).join(' · ')}
              </small>
            </div>
            <AppLink className="button button-plain button-small" to={askedHref(one.taskId)}>
              {words.decide}
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function count(value: number, { format }: CellContext) {
  return value === 0 ? <span className="grid-quiet">0</span> : format.number(value);
}

function members({ members: counts }: PermissionGroupRow, { texts: { permissionGroup }, format }: CellContext) {
  const said = memberKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => fillText(permissionGroup.membersShort[kind], { count: format.number(counts[kind]) }));
  return said.length > 0 ? joinNames(said) : <span className="grid-quiet">{permissionGroup.noMembers}</span>;
}

function defaultsOf({ defaultFor }: PermissionGroupRow, { texts: { permissionGroup, words } }: CellContext): string {
  return fillText(permissionGroup.defaultFor, { role: joinNames(defaultFor.map((role) => words.roles[role])) });
}

const groupListDefinition: ListDefinition<PermissionGroupRow> = {
  list: permissionGroupList,
  endpoint: listPermissionGroups,
  exportEndpoint: exportPermissionGroups,
  icon: 'key',
  mainColumn: 'name',
  opens: true,
  labelOf: (group) => group.name,
  primary: newGroupAction,
  more: [defaultGroupsAction],
  actions: groupActions,
  actionsIn: { deleted: deletedGroupActions },
  Above: AskedPanel,
  texts: ({ permissionGroup, routes }) => ({
    ...permissionGroup,
    title: routes['system.accessGroup'],
    columns: permissionGroup.columns,
  }),
  columns: {
    name: {
      width: 200,
      grow: 3,
      cell: (group, context) => (
        <>
          <span className="grid-name" title={group.name}>
            {group.name}
          </span>
          {group.defaultFor.length > 0 && <span className="grid-quiet">{defaultsOf(group, context)}</span>}
        </>
      ),
    },
    description: {
      width: 250,
      grow: 3,
      keep: 1,
      cell: (group, { texts }) =>
        group.description ? (
          <span title={group.description}>{group.description}</span>
        ) : (
          <span className="grid-quiet">{texts.words.none}</span>
        ),
    },
    allows: { width: 80, grow: 0, keep: 4, cell: (group, context) => count(group.allows, context) },
    forbids: { width: 80, grow: 0, keep: 3, cell: (group, context) => count(group.forbids, context) },
    members: { width: 180, grow: 1, keep: 2, cell: members },
    people: { width: 80, grow: 0, keep: 5, cell: (group, context) => count(group.people, context) },
    updatedBy: {
      width: 130,
      cell: (group, context) => group.updatedBy?.name ?? none(context),
    },
    updated: {
      width: 120,
      grow: 0,
      greatestFirst: true,
      cell: (group, context) => timeAgo(group.updatedAt, context),
    },
  },
};

const DeleteGroupsDialog = lazyPage(async () => (await import('./delete-groups-dialog.tsx')).DeleteGroupsDialog);
const DefaultGroupsDialog = lazyPage(async () => (await import('./default-groups-dialog.tsx')).DefaultGroupsDialog);
const DecideDialog = lazyPage(async () => (await import('./request/decide-dialog.tsx')).DecideDialog);

/** Permission groups and pending access requests. */
export function GroupListPage() {
  const deleting = useStore(deletingGroups) !== null;
  const defaults = useStore(choosingDefaults);
  const asked = useAskedId();
  useEffect(() => closeGroupDialog, []);
  return (
    <>
      <ListPage definition={groupListDefinition} />
      {deleting && <DeleteGroupsDialog />}
      {defaults && <DefaultGroupsDialog />}
      {asked && <DecideDialog />}
    </>
  );
}

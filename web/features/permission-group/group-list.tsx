import {
  exportPermissionGroups,
  listPermissionGroups,
  memberKinds,
  type PermissionGroupRow,
  permissionGroupList,
} from '@lectern/contract/features/permission-group.ts';
import type { CellContext, ListDefinition } from '../../components/list-page/list-definition.ts';
import { currentHeadings } from '../../lib/i18n/in-language.ts';
import { fillText } from '../../lib/i18n/use-texts.ts';
import { deletedGroupActions, groupActions, newGroupAction } from './group-actions.ts';
import { AskedPanel } from './request/asked-panel.tsx';

function count(value: number, { format }: CellContext) {
  return value === 0 ? <span className="grid-quiet">0</span> : format.number(value);
}

function members({ members: counts }: PermissionGroupRow, { texts: { permissionGroup }, format }: CellContext) {
  const said = memberKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) =>
      counts[kind] === 1
        ? permissionGroup.membersShortOne[kind]
        : fillText(permissionGroup.membersShort[kind], { count: format.number(counts[kind]) }),
    );
  return said.length > 0 ? said.join(', ') : <span className="grid-quiet">{permissionGroup.noMembers}</span>;
}

export const groupListDefinition: ListDefinition<PermissionGroupRow> = {
  list: permissionGroupList,
  endpoint: listPermissionGroups,
  exportEndpoint: exportPermissionGroups,
  icon: 'key',
  mainColumn: 'name',
  opens: true,
  labelOf: (group) => group.name,
  primary: newGroupAction,
  actions: groupActions,
  actionsIn: { deleted: deletedGroupActions },
  Above: AskedPanel,
  texts: ({ permissionGroup, routes }) => ({
    ...permissionGroup,
    title: routes['system.accessGroup'],
    columns: currentHeadings(permissionGroupList.columns),
  }),
  columns: {
    name: {
      width: 200,
      grow: 3,
      cell: (group) => (
        <span className="grid-name" title={group.name}>
          {group.name}
        </span>
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
      cell: (group, { texts }) => group.updatedBy?.name ?? <span className="grid-quiet">{texts.words.none}</span>,
    },
    updated: {
      width: 110,
      grow: 0,
      greatestFirst: true,
      cell: (group, { format }) => (
        <time dateTime={group.updatedAt} title={format.dateTime(group.updatedAt)} className="grid-quiet">
          {format.relativeTime(group.updatedAt)}
        </time>
      ),
    },
  },
};

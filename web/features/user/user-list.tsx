import { exportUsers, listUsers, type UserRow, userList } from '@lectern/contract/features/user.ts';
import { Avatar } from '../../components/avatar.tsx';
import { filterLink, quiet, timeAgo } from '../../components/list-page/cells.tsx';
import type { CellContext, ListDefinition } from '../../components/list-page/list-definition.ts';
import { openGroupsAction } from '../../components/permission/groups-action.ts';
import { Status } from '../../components/status.tsx';
import { fillText } from '../../lib/i18n/use-texts.ts';
import { importUsersAction, newUserAction, userActions } from './user-actions.ts';

/** The stored text, or a muted placeholder. */
function plain(text: string | null | undefined, { texts }: CellContext) {
  return text ?? <span className="grid-quiet">{texts.words.none}</span>;
}

function unit(row: { id: string; name: string } | null, filter: string, context: CellContext) {
  if (!row) return plain(null, context);
  return filterLink(filter, [row.id], row.name, context);
}

function access(user: UserRow, { texts, format }: CellContext) {
  if (user.erased) return <Status tone="idle">{texts.user.erased}</Status>;
  if (user.access === 1) return <Status tone="idle">{texts.user.access.forbid}</Status>;
  if (!user.lockedUntil) return <Status tone="ok">{texts.user.access.allow}</Status>;
  const why = fillText(texts.user.lockedUntil, { time: format.time(user.lockedUntil) });
  return (
    <span title={why}>
      <Status tone="warn">{texts.user.locked}</Status>
    </span>
  );
}

export const userListDefinition: ListDefinition<UserRow> = {
  list: userList,
  endpoint: listUsers,
  exportEndpoint: exportUsers,
  icon: 'people',
  mainColumn: 'name',
  opens: true,
  labelOf: (user) => user.name,
  primary: newUserAction,
  more: [openGroupsAction, importUsersAction],
  actions: userActions,
  texts: ({ user, words }) => ({
    ...user,
    values: { role: words.roles, access: user.access },
  }),
  columns: {
    name: {
      width: 160,
      grow: 3,
      cell: (user) => (
        <>
          <Avatar name={user.name} size={22} />
          <span className="grid-name" title={user.name}>
            {user.name}
          </span>
        </>
      ),
    },
    account: { width: 112, grow: 2, keep: 4, cell: (user) => user.account },
    role: {
      width: 170,
      grow: 0,
      keep: 5,
      cell: (user, context) =>
        filterLink('role', [String(user.roleId)], context.texts.words.roles[user.roleId], context),
    },
    position: { width: 116, keep: 1, cell: (user, context) => unit(user.position, 'position', context) },
    department: { width: 120, grow: 2, keep: 3, cell: (user, context) => unit(user.department, 'department', context) },
    college: { width: 120, grow: 2, cell: (user, context) => unit(user.college, 'college', context) },
    group: { width: 150, grow: 2, cell: (user, context) => plain(user.group?.name, context) },
    access: { width: 106, grow: 0, keep: 6, cell: access },
    twoFactor: {
      width: 74,
      grow: 0,
      cell: (user, { texts }) =>
        user.twoFactor ? texts.user.twoFactorOn : <span className="grid-quiet">{texts.user.twoFactorOff}</span>,
    },
    lastSignIn: {
      width: 120,
      grow: 0,
      keep: 2,
      greatestFirst: true,
      cell: (user, context) =>
        user.lastSignInAt ? timeAgo(user.lastSignInAt, context) : quiet(context.texts.user.never),
    },
    sessions: { width: 80, grow: 0, cell: (user, { format }) => format.number(user.sessions) },
    email: { width: 180, grow: 2, keep: 2, cell: (user, context) => plain(user.email, context) },
    phone: { width: 120, keep: 1, cell: (user, context) => plain(user.phone, context) },
    created: { width: 120, grow: 0, greatestFirst: true, cell: (user, context) => timeAgo(user.createdAt, context) },
  },
};

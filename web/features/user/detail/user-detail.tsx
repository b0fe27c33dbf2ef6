import { listUnits } from '@lectern/contract/features/organisation.ts';
import { endUserSession, getUser, listUserSessions, listUsers, type UserRow } from '@lectern/contract/features/user.ts';
import { userDetailEndpoints } from '@lectern/contract/features/user-detail.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ActionMenu } from '../../../components/detail/action-menu.tsx';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import { type Neighbours, useNeighbours } from '../../../components/detail/detail-sheet.tsx';
import { FormSheet, useOpenedId, WaitingSheet } from '../../../components/detail/form-sheet.tsx';
import { TitleField } from '../../../components/detail/title-field.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { SmallTable } from '../../../components/small-table.tsx';
import { Status } from '../../../components/status.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { isOffered, type RowTarget } from '../../../lib/actions.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryOf, useMutationOf } from '../../../lib/queries.ts';
import { useGroupChoices } from '../group-field.tsx';
import { PermissionsTable } from '../permissions-table.tsx';
import { userActions } from '../user-actions.ts';
import { userListDefinition } from '../user-list.tsx';
import {
  currentFields,
  mayEdit,
  UserDetailFields,
  type UserSheetState,
  userWords,
  useStoredUser,
  useUserSheet,
} from './user-detail-fields.tsx';
import './user-detail.css';

/** The user named in the address, in a sheet over the list. */
export function UserDetail() {
  const id = useOpenedId();
  return id ? <OpenedUser id={id} /> : null;
}

function OpenedUser({ id }: { id: string }) {
  const { userDetail } = useTexts();
  const neighbours = useNeighbours(userListDefinition, id);
  const { user, refresh } = useStoredUser(id, neighbours.row);
  if (user.data) return <UserSheet user={user.data} neighbours={neighbours} refresh={refresh} />;
  return <WaitingSheet neighbours={neighbours} query={user} notFound={userDetail.notFoundTitle} />;
}

type SheetProps = { user: UserRow; neighbours: Neighbours<UserRow>; refresh: () => Promise<void> };

function UserSheet({ user, neighbours, refresh }: SheetProps) {
  const client = useQueryClient();
  const state = useUserSheet(user, refresh);
  const onReverted = () => {
    void refresh();
    void client.invalidateQueries({ predicate: isAnswerOf([listUsers]) });
  };
  return (
    <FormSheet
      label={user.name}
      neighbours={neighbours}
      header={<UserDetailHeader user={user} state={state} />}
      edit={state}
    >
      <UserDetailFields user={user} state={state} />
      <UserDetailTabs user={user} onReverted={onReverted} />
    </FormSheet>
  );
}

const tabIds = ['activity', 'sessions', 'permissions'] as const;

function UserDetailTabs({ user, onReverted }: { user: UserRow; onReverted: () => void }) {
  const texts = useTexts();
  const me = useCurrentUser();
  const units = useQuery(queryOf(listUnits, {}, { quiet: true })).data;
  const groups = useGroupChoices();
  const [chosen, choose] = useState<(typeof tabIds)[number]>('activity');
  const { tabs, tabsLabel } = texts.userDetail;
  // Only people who manage users may see their sessions.
  const shown = tabIds.filter((id) => id !== 'sessions' || hasAbility(me.roleId, 'editor'));
  return (
    <div className="detail-side">
      <Tabs label={tabsLabel} tabs={shown.map((id) => ({ id, label: tabs[id] }))} active={chosen} onChange={choose}>
        {chosen === 'activity' && (
          <ActivityTab
            calls={userDetailEndpoints}
            id={user.id}
            version={user.version}
            words={userWords(texts, units, groups)}
            current={currentFields(user)}
            onReverted={onReverted}
          />
        )}
        {chosen === 'sessions' && <UserSessionsTab userId={user.id} editable={mayEdit(user, me)} />}
        {chosen === 'permissions' && <PermissionsTable userId={user.id} label={tabs.permissions} />}
      </Tabs>
    </div>
  );
}

/** Active sessions of a user. */
function UserSessionsTab({ userId, editable }: { userId: string; editable: boolean }) {
  const { userDetail } = useTexts();
  const format = useFormat();
  const sessions = useQuery(queryOf(listUserSessions, { params: { id: userId } }, { quiet: true }));
  const end = useMutationOf(endUserSession, { invalidates: [listUserSessions, getUser] });
  const rows = sessions.data ?? [];
  return (
    <>
      {sessions.error && <ErrorPanel error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.isPending && (
        <SkeletonRegion>
          <Skeleton height={90} />
        </SkeletonRegion>
      )}
      {sessions.isSuccess && rows.length === 0 && (
        <EmptyState icon="device" title={userDetail.noSessions}>
          {userDetail.noSessionsText}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <SmallTable columns={[userDetail.device, userDetail.address, userDetail.lastSeen, null]}>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="table-strong">{row.device || userDetail.unknownDevice}</td>
              <td className="table-quiet">{row.ip}</td>
              <td title={format.dateTime(row.lastSeenAt)}>{format.relativeTime(row.lastSeenAt)}</td>
              <td className="table-end">
                {editable && (
                  <Button
                    size="small"
                    busy={end.isPending && end.variables.params?.sessionId === row.id}
                    aria-label={fillText(userDetail.endSessionOf, { device: row.device || userDetail.unknownDevice })}
                    onClick={() =>
                      end.mutate(
                        { params: { id: userId, sessionId: row.id } },
                        { onSuccess: () => notify({ level: 'success', title: userDetail.sessionEnded }) },
                      )
                    }
                  >
                    {userDetail.endSession}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
    </>
  );
}

/** Name, state, suggested next step, and all other actions. */
function UserDetailHeader({ user, state }: { user: UserRow; state: UserSheetState }) {
  const texts = useTexts();
  const me = useCurrentUser();
  const { form, editable } = state;
  const target: RowTarget<UserRow> = { selection: { ids: [user.id] }, count: 1, row: user, done: () => undefined };
  const offered = userActions.filter((action) => action.id !== 'user.edit' && isOffered(action, target, me));
  const due = offered.find((action) => action.id === nextStep(user));
  const run = (action: (typeof offered)[number]) => void action.run(target, { navigate, user: me });
  return (
    <>
      <TitleField
        label={texts.user.form.name}
        value={form.values.name}
        error={form.problems.name}
        changed={form.changed.includes('name')}
        maxLength={100}
        onChange={editable ? (value) => form.set('name', value) : undefined}
        onEnter={() => void form.submit()}
      />
      {stateOf(user, texts)}
      {due && <Button onClick={() => run(due)}>{due.label(texts)}</Button>}
      <ActionMenu label={fillText(texts.userDetail.moreActions, { name: user.name })} actions={offered} onRun={run} />
    </>
  );
}

/** Id of the action this user most likely needs next, such as unlocking; undefined when there is none. */
function nextStep(user: UserRow): string | undefined {
  if (user.erased) return undefined;
  if (user.access === 1) return 'user.allow';
  if (user.lockedUntil) return 'user.unlock';
  return user.lastSignInAt ? undefined : 'user.resetPassword';
}

function stateOf(user: UserRow, { user: texts }: Texts) {
  if (user.erased) return <Status tone="idle">{texts.erased}</Status>;
  if (user.access === 1) return <Status tone="idle">{texts.access.forbid}</Status>;
  if (user.lockedUntil) return <Status tone="warn">{texts.locked}</Status>;
  return <Status tone="ok">{texts.access.allow}</Status>;
}

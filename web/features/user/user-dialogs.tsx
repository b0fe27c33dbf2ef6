import { listUnits } from '@lectern/contract/features/organisation.ts';
import type { Person } from '@lectern/contract/features/people.ts';
import { listUsers, resetUserPassword, type UserAction, type UserRow } from '@lectern/contract/features/user.ts';
import { beginViewAs } from '@lectern/contract/features/view-as.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PersonField } from '../../components/person-picker.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { loadPageTexts } from '../../lib/i18n/language.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { openAfresh } from '../../lib/leave.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { groupOptions, useGroupChoices } from './group-field.tsx';
import { PermissionsTable } from './permissions-table.tsx';
import { startOn } from './user-actions.ts';
import {
  type ConfirmedAction,
  closeUserDialog,
  type HandingAction,
  type PlacingAction,
  reportNewPassword,
  type UserTarget,
  userDialog,
} from './user-dialog.ts';
import { CreateUserDialog, EditUserDialog } from './user-form-dialogs.tsx';
import { departmentOptions, positionOptions, roleOptions } from './user-values.ts';
import './user-dialogs.css';

const ImportUsersDialog = lazyPage(() =>
  import('./import-users-dialog.tsx').then((module) => module.ImportUsersDialog),
);

/** Rarely needed, so code and texts load on demand. */
const PersonalDataDialog = lazyPage(async () => {
  const [module] = await Promise.all([import('./personal-data-dialog.tsx'), loadPageTexts('personalData')]);
  return module.PersonalDataDialog;
});

/** Dialogs of the actions on users. */
export function UserDialogs() {
  const open = useStore(userDialog);
  switch (open?.kind) {
    case 'create':
      return <CreateUserDialog />;
    case 'import':
      return <ImportUsersDialog />;
    case 'edit':
      return <EditUserDialog key={open.user.id} user={open.user} />;
    case 'confirm':
      return <ConfirmActionDialog action={open.action} target={open.target} />;
    case 'place':
      return <PlaceDialog action={open.action} target={open.target} />;
    case 'transfer':
      return <TransferDialog action={open.action} target={open.target} />;
    case 'resetPassword':
      return <ResetPasswordDialog user={open.user} />;
    case 'permissions':
      return <PermissionsDialog user={open.user} />;
    case 'personalData':
      return <PersonalDataDialog />;
    case 'viewAs':
      return <ViewAsDialog user={open.user} />;
    case 'oneTimePassword':
      return <OneTimePasswordDialog user={open.user} password={open.password} />;
    default:
      return null;
  }
}

/** Pages a user can open, with the reason for each. */
function PermissionsDialog({ user }: { user: UserRow }) {
  const { permissions } = useTexts().user;
  const title = fillText(permissions.title, { name: user.name });
  return (
    <Dialog open className="user-permissions" title={title} onClose={closeUserDialog}>
      <p>{permissions.text}</p>
      <PermissionsTable userId={user.id} label={title} />
    </Dialog>
  );
}

function ConfirmActionDialog({ action, target }: { action: ConfirmedAction; target: UserTarget }) {
  const { user } = useTexts();
  const who = useWho(target);
  const { busy, start } = useStart(action, target);
  const { title, text } = user.confirm[action];
  return (
    <ConfirmDialog
      open
      title={fillText(title, { who })}
      confirmLabel={user.actions[action]}
      look="danger"
      busy={busy}
      onConfirm={() => void start()}
      onClose={closeUserDialog}
    >
      {text}
    </ConfirmDialog>
  );
}

/** Starts View as, which reloads the app so that no data of the own session remains. */
function ViewAsDialog({ user }: { user: UserRow }) {
  const texts = useTexts();
  const begin = useMutationOf(beginViewAs);
  const { title, text, confirm } = texts.user.confirm.viewAs;
  return (
    <ConfirmDialog
      open
      title={fillText(title, { who: user.name })}
      confirmLabel={fillText(confirm, { who: user.name })}
      busy={begin.isPending}
      onConfirm={() => begin.mutate({ params: { id: user.id } }, { onSuccess: () => openAfresh('/') })}
      onClose={closeUserDialog}
    >
      {text}
    </ConfirmDialog>
  );
}

function ResetPasswordDialog({ user }: { user: UserRow }) {
  const texts = useTexts().user;
  const reset = useMutationOf(resetUserPassword, { invalidates: [listUsers] });
  const notifyMailed = (email: string) =>
    notify({ level: 'success', title: fillText(texts.handover.mailed, { name: user.name, email }) });
  return (
    <ConfirmDialog
      open
      title={fillText(texts.confirm.resetPassword.title, { who: user.name })}
      confirmLabel={texts.actions.resetPassword}
      look="danger"
      busy={reset.isPending}
      onConfirm={() =>
        reset.mutate(
          { params: { id: user.id } },
          { onSuccess: (handover) => reportNewPassword(user, handover, notifyMailed) },
        )
      }
      onClose={closeUserDialog}
    >
      {texts.confirm.resetPassword.text}
    </ConfirmDialog>
  );
}

type Props = { user: Pick<UserRow, 'name' | 'account'>; password: string };

/** The one-time password is shown only here and only once. */
function OneTimePasswordDialog({ user, password }: Props) {
  const { handover } = useTexts().user;
  const footer = (
    <Button look="primary" onClick={closeUserDialog}>
      {handover.done}
    </Button>
  );
  return (
    <Dialog open title={fillText(handover.title, { name: user.name })} onClose={closeUserDialog} footer={footer}>
      <p>{handover.text}</p>
      <dl className="user-password">
        <dt>{handover.account}</dt>
        <dd>{user.account}</dd>
        <dt>{handover.password}</dt>
        <dd>
          <code>{password}</code>
        </dd>
        <CopyButton text={`${user.account}\n${password}`} label={handover.copy} />
      </dl>
    </Dialog>
  );
}

/** Transfers what users own, alone or when they leave. */
function TransferDialog({ action, target }: { action: HandingAction; target: UserTarget }) {
  const { user, words } = useTexts();
  const who = useWho(target);
  const { busy, start } = useStart(action, target);
  const [person, setPerson] = useState<Person | null>(null);
  const [tried, setTried] = useState(false);
  const needed = action === 'transfer' && !person;
  const submit = () => {
    setTried(true);
    if (!needed) void start({ toUserId: person?.id ?? null });
  };
  const footer = (
    <>
      <Button onClick={closeUserDialog}>{words.cancel}</Button>
      <Button look={action === 'leave' ? 'danger' : 'primary'} busy={busy} onClick={submit}>
        {user.actions[action]}
      </Button>
    </>
  );
  return (
    <Dialog open title={fillText(user.choose[action], { who })} onClose={closeUserDialog} footer={footer}>
      <p>{action === 'leave' ? user.choose.leaveText : user.choose.transferText}</p>
      <PersonField
        label={user.choose.to}
        chosen={user.choose.chosen}
        other={user.choose.other}
        placeholder={action === 'leave' ? user.choose.nobody : undefined}
        error={tried && needed ? user.choose.needed : undefined}
        person={person}
        onChange={setPerson}
      />
    </Dialog>
  );
}

/** Sets the department, position, group or role of one or many users. */
function PlaceDialog({ action, target }: { action: PlacingAction; target: UserTarget }) {
  const texts = useTexts();
  const { user, words } = texts;
  const me = useCurrentUser();
  const units = useQuery(queryOf(listUnits, {}, { quiet: true }));
  const groups = useGroupChoices();
  const who = useWho(target);
  const { busy, start } = useStart(action, target);
  const { row } = target;
  const [value, setValue] = useState(
    {
      setDepartment: row?.department?.id ?? '',
      setPosition: row?.position?.id ?? '',
      setGroup: row?.group?.id ?? '',
      setRole: String(row?.roleId ?? 4),
    }[action],
  );
  const options = {
    setDepartment: departmentOptions(units.data, texts, row?.department?.id),
    setPosition: positionOptions(units.data, texts, row?.position?.id),
    setGroup: groupOptions(groups, texts, row?.group),
    setRole: roleOptions(me, texts),
  }[action];
  const input = {
    setDepartment: { departmentId: value || null },
    setPosition: { positionId: value || null },
    setGroup: { groupId: value || null },
    setRole: { roleId: Number(value) },
  }[action];
  const { department, position, group, role } = user.form;
  const label = { setDepartment: department, setPosition: position, setGroup: group, setRole: role }[action];
  const footer = (
    <>
      <Button onClick={closeUserDialog}>{words.cancel}</Button>
      <Button look="primary" busy={busy} disabled={!units.data} onClick={() => void start(input)}>
        {user.actions[action]}
      </Button>
    </>
  );
  return (
    <Dialog open title={fillText(user.choose[action], { who })} onClose={closeUserDialog} footer={footer}>
      {units.error && <ErrorPanel error={units.error} onRetry={() => void units.refetch()} />}
      <SelectField label={label} value={value} options={options} onChange={setValue} disabled={units.isPending} />
    </Dialog>
  );
}

/** Starts an operation from its dialog, which closes on success and stays open on failure. */
function useStart(action: UserAction, target: UserTarget) {
  const [busy, setBusy] = useState(false);
  const start = async (input?: Record<string, unknown>) => {
    if (busy) return;
    setBusy(true);
    try {
      await startOn(action, target, input);
      closeUserDialog();
    } catch {
      // The shared failure handler reports the error.
      setBusy(false);
    }
  };
  return { busy, start };
}

/** The target of an action, as display text. */
function useWho({ row, count }: UserTarget): string {
  const { user } = useTexts();
  const format = useFormat();
  return row ? row.name : fillText(user.confirm.who, { count: format.number(count) });
}

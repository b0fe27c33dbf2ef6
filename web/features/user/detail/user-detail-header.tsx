import type { UserRow } from '@lectern/contract/features/user.ts';
import { Fragment } from 'react';
import { Button } from '../../../components/button.tsx';
import { TitleField } from '../../../components/detail/title-field.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { Status } from '../../../components/status.tsx';
import { isOffered, type RowTarget } from '../../../lib/actions.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { userActions } from '../user-actions.ts';
import type { UserSheetState } from './use-user-sheet.ts';

/** Name, state, the step that is due, and everything else one can do. */
export function UserDetailHeader({ user, state }: { user: UserRow; state: UserSheetState }) {
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
      {offered.length > 0 && (
        <Menu
          label={fillText(texts.userDetail.moreActions, { name: user.name })}
          align="end"
          trigger={(props) => <IconButton {...props} icon="more" label={texts.detail.more} />}
        >
          {offered.map((action, at) => (
            <Fragment key={action.id}>
              {action.separated && at > 0 && <MenuSeparator />}
              <MenuItem
                look={action.look ?? 'plain'}
                {...(action.icon && { icon: action.icon })}
                onSelect={() => run(action)}
              >
                {action.label(texts)}
              </MenuItem>
            </Fragment>
          ))}
        </Menu>
      )}
    </>
  );
}

/** What most likely has to be done about this user, if anything. */
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

import { listUnits } from '@lectern/contract/features/organisation.ts';
import type { UserRow } from '@lectern/contract/features/user.ts';
import { useQuery } from '@tanstack/react-query';
import { FactList } from '../../../components/fact-list.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { departmentOptions, positionOptions, roleOptions } from '../user-options.ts';
import { type UserValues, valuesOf } from '../user-values.ts';
import type { UserSheetState } from './use-user-sheet.ts';
import { userWords } from './user-words.ts';

type Edited = Exclude<keyof UserValues, 'name' | 'account'>;
const labels = {
  email: 'email',
  phone: 'phone',
  roleId: 'role',
  departmentId: 'department',
  positionId: 'position',
} as const;

/** What is stored about a user; fields while it may be changed. */
export function UserDetailFields({ user, state }: { user: UserRow; state: UserSheetState }) {
  const texts = useTexts();
  const me = useCurrentUser();
  const format = useFormat();
  const units = useQuery(queryOf(listUnits, {}, { quiet: true })).data;
  const { form, editable } = state;
  const stored = valuesOf(user);
  const words = userWords(texts, units);
  const field = (name: Edited) => ({
    label: texts.user.form[labels[name]],
    value: form.values[name],
    error: form.problems[name],
    changed: form.changed.includes(name),
    note: form.overtaken.includes(name)
      ? fillText(texts.detail.newerValue, {
          value: words.value(name, name === 'roleId' ? user.roleId : stored[name]),
        })
      : undefined,
  });
  const text = (name: 'email' | 'phone') => ({
    ...field(name),
    ...(editable && { onChange: (value: string) => form.set(name, value) }),
  });
  const choice = (name: 'roleId' | 'departmentId' | 'positionId') => ({
    ...field(name),
    disabled: !editable || !units,
    onChange: (value: string) => form.set(name, value),
  });
  const roles = roleOptions(me, texts);
  const ownRole = { value: stored.roleId, label: texts.words.roles[user.roleId] };
  const { userDetail } = texts;
  return (
    <div className="detail-main">
      <div className="user-detail-fields">
        <TextField {...text('email')} type="email" maxLength={254} autoComplete="off" />
        <TextField {...text('phone')} type="tel" maxLength={40} autoComplete="off" />
        <SelectField {...choice('departmentId')} options={departmentOptions(units, texts, stored.departmentId)} />
        <SelectField {...choice('positionId')} options={positionOptions(units, texts, stored.positionId)} />
        <SelectField
          {...choice('roleId')}
          options={roles.some(({ value }) => value === stored.roleId) ? roles : [ownRole, ...roles]}
        />
      </div>
      <FactList
        facts={[
          { label: userDetail.account, value: user.account },
          { label: userDetail.college, value: user.college?.name ?? texts.words.none },
          {
            label: userDetail.secondFactor,
            value: user.twoFactor ? texts.user.twoFactorOn : texts.user.twoFactorOff,
          },
          {
            label: userDetail.lastSignIn,
            value: user.lastSignInAt ? format.dateTime(user.lastSignInAt) : userDetail.never,
          },
          { label: userDetail.created, value: format.dateTime(user.createdAt) },
        ]}
      />
    </div>
  );
}

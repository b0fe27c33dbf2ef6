import { accountLimits } from '@lectern/contract/features/auth.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { departmentOptions, positionOptions, roleOptions } from './user-options.ts';
import type { UserProblems, UserValues } from './user-values.ts';

type Props = {
  values: UserValues;
  problems: UserProblems;
  changed: readonly (keyof UserValues)[];
  /** An account keeps the name it was made with. */
  isNew: boolean;
  set: (name: keyof UserValues, value: string) => void;
};

export function UserFields({ values, problems, changed, isNew, set }: Props) {
  const texts = useTexts();
  const { form } = texts.user;
  const me = useCurrentUser();
  const units = useQuery(queryOf(listUnits, {}, { quiet: true }));
  const field = (name: keyof UserValues) => ({
    label:
      form[
        name === 'roleId' ? 'role' : name === 'departmentId' ? 'department' : name === 'positionId' ? 'position' : name
      ],
    value: values[name],
    error: problems[name],
    changed: !isNew && changed.includes(name),
    onChange: (value: string) => set(name, value),
  });
  return (
    <div className="user-form">
      <TextField {...field('name')} maxLength={100} autoComplete="off" data-first-focus />
      {isNew ? (
        <TextField
          {...field('account')}
          hint={form.accountHint}
          maxLength={accountLimits.account}
          autoComplete="off"
          spellCheck={false}
        />
      ) : (
        <TextField label={form.account} value={values.account} />
      )}
      <TextField {...field('email')} type="email" maxLength={254} autoComplete="off" />
      <TextField {...field('phone')} type="tel" maxLength={40} autoComplete="off" />
      <SelectField
        {...field('departmentId')}
        options={departmentOptions(units.data, texts, values.departmentId)}
        disabled={!units.data}
      />
      <SelectField
        {...field('positionId')}
        options={positionOptions(units.data, texts, values.positionId)}
        disabled={!units.data}
      />
      <SelectField {...field('roleId')} options={roleOptions(me, texts)} />
    </div>
  );
}

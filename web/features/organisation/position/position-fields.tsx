import {
  type DataScopeName,
  reachesFurther,
  reachOf,
  reachOfRole,
  scopesOfRole,
} from '@lectern/contract/data-scopes.ts';
import { type RoleId, roleIds } from '@lectern/contract/roles.ts';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { TextareaField } from '../../../components/textarea-field.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { fieldOf } from '../unit-field.ts';
import type { FieldsProps } from '../unit-spec.ts';
import { GroupsField } from './groups-field.tsx';

export function PositionFields(props: FieldsProps) {
  const texts = useTexts();
  const me = useCurrentUser();
  const { form } = texts.organisation;
  const field = fieldOf(props, form);
  const { values, editable, set } = props;
  const roleId = Number(values.roleId) as RoleId;
  const scope = values.dataScope as DataScopeName;
  const choice = (name: string) => ({
    ...field(name),
    disabled: !editable,
    onChange: (value: string) => set(name, value),
  });
  const isWide = (one: DataScopeName) => reachesFurther(reachOf(roleId, one), reachOfRole(roleId));
  // Nobody gives more than they have; what is chosen already is shown all the same.
  const scopes = scopesOfRole(roleId).filter((one) => me.roleId === 1 || !isWide(one) || one === scope);
  const fixed = roleId === 1 || roleId === 4 ? texts.position.scopeFixed[roleId] : undefined;
  return (
    <>
      {props.isNew && <TextField {...field('name')} maxLength={100} autoComplete="off" data-first-focus />}
      <SelectField
        {...choice('roleId')}
        label={form.role}
        options={roleIds
          .filter((id) => id >= me.roleId || id === roleId)
          .map((id) => ({ value: String(id), label: texts.words.roles[id] }))}
        onChange={(value) => {
          set('roleId', value);
          // What the other role can't have is no choice any more.
          if (!scopesOfRole(Number(value) as RoleId).includes(scope)) set('dataScope', 'role');
        }}
      />
      <SelectField
        {...choice('dataScope')}
        hint={fixed ?? (isWide(scope) ? texts.position.scopeWidens : texts.position.scopeHints[scope])}
        options={scopes.map((one) => ({ value: one as string, label: texts.position.scopes[one] }))}
      />
      <GroupsField {...props} />
      <TextareaField {...field('description')} maxLength={2000} wide />
    </>
  );
}

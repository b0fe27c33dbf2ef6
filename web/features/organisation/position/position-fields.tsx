import { mayOpenPath } from '@lectern/contract/access.ts';
import {
  type DataScopeName,
  reachesFurther,
  reachOf,
  reachOfRole,
  scopesOfRole,
} from '@lectern/contract/data-scopes.ts';
import { listPositionGroups } from '@lectern/contract/features/position.ts';
import { type RoleId, roleIds } from '@lectern/contract/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../components/app-link.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { fieldOf } from '../unit-field.ts';
import type { FieldsProps } from '../unit-spec.ts';

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

const groupPage = '/app/system/accessGroup';

/** The permission groups that a position stands in. */
function GroupsField({ values, changed, isNew, editable, set }: FieldsProps) {
  const texts = useTexts();
  const { form } = texts.organisation;
  const me = useCurrentUser();
  const groups = useQuery({ ...queryOf(listPositionGroups, {}, { quiet: true }), enabled: editable });
  const chosen = (values.groupIds ?? '').split(',').filter(Boolean);
  const toggle = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
    set('groupIds', next.sort().join(','));
  };
  if (!editable) return null;
  return (
    <fieldset className="unit-groups">
      <legend>
        {form.groups}
        {!isNew && changed.includes('groupIds') && <em> · {texts.words.changed}</em>}
      </legend>
      {groups.error && <ErrorPanel error={groups.error} onRetry={() => void groups.refetch()} />}
      {groups.data?.length === 0 && <p className="field-help">{form.noGroups}</p>}
      {groups.data?.map(({ id, name }) => (
        <label key={id}>
          <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
          <span title={name}>{name}</span>
        </label>
      ))}
      <div className="field-help">
        {form.groupsHint}{' '}
        {mayOpenPath(me, groupPage) && <AppLink to={groupPage}>{texts.routes['system.accessGroup']}</AppLink>}
      </div>
    </fieldset>
  );
}

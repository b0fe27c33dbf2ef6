import { mayOpenPath } from '@lectern/contract/access.ts';
import {
  type DataScopeName,
  reachesFurther,
  reachOf,
  reachOfRole,
  scopesOfRole,
} from '@lectern/contract/data-scopes.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
import {
  createPosition,
  getPosition,
  listPositionGroups,
  listPositions,
  newPosition,
  type PositionRow,
  positionDetailEndpoints,
  positionList,
  previewPositionMerge,
  previewPositionUpdate,
  updatePosition,
} from '@lectern/contract/features/position.ts';
import { hasAbility, type RoleId, roleIds } from '@lectern/contract/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../components/app-link.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { call } from '../../../lib/api-client.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import type { FieldsProps, UnitSpec, Values } from '../unit-spec.ts';
import { fieldOf, problemsWith } from '../unit-spec.ts';

function PositionFields(props: FieldsProps) {
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
  // Only super administrators may grant a scope wider than the role has by default; the current scope stays available.
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
          // Resets a scope that the new role doesn't allow.
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

/** Permission groups of a position. */
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

const bodyOf = (values: Values) => ({
  name: values.name?.trim() ?? '',
  roleId: Number(values.roleId) as RoleId,
  dataScope: values.dataScope as DataScopeName,
  description: values.description?.trim() ?? '',
  groupIds: (values.groupIds ?? '').split(',').filter(Boolean),
});
const ids = (groups: PositionRow['groups']) =>
  groups
    .map(({ id }) => id)
    .sort()
    .join(',');

export const positionSpec: UnitSpec<PositionRow> = {
  type: 'position',
  page: positionList.page,
  endpoint: listPositions,
  query: (id) => queryOf(getPosition, { params: { id } }, { quiet: true }),
  detail: positionDetailEndpoints,
  stale: [listPositions, getPosition, listUnits],
  create: (values) => call(createPosition, { body: bodyOf(values) }, { quiet: true }),
  update: (id, body) => call(updatePosition, { params: { id }, body: body as { version: number } }, { quiet: true }),
  previewMerge: (id, intoId) => call(previewPositionMerge, { params: { id }, body: { intoId } }, { quiet: true }),
  previewUpdate: (row, body) =>
    row.people > 0 && ('dataScope' in body || 'groupIds' in body)
      ? call(
          previewPositionUpdate,
          { params: { id: row.id }, body: { ...body, version: row.version } },
          { quiet: true },
        )
      : null,
  noValues: { name: '', roleId: '4', dataScope: 'role', description: '', groupIds: '' },
  valuesOf: ({ name, roleId, dataScope, description, groups }) => ({
    name,
    roleId: String(roleId),
    dataScope,
    description,
    groupIds: ids(groups),
  }),
  bodyOf,
  problemsOf: (values, texts) => problemsWith(newPosition, bodyOf(values), texts),
  Fields: PositionFields,
  facts: (position, { texts, format }) => {
    const words = texts.organisation.detail;
    return [
      { label: words.people, value: format.number(position.people) },
      { label: words.created, value: format.dateTime(position.createdAt) },
      { label: words.updated, value: format.dateTime(position.updatedAt) },
    ];
  },
  valueWords,
  named: ({ groups }) => groups,
  isEmpty: ({ people }) => people === 0,
  mayChange: (position, roleId) => hasAbility(roleId, 'admin') && position.roleId >= roleId,
  peopleHref: ({ id }) => `/app/system/systemAdmin?position=${id}`,
};

function valueWords(field: string, value: unknown, texts: Texts): string | undefined {
  if (field === 'roleId') return texts.words.roles[value as RoleId];
  if (field === 'dataScope') return texts.position.scopes[value as DataScopeName];
  return undefined;
}

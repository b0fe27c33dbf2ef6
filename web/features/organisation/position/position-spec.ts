import type { DataScopeName } from '@lectern/contract/data-scopes.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
import {
  createPosition,
  getPosition,
  listPositions,
  newPosition,
  type PositionRow,
  positionDetailEndpoints,
  positionList,
  previewPositionMerge,
  previewPositionUpdate,
  updatePosition,
} from '@lectern/contract/features/position.ts';
import { hasAbility, type RoleId } from '@lectern/contract/roles.ts';
import { call } from '../../../lib/api-client.ts';
import type { Texts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import type { UnitSpec, Values } from '../unit-spec.ts';
import { problemsWith } from '../unit-values.ts';
import { PositionFields } from './position-fields.tsx';

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

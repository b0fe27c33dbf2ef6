import { exportPositions, listPositions, type PositionRow, positionList } from '@lectern/contract/features/position.ts';
import { filterLink } from '../../../components/list-page/cells.tsx';
import type { ListDefinition } from '../../../components/list-page/list-definition.ts';
import { openGroupsAction } from '../../../components/permission/groups-action.ts';
import { dictionary } from '../../../lib/i18n/language.ts';
import { joinNames } from '../../../lib/i18n/punctuation.ts';
import { fillText } from '../../../lib/i18n/use-texts.ts';
import { commonActions, createAction, importAction, orderAction, unitAction } from '../unit-actions.ts';
import { countLink, instant, plain, stateOf } from '../unit-cells.tsx';
import { unitDialog } from '../unit-dialog.ts';
import { positionSpec } from './position-spec.tsx';

/** Creates a position with the same settings and another name. */
function duplicate(position: PositionRow): void {
  const name = fillText(dictionary.get().texts?.position.copyOf ?? '{name}', { name: position.name });
  unitDialog.set({ kind: 'create', type: 'position', values: { ...positionSpec.valuesOf(position), name } });
}

const [people, ...others] = commonActions(positionSpec);

export const positionListDefinition: ListDefinition<PositionRow> = {
  list: positionList,
  endpoint: listPositions,
  exportEndpoint: exportPositions,
  icon: 'position',
  mainColumn: 'name',
  opens: true,
  labelOf: (position) => position.name,
  primary: createAction('position'),
  more: [openGroupsAction, orderAction('position'), importAction('position')],
  actions: [
    ...(people ? [people] : []),
    unitAction(positionSpec, 'duplicate', 'copy', ({ row }) => row && duplicate(row), { on: 'one' }),
    ...others,
  ],
  texts: ({ position, words }) => ({ ...position, values: { role: words.roles, dataScope: position.scopes } }),
  columns: {
    name: {
      width: 180,
      grow: 3,
      cell: (position) => (
        <span className="grid-name" title={position.name}>
          {position.name}
        </span>
      ),
    },
    role: {
      width: 170,
      grow: 0,
      keep: 5,
      cell: (position, context) =>
        filterLink('role', [String(position.roleId)], context.texts.words.roles[position.roleId], context),
    },
    dataScope: {
      width: 120,
      grow: 0,
      keep: 4,
      cell: (position, context) =>
        filterLink('dataScope', [position.dataScope], context.texts.position.scopes[position.dataScope], context),
    },
    groups: {
      width: 180,
      grow: 3,
      keep: 3,
      cell: (position, context) => plain(joinNames(position.groups.map(({ name }) => name)), context),
    },
    people: {
      width: 90,
      grow: 0,
      keep: 4,
      cell: (position, context) =>
        countLink(position.people, positionSpec.peopleHref(position), context.texts.position.columns.people, context),
    },
    state: { width: 104, grow: 0, keep: 6, cell: (position, { texts }) => stateOf(position, texts) },
    description: { width: 200, grow: 3, cell: (position, context) => plain(position.description, context) },
    updated: {
      width: 110,
      grow: 0,
      greatestFirst: true,
      cell: (position, context) => instant(position.updatedAt, context),
    },
  },
};

import {
  type DepartmentRow,
  departmentList,
  exportDepartments,
  listDepartments,
} from '@lectern/contract/features/department.ts';
import { filterLink } from '../../../components/list-page/cells.tsx';
import type { ListDefinition } from '../../../components/list-page/list-definition.ts';
import { commonActions, createAction, importAction, unitAction } from '../unit-actions.ts';
import { countLink, instant, plain, stateOf } from '../unit-cells.tsx';
import { unitDialog } from '../unit-dialog.ts';
import { departmentSpec } from './department-spec.tsx';

export function askBelow(department: DepartmentRow, title: string): void {
  const values = { ...departmentSpec.noValues, collegeId: department.college.id, parentId: department.id };
  unitDialog.set({ kind: 'create', type: 'department', values, title });
}

const [people, ...others] = commonActions(departmentSpec);

export const departmentActions = [
  ...(people ? [people] : []),
  unitAction(departmentSpec, 'move', 'moveTo', ({ row }) => row && unitDialog.set({ kind: 'move', department: row }), {
    on: 'one',
    separated: true,
  }),
  ...others,
];

export const departmentListDefinition: ListDefinition<DepartmentRow> = {
  list: departmentList,
  endpoint: listDepartments,
  exportEndpoint: exportDepartments,
  icon: 'department',
  mainColumn: 'name',
  opens: true,
  labelOf: (department) => department.name,
  primary: createAction('department'),
  more: [importAction('department')],
  actions: departmentActions,
  placedBy: ['college', 'below'],
  texts: ({ department }) => department,
  columns: {
    name: {
      width: 170,
      grow: 3,
      cell: (department) => (
        <span className="grid-name" title={department.name}>
          {department.name}
        </span>
      ),
    },
    code: { width: 112, grow: 1, keep: 6, cell: (department) => department.code },
    college: {
      width: 150,
      grow: 3,
      keep: 2,
      cell: (department, context) => filterLink('college', [department.college.id], department.college.name, context),
    },
    parent: { width: 130, grow: 2, keep: 2, cell: (department, context) => plain(department.parent?.name, context) },
    head: {
      width: 96,
      grow: 1,
      keep: 3,
      cell: (department, context) =>
        department.head ? filterLink('head', department.head.id, department.head.name, context) : plain(null, context),
    },
    people: {
      width: 84,
      grow: 0,
      keep: 5,
      cell: (department, context) =>
        countLink(
          department.people,
          departmentSpec.peopleHref(department),
          context.texts.department.columns.people,
          context,
        ),
    },
    positions: { width: 90, grow: 0, keep: 1, cell: (department, { format }) => format.number(department.positions) },
    resources: {
      width: 96,
      grow: 0,
      keep: 4,
      cell: (department, context) =>
        countLink(
          department.resources,
          `/app/resource/info?department=${department.id}`,
          context.texts.department.columns.resources,
          context,
        ),
    },
    state: { width: 104, grow: 0, keep: 6, cell: (department, { texts }) => stateOf(department, texts) },
    collegeCode: { width: 110, cell: (department) => department.college.code },
    parentCode: { width: 110, cell: (department, context) => plain(department.parent?.code, context) },
    headAccount: { width: 120, cell: (department, context) => plain(department.head?.account, context) },
    description: { width: 200, grow: 3, cell: (department, context) => plain(department.description, context) },
    updated: { width: 110, grow: 0, greatestFirst: true, cell: (row, context) => instant(row.updatedAt, context) },
  },
};

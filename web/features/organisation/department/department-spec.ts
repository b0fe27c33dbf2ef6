import {
  createDepartment,
  type DepartmentRow,
  departmentDetailEndpoints,
  departmentList,
  getDepartment,
  getDepartmentTree,
  listDepartments,
  newDepartment,
  previewDepartmentMerge,
  updateDepartment,
} from '@lectern/contract/features/department.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { call } from '../../../lib/api-client.ts';
import { queryOf } from '../../../lib/queries.ts';
import type { UnitSpec, Values } from '../unit-spec.ts';
import { problemsWith } from '../unit-values.ts';
import { DepartmentFields } from './department-fields.tsx';

const fieldsOf = (values: Values) => ({
  code: values.code?.trim() ?? '',
  name: values.name?.trim() ?? '',
  headId: values.headId || null,
  description: values.description?.trim() ?? '',
});
const newOf = (values: Values) => ({
  ...fieldsOf(values),
  collegeId: values.collegeId ?? '',
  parentId: values.parentId || null,
});

export const departmentSpec: UnitSpec<DepartmentRow> = {
  type: 'department',
  page: departmentList.page,
  endpoint: listDepartments,
  query: (id) => queryOf(getDepartment, { params: { id } }, { quiet: true }),
  detail: departmentDetailEndpoints,
  stale: [listDepartments, getDepartment, getDepartmentTree, listUnits],
  create: (values) => call(createDepartment, { body: newOf(values) }, { quiet: true }),
  update: (id, body) => call(updateDepartment, { params: { id }, body: body as { version: number } }, { quiet: true }),
  previewMerge: (id, intoId) => call(previewDepartmentMerge, { params: { id }, body: { intoId } }, { quiet: true }),
  // The head's name stands beside the id, so that it need not be asked for.
  noValues: { code: '', name: '', headId: '', headName: '', description: '', collegeId: '', parentId: '' },
  valuesOf: ({ code, name, head, description, college, parent }) => ({
    code,
    name,
    headId: head?.id ?? '',
    headName: head?.name ?? '',
    description,
    collegeId: college.id,
    parentId: parent?.id ?? '',
  }),
  bodyOf: fieldsOf,
  problemsOf: (values, texts) => problemsWith(newDepartment, newOf(values), texts),
  Fields: DepartmentFields,
  facts: (department, { texts, format }) => {
    const { detail, form } = texts.organisation;
    return [
      { label: form.college, value: department.college.name },
      { label: form.parent, value: department.parent?.name ?? form.noParent },
      { label: detail.people, value: format.number(department.people) },
      { label: detail.departments, value: format.number(department.departments) },
      { label: detail.positions, value: format.number(department.positions) },
      { label: detail.resources, value: format.number(department.resources) },
      { label: detail.created, value: format.dateTime(department.createdAt) },
      { label: detail.updated, value: format.dateTime(department.updatedAt) },
    ];
  },
  valueWords: (field, value, { organisation }) =>
    field === 'parentId' && value === null ? organisation.form.noParent : undefined,
  named: ({ head }) => (head ? [head] : []),
  isEmpty: ({ people, departments, resources }) => people + departments + resources === 0,
  mayChange: (_department, roleId) => hasAbility(roleId, 'admin'),
  peopleHref: ({ id }) => `/app/system/systemAdmin?department=${id}`,
};

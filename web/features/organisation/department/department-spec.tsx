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
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { PersonPicker } from '../../../components/person-picker.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { call } from '../../../lib/api-client.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import type { FieldsProps, UnitSpec, Values } from '../unit-spec.ts';
import { fieldOf, problemsWith } from '../unit-spec.ts';
import { useDepartmentTree } from './department-tree.ts';

function DepartmentFields(props: FieldsProps) {
  const { form } = useTexts().organisation;
  const field = fieldOf(props, form);
  return (
    <>
      {props.isNew && <TextField {...field('name')} maxLength={100} autoComplete="off" data-first-focus />}
      <TextField {...field('code')} hint={form.codeHint} maxLength={40} autoComplete="off" spellCheck={false} />
      {props.isNew && <PlaceFields {...props} />}
      <HeadField {...props} />
      <TextareaField {...field('description')} maxLength={2000} wide />
    </>
  );
}

const step = '\u2003';

/** Where a new department is created: college and parent department. */
function PlaceFields({ values, problems, set }: FieldsProps) {
  const { form } = useTexts().organisation;
  const tree = useDepartmentTree().data;
  const colleges = tree?.colleges.filter(({ disabled }) => !disabled) ?? [];
  const below = tree?.departments.filter(({ college, disabled }) => college.id === values.collegeId && !disabled) ?? [];
  return (
    <>
      <SelectField
        label={form.college}
        value={values.collegeId ?? ''}
        error={problems.collegeId}
        disabled={!tree}
        options={[{ value: '', label: form.needed }, ...colleges.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(value) => {
          set('collegeId', value);
          set('parentId', '');
        }}
      />
      <SelectField
        label={form.parent}
        value={values.parentId ?? ''}
        error={problems.parentId}
        disabled={!values.collegeId}
        options={[
          { value: '', label: form.noParent },
          ...below.map(({ id, name, level }) => ({ value: id, label: `${step.repeat(level - 1)}${name}` })),
        ]}
        onChange={(value) => set('parentId', value)}
      />
    </>
  );
}

/** Head of a department. */
function HeadField({ values, problems, changed, isNew, editable, set }: FieldsProps) {
  const { form } = useTexts().organisation;
  const [choosing, setChoosing] = useState(false);
  if (choosing) {
    return (
      <div className="unit-head">
        <PersonPicker
          label={form.chooseHead}
          error={problems.headId}
          onChoose={({ id, name }) => {
            set('headId', id);
            set('headName', name);
            setChoosing(false);
          }}
        />
      </div>
    );
  }
  return (
    <div className="unit-head">
      <TextField
        label={form.head}
        value={values.headName || form.noHead}
        error={problems.headId}
        changed={!isNew && changed.includes('headId')}
      />
      {editable && (
        <div className="unit-head-actions">
          <Button onClick={() => setChoosing(true)}>{values.headId ? form.changeHead : form.chooseHead}</Button>
          {values.headId && (
            <Button
              onClick={() => {
                set('headId', '');
                set('headName', '');
              }}
            >
              {form.removeHead}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

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
  // The head's name is kept with the id, so it needn't be fetched.
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

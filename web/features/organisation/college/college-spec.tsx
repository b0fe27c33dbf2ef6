import {
  type CollegeRow,
  collegeDetailEndpoints,
  collegeList,
  createCollege,
  getCollege,
  listColleges,
  newCollege,
  previewCollegeMerge,
  updateCollege,
} from '@lectern/contract/features/college.ts';
import { getDepartmentTree } from '@lectern/contract/features/department.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { call } from '../../../lib/api-client.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import type { FieldsProps, UnitSpec, Values } from '../unit-spec.ts';
import { fieldOf, problemsWith } from '../unit-spec.ts';

function CollegeFields(props: FieldsProps) {
  const { form } = useTexts().organisation;
  const field = fieldOf(props, form);
  return (
    <>
      {props.isNew && <TextField {...field('name')} maxLength={100} autoComplete="off" data-first-focus />}
      <TextField {...field('code')} hint={form.codeHint} maxLength={40} autoComplete="off" spellCheck={false} />
      <TextField {...field('shortName')} maxLength={40} autoComplete="off" />
      <TextField {...field('contact')} hint={form.contactHint} maxLength={200} autoComplete="off" />
      <TextareaField {...field('description')} maxLength={2000} wide />
    </>
  );
}

const bodyOf = (values: Values) => ({
  code: values.code?.trim() ?? '',
  name: values.name?.trim() ?? '',
  shortName: values.shortName?.trim() || null,
  contact: values.contact?.trim() || null,
  description: values.description?.trim() ?? '',
});

export const collegeSpec: UnitSpec<CollegeRow> = {
  type: 'college',
  page: collegeList.page,
  endpoint: listColleges,
  query: (id) => queryOf(getCollege, { params: { id } }, { quiet: true }),
  detail: collegeDetailEndpoints,
  stale: [listColleges, getCollege, listUnits, getDepartmentTree],
  create: (values) => call(createCollege, { body: bodyOf(values) }, { quiet: true }),
  update: (id, body) => call(updateCollege, { params: { id }, body: body as { version: number } }, { quiet: true }),
  previewMerge: (id, intoId) => call(previewCollegeMerge, { params: { id }, body: { intoId } }, { quiet: true }),
  noValues: { code: '', name: '', shortName: '', contact: '', description: '' },
  valuesOf: ({ code, name, shortName, contact, description }) => ({
    code,
    name,
    shortName: shortName ?? '',
    contact: contact ?? '',
    description,
  }),
  bodyOf,
  problemsOf: (values, texts) => problemsWith(newCollege, bodyOf(values), texts),
  Fields: CollegeFields,
  facts: (college, { texts, format }) => {
    const words = texts.organisation.detail;
    const used = format.bytes(college.storageBytes);
    const storage =
      college.quotaBytes === null ? used : fillText(words.storageOf, { used, quota: format.bytes(college.quotaBytes) });
    return [
      { label: words.departments, value: format.number(college.departments) },
      { label: words.people, value: format.number(college.people) },
      { label: words.resources, value: format.number(college.resources) },
      { label: words.storage, value: storage },
      { label: words.created, value: format.dateTime(college.createdAt) },
      { label: words.updated, value: format.dateTime(college.updatedAt) },
    ];
  },
  valueWords: () => undefined,
  isEmpty: (college) => college.departments === 0 && college.storageBytes === 0,
  mayChange: (_college, roleId) => hasAbility(roleId, 'admin'),
  peopleHref: ({ id }) => `/app/system/systemAdmin?college=${id}`,
};

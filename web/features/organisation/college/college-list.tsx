import { type CollegeRow, collegeList, exportColleges, listColleges } from '@lectern/contract/features/college.ts';
import type { ListDefinition } from '../../../components/list-page/list-definition.ts';
import { fillText } from '../../../lib/i18n/use-texts.ts';
import { commonActions, createAction, importAction, orderAction } from '../unit-actions.ts';
import { countLink, instant, plain, stateOf } from '../unit-cells.tsx';
import { collegeSpec } from './college-spec.tsx';

export const collegeListDefinition: ListDefinition<CollegeRow> = {
  list: collegeList,
  endpoint: listColleges,
  exportEndpoint: exportColleges,
  icon: 'college',
  mainColumn: 'name',
  opens: true,
  labelOf: (college) => college.name,
  primary: createAction('college'),
  more: [orderAction('college'), importAction('college')],
  actions: commonActions(collegeSpec),
  texts: ({ college }) => college,
  columns: {
    name: {
      width: 180,
      grow: 3,
      cell: (college) => (
        <span className="grid-name" title={college.name}>
          {college.name}
        </span>
      ),
    },
    code: { width: 96, grow: 1, keep: 6, cell: (college) => college.code },
    shortName: { width: 110, grow: 1, keep: 2, cell: (college, context) => plain(college.shortName, context) },
    contact: { width: 150, grow: 2, keep: 3, cell: (college, context) => plain(college.contact, context) },
    departments: {
      width: 112,
      grow: 0,
      keep: 4,
      cell: (college, context) =>
        countLink(
          college.departments,
          `/app/system/department?college=${college.id}`,
          context.texts.college.columns.departments,
          context,
        ),
    },
    people: {
      width: 90,
      grow: 0,
      keep: 5,
      cell: (college, context) =>
        countLink(college.people, collegeSpec.peopleHref(college), context.texts.college.columns.people, context),
    },
    resources: { width: 96, grow: 0, keep: 4, cell: (college, { format }) => format.number(college.resources) },
    storage: {
      width: 120,
      grow: 0,
      keep: 1,
      cell: (college, { format, texts }) => {
        const used = format.bytes(college.storageBytes);
        if (college.quotaBytes === null) return used;
        return fillText(texts.organisation.detail.storageOf, { used, quota: format.bytes(college.quotaBytes) });
      },
    },
    state: { width: 104, grow: 0, keep: 6, cell: (college, { texts }) => stateOf(college, texts) },
    description: { width: 200, grow: 3, cell: (college, context) => plain(college.description, context) },
    updated: {
      width: 110,
      grow: 0,
      greatestFirst: true,
      cell: (college, context) => instant(college.updatedAt, context),
    },
  },
};

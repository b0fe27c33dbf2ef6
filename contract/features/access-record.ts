import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { defineList, listEndpoints, viewSchema } from '../list/define-list.ts';
import { accessActions } from '../portal/portal-event.ts';
import { accessDevices, accessDimensions, accessRoles } from '../statistics/access-dimension.ts';
import { resourceKinds } from './resource-state.ts';

export const accessRecordPage = '/app/data/accessRecord' as const;
const access = { kind: 'page', pages: [accessRecordPage] } as const;

/** `gone`: no longer exists. */
const named = z.strictObject({ id: z.uuid(), name: z.string().nullable(), gone: z.boolean() }).nullable();

const accessRecordRow = z.strictObject({
  /** The event's sequence number. */
  id: z.string(),
  at: z.iso.datetime(),
  action: z.enum(accessActions),
  source: z.enum(['portal', 'office']),
  /** Someone with an account; for others, `reader` holds the site's own name. */
  person: z.strictObject({ id: z.uuid(), name: z.string(), account: z.string() }).nullable(),
  reader: z.string().nullable(),
  role: z.enum(accessRoles),
  site: named,
  resource: z
    .strictObject({
      id: z.uuid(),
      name: z.string().nullable(),
      gone: z.boolean(),
      kind: z.enum(resourceKinds).nullable(),
    })
    .nullable(),
  course: named,
  chapter: named,
  column: named,
  college: named,
  department: named,
  subject: named,
  positionSeconds: z.number().nullable(),
  seconds: z.number().nullable(),
  query: z.string().nullable(),
  hits: z.number().int().nullable(),
  client: z.string().nullable(),
  device: z.enum(accessDevices).nullable(),
  /** Masked unless the caller may see full addresses. */
  ip: z.string().nullable(),
  robot: z.boolean(),
  /** Whether the event belongs to a visit that the caller may open. */
  hasVisit: z.boolean(),
});
export type AccessRecordRow = z.output<typeof accessRecordRow>;

const hours = Array.from({ length: 24 }, (_, hour) => String(hour));

/** Raw access events of readers and staff. */
export const accessRecordList = defineList({
  id: 'accessRecord',
  texts: 'accessRecord',
  page: accessRecordPage,
  path: '/statistics/access-records',
  row: accessRecordRow,
  columns: {
    at: { sort: 'at', always: true },
    person: {},
    action: {},
    resource: {},
    position: { align: 'end' },
    seconds: { align: 'end' },
    query: { optional: true },
    college: {},
    device: {},
    ip: {},
    role: { optional: true },
    site: { optional: true },
    department: { optional: true },
    subject: { optional: true },
    column: { optional: true },
    course: { optional: true },
    chapter: { optional: true },
    hits: { optional: true, align: 'end' },
    client: { optional: true },
    robot: { optional: true },
  },
  /**
   * Departments, colleges and subjects match exactly, without their children, because each figure counts only its own.
   */
  filters: {
    at: { kind: 'date' },
    weekday: { kind: 'many', values: ['1', '2', '3', '4', '5', '6', '7'] },
    hour: { kind: 'many', values: hours },
    person: { kind: 'person' },
    reader: { kind: 'text', exact: true },
    resource: { kind: 'text', exact: true },
    kind: { kind: 'many', values: resourceKinds },
    college: { kind: 'tree', of: 'college' },
    department: { kind: 'tree', of: 'department' },
    subject: { kind: 'tree', of: 'subject' },
    column: { kind: 'tree', of: 'column' },
    course: { kind: 'text', exact: true },
    chapter: { kind: 'text', exact: true },
    role: { kind: 'many', values: accessRoles },
    device: { kind: 'many', values: accessDevices },
    site: { kind: 'text', exact: true },
    source: { kind: 'choice', values: ['portal', 'office'] },
    /** Events without a value for these dimensions. */
    without: { kind: 'many', values: [...accessDimensions, 'resource', 'chapter'] },
    term: { kind: 'text', exact: true },
    withoutResult: { kind: 'yesNo' },
    position: { kind: 'range', unit: 'seconds' },
    seconds: { kind: 'range', unit: 'seconds' },
    client: { kind: 'text' },
    ip: { kind: 'text', exact: true },
    visit: { kind: 'text', exact: true },
    robot: { kind: 'yesNo' },
  },
  sorts: ['at'],
  defaultSort: '-at',
  tabs: ['all', ...accessActions],
});

export const { list: listAccessRecords, export: exportAccessRecords } = listEndpoints(accessRecordList);

const view = viewSchema(accessRecordList);

/** Totals to compare with figures that aren't row counts. */
export const sumAccessRecords = defineEndpoint({
  id: 'accessRecord.sums',
  method: 'GET',
  path: '/statistics/access-records/sums',
  access,
  summary: 'Get the totals of a view: actions, play time and people',
  query: view,
  output: z.strictObject({
    events: z.number().int(),
    views: z.number().int(),
    plays: z.number().int(),
    downloads: z.number().int(),
    searches: z.number().int(),
    clicks: z.number().int(),
    playSeconds: z.number(),
    /** null if no video or audio was viewed. */
    completion: z.number().nullable(),
    viewers: z.strictObject({ value: z.number(), exact: z.boolean() }),
  }),
});

/** Live updates: rows that arrived after the last one seen. */
export const newerAccessRecords = defineEndpoint({
  id: 'accessRecord.newer',
  method: 'GET',
  path: '/statistics/access-records/newer',
  access,
  summary: 'List new rows of a view, newest first',
  query: view.extend({
    /** Omit on the first call to get only the latest number to continue from. */
    after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  output: z.strictObject({ latest: z.number().int(), rows: z.array(accessRecordRow), more: z.boolean() }),
});

export const getVisit = defineEndpoint({
  id: 'accessRecord.visit',
  method: 'GET',
  path: '/statistics/access-records/{id}/visit',
  access: { ...access, ability: 'admin' },
  summary: 'List the other records of the same visit',
  params: z.strictObject({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  output: z.strictObject({
    person: accessRecordRow.shape.person,
    reader: z.string().nullable(),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    rows: z.array(accessRecordRow),
    /** More rows exist than are returned. */
    more: z.boolean(),
  }),
});

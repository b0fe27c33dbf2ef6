import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';

const page = '/app/system/audit' as const;

/** What an activity can be about. */
export const auditObjects = [
  'user',
  'session',
  'permissionGroup',
  'college',
  'department',
  'position',
  'page',
  'task',
  'mail',
  'mailTemplate',
  'resource',
  'library',
  'folder',
  'column',
  'tag',
  'subject',
  'course',
  'chapter',
  'favourite',
  'review',
  'sensitiveWord',
  'sensitivePack',
  'rescan',
  'subtitle',
  'summary',
  'reading',
  'glossary',
  'listView',
  'operation',
  'import',
  'job',
  'queue',
  'settings',
  'audit',
  'homePage',
  'recommendation',
  'apiKey',
  'webhook',
] as const;
export type AuditObject = (typeof auditObjects)[number];

const values = z.record(z.string(), z.unknown()).nullable();

const auditRow = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  action: z.string(),
  /** null: the product itself, or nobody who had signed in. */
  actor: z.strictObject({ id: z.uuid(), name: z.string(), account: z.string() }).nullable(),
  object: z.strictObject({
    type: z.string(),
    id: z.string(),
    /** null: it has none, or nobody knows it any more. */
    name: z.string().nullable(),
    /** Of resources: which page shows it. */
    kind: z.string().nullable(),
  }),
  /** Only for super administrators by role. */
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
  before: values,
  after: values,
  /** What was before or after is too long for the list; the entry itself has all of it. */
  cut: z.boolean(),
});
export type AuditRow = z.output<typeof auditRow>;

const auditEntry = auditRow.extend({
  /** What those are called now whom the values before and after name by an id. */
  names: z.record(z.string(), z.string()),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** Everything that anybody did. */
export const auditList = defineList({
  id: 'audit',
  texts: 'audit',
  page,
  ability: 'superAdmin',
  path: '/system/audit',
  row: auditRow,
  columns: {
    at: { sort: 'at', always: true },
    actor: {},
    action: {},
    object: {},
    changes: {},
    ip: {},
    before: { optional: true },
    after: { optional: true },
    requestId: { optional: true },
  },
  filters: {
    actor: { kind: 'person' },
    action: { kind: 'text' },
    object: { kind: 'many', values: auditObjects },
    objectId: { kind: 'text', exact: true },
    at: { kind: 'date' },
    ip: { kind: 'text', exact: true },
    byProduct: { kind: 'yesNo' },
  },
  sorts: ['at'],
  defaultSort: '-at',
  tabs: ['all', 'signIn', 'people', 'content', 'system'],
});

export const { list: listAudit, export: exportAudit } = listEndpoints(auditList);

export const getAuditEntry = defineEndpoint({
  id: 'audit.get',
  method: 'GET',
  path: '/system/audit/{id}',
  access: { kind: 'page', pages: [page], ability: 'superAdmin' },
  summary: 'Get an audit entry with before and after',
  params: z.strictObject({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  output: auditEntry,
});

import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';

const page = '/app/system/audit' as const;

/** Object types an activity can be about. */
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
  /** null if Lectern did it or nobody was logged in. */
  actor: z.strictObject({ id: z.uuid(), name: z.string(), account: z.string() }).nullable(),
  object: z.strictObject({
    type: z.string(),
    id: z.string(),
    /** null if it has no name or the name is no longer known. */
    name: z.string().nullable(),
    /** Set for resources; determines which page shows it. */
    kind: z.string().nullable(),
  }),
  /** null unless the caller is a super administrator by role. */
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
  before: values,
  after: values,
  /** `before` or `after` is shortened in the list; the entry itself has the full values. */
  cut: z.boolean(),
});
export type AuditRow = z.output<typeof auditRow>;

const auditEntry = auditRow.extend({
  /** Current names of objects that `before` and `after` refer to by ID. */
  names: z.record(z.string(), z.string()),
});
export type AuditEntry = z.output<typeof auditEntry>;

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

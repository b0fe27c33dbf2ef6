import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';
import { auditObjects } from './audit-words.ts';

const page = '/app/system/audit' as const;

const values = z.record(z.string(), z.unknown()).nullable();

export const auditRow = z.strictObject({
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

export const auditEntry = auditRow.extend({
  /** What those are called now whom the values before and after name by an id. */
  names: z.record(z.string(), z.string()),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** Everything that anybody did. */
export const auditList = defineList({
  id: 'audit',
  page,
  ability: 'superAdmin',
  path: '/system/audit',
  row: auditRow,
  columns: {
    at: { heading: { en: 'When', zh: '时间' }, sort: 'at', always: true },
    actor: { heading: { en: 'Who', zh: '操作人' } },
    action: { heading: { en: 'What', zh: '操作' } },
    object: { heading: { en: 'Object', zh: '对象' } },
    changes: { heading: { en: 'Changes', zh: '变更' } },
    ip: { heading: { en: 'From where', zh: '来源地址' } },
    before: { heading: { en: 'Before', zh: '变更前' }, optional: true },
    after: { heading: { en: 'After', zh: '变更后' }, optional: true },
    requestId: { heading: { en: 'Request', zh: '请求编号' }, optional: true },
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
  summary: 'One entry with everything before and after',
  params: z.strictObject({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  output: auditEntry,
});

import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';

export const reportReasons = ['offensive', 'wrong', 'broken', 'rights', 'private', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reportPortalResource = defineEndpoint({
  id: 'portal.report',
  method: 'POST',
  path: '/portal/resources/{id}/reports',
  access: { kind: 'apiKey', scope: 'reports' },
  summary: 'Report a published resource for review',
  params: idParams,
  body: z.strictObject({
    reason: z.enum(reportReasons),
    note: z.string().trim().max(2000).default(''),
    /** The site's own opaque ID for the reader; each reader can report a resource once. */
    reader: z.string().trim().min(1).max(100).optional(),
    page: z.number().int().min(1).max(1_000_000).optional(),
    positionMs: z.number().int().min(0).max(2_147_483_647).optional(),
  }),
  output: z.strictObject({ id: z.uuid() }),
  successStatus: 201,
  /** Per key, in addition to the key's general limit. */
  rateLimit: { calls: 600, windowMs: 3_600_000 },
});

import { z } from 'zod';
import { audiences, defaultAudience } from '../audience.ts';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { problem } from '../input-problems.ts';
import { apiKeyScopes } from '../portal/portal-access.ts';

const page = '/app/system/apiKey' as const;
export const onApiKeys = { kind: 'page', pages: [page], ability: 'admin' } as const;

/** `soon`: expires within two weeks. */
const apiKeyStates = ['active', 'soon', 'expired', 'revoked'] as const;
export type ApiKeyState = (typeof apiKeyStates)[number];

export const callsPerMinuteLimits = { min: 1, max: 100_000, default: 600 } as const;
/** Hours the previous secret stays valid after rotation. */
const graceHoursLimits = { min: 0, max: 720, default: 24 } as const;

const person = z.strictObject({ id: z.uuid(), name: z.string() });

const apiKeyFields = {
  name: z.string().trim().min(1).max(100),
  scopes: z
    .array(z.enum(apiKeyScopes))
    .min(1)
    .refine((scopes) => new Set(scopes).size === scopes.length, { message: problem('repeated') }),
  audience: z.enum(audiences),
  callsPerMinute: z.number().int().min(callsPerMinuteLimits.min).max(callsPerMinuteLimits.max),
  /** null if it never expires. */
  expiresAt: z.iso.datetime().nullable(),
};

export const apiKey = z.strictObject({
  id: z.uuid(),
  ...apiKeyFields,
  /** The start of the key, shown to recognise it, such as `lk_8f3kq2`. */
  prefix: z.string(),
  state: z.enum(apiKeyStates),
  /** The previous secret is valid until then; null if only the current one is. */
  oldSecretUntil: z.iso.datetime().nullable(),
  /** Up to a minute out of date. */
  lastUsedAt: z.iso.datetime().nullable(),
  lastUsedFrom: z.string().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  revokedBy: person.nullable(),
  createdAt: z.iso.datetime(),
  createdBy: person.nullable(),
  version: z.int32(),
});
export type ApiKey = z.output<typeof apiKey>;

export const listApiKeys = defineEndpoint({
  id: 'apiKey.list',
  method: 'GET',
  path: '/system/apiKey',
  access: onApiKeys,
  summary: 'List API keys, active and newest first',
  output: z.strictObject({ keys: z.array(apiKey) }),
});

/** The only response that contains the secret. */
const shownOnce = z.strictObject({ key: apiKey, secret: z.string() });

export const createApiKey = defineEndpoint({
  id: 'apiKey.create',
  method: 'POST',
  path: '/system/apiKey',
  access: onApiKeys,
  summary: 'Create an API key; its secret is shown once',
  body: z.strictObject({
    name: apiKeyFields.name,
    scopes: apiKeyFields.scopes,
    audience: apiKeyFields.audience.default(defaultAudience),
    callsPerMinute: apiKeyFields.callsPerMinute.default(callsPerMinuteLimits.default),
    expiresAt: apiKeyFields.expiresAt.default(null),
  }),
  output: shownOnce,
  successStatus: 201,
  confidential: true,
});

export const updateApiKey = defineEndpoint({
  id: 'apiKey.update',
  method: 'PATCH',
  path: '/system/apiKey/{id}',
  access: onApiKeys,
  summary: 'Change a key; takes effect on its next call, 409 if someone else changed it',
  params: idParams,
  body: z.strictObject(apiKeyFields).partial().extend({ version: z.int32() }),
  output: apiKey,
});

export const rotateApiKey = defineEndpoint({
  id: 'apiKey.rotate',
  method: 'POST',
  path: '/system/apiKey/{id}/rotate',
  access: onApiKeys,
  summary: 'Rotate the secret, shown once; the previous one works until its grace period ends',
  params: idParams,
  body: z.strictObject({
    graceHours: z.number().int().min(graceHoursLimits.min).max(graceHoursLimits.max).default(graceHoursLimits.default),
    version: z.int32(),
  }),
  output: shownOnce,
  confidential: true,
});

export const endApiKeyGrace = defineEndpoint({
  id: 'apiKey.endGrace',
  method: 'POST',
  path: '/system/apiKey/{id}/endGrace',
  access: onApiKeys,
  summary: 'End the grace period, so only the current secret works',
  params: idParams,
  body: z.strictObject({ version: z.int32() }),
  output: apiKey,
});

export const revokeApiKey = defineEndpoint({
  id: 'apiKey.revoke',
  method: 'POST',
  path: '/system/apiKey/{id}/revoke',
  access: onApiKeys,
  summary: 'Revoke a key and its signed links at once',
  params: idParams,
  body: z.strictObject({ reason: z.string().trim().max(500).default('') }),
  output: apiKey,
});

import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { loginAnswer } from './auth.ts';

/** Login with the messaging vendor is off unless the operator configured it. */
export const getWecomConfig = defineEndpoint({
  id: 'wecom.config',
  method: 'GET',
  path: '/admin/wecom/config',
  access: { kind: 'open' },
  summary: 'Get the public configuration of the messaging vendor; null if off',
  output: z
    .strictObject({ corpId: z.string(), agentId: z.string(), loginOrigin: z.string(), redirectUri: z.string() })
    .nullable(),
});
export type WecomPublicConfig = z.output<(typeof getWecomConfig)['output']>;

export const startWecomLogin = defineEndpoint({
  id: 'wecom.state',
  method: 'POST',
  path: '/admin/wecom/state',
  access: { kind: 'open' },
  summary: 'Create a one-time state for a login, bound to this browser by a cookie',
  rateLimit: { calls: 300, windowMs: 60_000 },
  output: z.strictObject({ state: z.string() }),
  successStatus: 201,
});

export const loginWithWecom = defineEndpoint({
  id: 'wecom.login',
  method: 'POST',
  path: '/admin/auth/wecom',
  access: { kind: 'open' },
  summary: 'Log in with the code from the vendor’s frame',
  rateLimit: { calls: 300, windowMs: 60_000 },
  body: z.strictObject({ code: z.string().min(1).max(512), state: z.string().min(1).max(128) }),
  output: loginAnswer,
});

export const getWecomSignature = defineEndpoint({
  id: 'wecom.signature',
  method: 'GET',
  path: '/admin/wecom/signature',
  access: { kind: 'signedIn' },
  summary: 'Get signature values for the vendor’s SDK on a Lectern page',
  query: z.strictObject({ kind: z.enum(['config', 'agent']), url: z.string().max(2000) }),
  output: z.strictObject({
    corpId: z.string(),
    agentId: z.string(),
    timestamp: z.number().int(),
    nonceStr: z.string(),
    signature: z.string(),
  }),
});

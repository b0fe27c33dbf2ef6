import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** What makes a new installation useful, in this order. */
export const setupSteps = ['organisation', 'people', 'mail', 'upload', 'publication'] as const;
export type SetupStep = (typeof setupSteps)[number];

const administrators = { kind: 'signedIn', ability: 'superAdmin' } as const;

export const getSetup = defineEndpoint({
  id: 'setup.get',
  method: 'GET',
  path: '/system/setup',
  access: administrators,
  summary: 'Check which setup steps are done',
  output: z.strictObject({ done: z.record(z.enum(setupSteps), z.boolean()) }),
});

export const hideSetup = defineEndpoint({
  id: 'setup.hide',
  method: 'PUT',
  path: '/system/setup',
  access: administrators,
  summary: 'Hide or show the setup checklist for yourself',
  body: z.strictObject({ hidden: z.boolean() }),
  successStatus: 204,
});

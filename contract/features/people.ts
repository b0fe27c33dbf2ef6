import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const person = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  account: z.string(),
  departmentName: z.string().nullable(),
});
export type Person = z.output<typeof person>;

export const findPeople = defineEndpoint({
  id: 'people.find',
  method: 'GET',
  path: '/people',
  access: { kind: 'signedIn' },
  summary: 'Find people in your data scope by name or account',
  query: z.strictObject({
    text: z.string().trim().max(100).default(''),
    /** Returns only this person, even if their account is forbidden; used to show the name for an ID. */
    id: z.uuid().optional(),
    size: z.coerce.number().int().min(1).max(50).default(8),
  }),
  output: z.array(person),
});

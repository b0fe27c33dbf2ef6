import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { organisationUnit } from './organisation.ts';

export const listSubjects = defineEndpoint({
  id: 'subject.list',
  method: 'GET',
  path: '/subjects',
  access: { kind: 'signedIn' },
  summary: 'List academic subjects to choose from',
  output: z.array(organisationUnit),
});

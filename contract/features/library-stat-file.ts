import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { exportFormats } from '../list/define-list.ts';
import { comparisons, period } from '../statistics/period.ts';
import { growthGroups, libraryStatPage } from './library-stat.ts';

const access = { kind: 'page', pages: [libraryStatPage] } as const;
const over = { period, compare: z.enum(comparisons).default('before') };

export const exportLibraryStat = defineEndpoint({
  id: 'libraryStat.export',
  method: 'GET',
  path: '/statistics/library/export',
  access,
  carrier: 'cookie',
  answer: 'stream',
  summary: 'The figures, the growth and the tables as a file',
  query: z.strictObject({ ...over, by: z.enum(growthGroups).default('kind'), format: z.enum(exportFormats) }),
});

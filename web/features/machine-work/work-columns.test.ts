import { expect, it } from 'vitest';
import { workColumns } from './work-columns.tsx';

it('gives up every other column before the name of the resource', () => {
  const { resource, ...others } = workColumns;
  for (const { keep } of Object.values(others)) expect(keep ?? 0).toBeLessThan(resource?.keep ?? 0);
});

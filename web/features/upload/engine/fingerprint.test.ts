import { expect, it } from 'vitest';
import { z } from 'zod';
import { fingerprint, fingerprintIn, uploadId } from './fingerprint.ts';

const file = { name: 'Lecture 1.pdf', size: 4_711, lastModified: 1_790_000_000_000, relativePath: 'Week 1' };

it('makes ids that are UUIDs, new each time, and say which file they are for', () => {
  const [one, other] = [uploadId(file), uploadId(file)];
  expect(z.uuid().safeParse(one).success).toBe(true);
  expect(one).not.toBe(other);
  expect(fingerprintIn(one)).toBe(fingerprint(file));
  expect(fingerprintIn(other)).toBe(fingerprint(file));
});

it.each([
  ['name', { name: 'Lecture 2.pdf' }],
  ['size', { size: 4_712 }],
  ['date', { lastModified: 1_790_000_000_001 }],
  ['folder', { relativePath: 'Week 2' }],
])('distinguishes files by their %s', (_trait, change) => {
  expect(fingerprint({ ...file, ...change })).not.toBe(fingerprint(file));
});

it('knows a name again in whichever way a system spells its accents', () => {
  expect(fingerprint({ ...file, name: 'Caf\u00e9.pdf' })).toBe(fingerprint({ ...file, name: 'Cafe\u0301.pdf' }));
});

it('has no two alike among ten thousand files of one folder', () => {
  const names = Array.from({ length: 10_000 }, (_, at) => fingerprint({ ...file, name: `${at}.png` }));
  expect(new Set(names).size).toBe(10_000);
});

import { expect, it } from 'vitest';
import { auditValue } from './audit-entry.tsx';

const id = '0197a0d0-0000-7000-8000-000000000001';
const words = {
  names: { [id]: 'Anna' },
  format: { dateTime: (at: string) => `on ${at.slice(0, 10)}` },
  ...{ notSet: 'Not set', noneOfThem: 'None', yes: 'yes', no: 'no' },
  pageOf: (path: string) => (path === '/app/data/accessStat' ? 'Access statistics' : path),
  fieldName: (field: string) => ({ kind: 'Type', id: 'ID' })[field] ?? field,
  flags: { 0: 'Allow', 1: 'Forbid' },
  readable: (text: string) => text.replace('{{name}}', '‹Name›'),
};

it.each([
  [id, 'Anna'],
  ['0197a0d0-0000-7000-8000-000000000002', '0197a0d0-0000-7000-8000-000000000002'],
  ['2026-11-16T10:00:00.000Z', 'on 2026-11-16'],
  [true, 'yes'],
  [null, 'Not set'],
  [[], 'None'],
  [7, '7'],
  [[id, 'other'], 'Anna, other'],
  [{ kind: 'user', id }, 'Type: user; ID: Anna'],
  [{ '/app/data/accessStat': 0, '/gone': 1 }, 'Access statistics: Allow; /gone: Forbid'],
  ['Dear {{name}}', 'Dear ‹Name›'],
])('says %j as %s', (value, said) => {
  expect(auditValue(value, words)).toBe(said);
});

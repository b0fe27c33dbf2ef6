import { expect, it } from 'vitest';
import { renameInView } from './rename-in-view.ts';

const from = '0199a1aa-0000-7000-8000-000000000001';
const to = '0199a1aa-0000-7000-8000-000000000002';
const other = '0199a1aa-0000-7000-8000-000000000003';
const renamed = (fields: Record<string, string>) =>
  Object.fromEntries(new URLSearchParams(renameInView(new URLSearchParams(fields).toString(), from, to)));

it('replaces every mention of the merged unit and keeps the rest', () => {
  const fields = { tab: 'video', department: `${other},${from}`, search: 'a b&c', size: '1..' };
  expect(renamed(fields)).toEqual({ ...fields, department: `${other},${to}` });
});

it('names each only once', () => {
  expect(renamed({ department: `${to},${from},${other}` })).toEqual({ department: `${to},${other}` });
});

it('leaves alone what only looks like it: words one searches, and longer texts', () => {
  const fields = { search: from, title: `about ${from}` };
  expect(renamed(fields)).toEqual(fields);
});

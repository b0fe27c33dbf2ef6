import { expect, it } from 'vitest';
import { endpoints } from '../endpoints.ts';
import { activity as english } from '../messages/en/activity.ts';
import { activity as chinese } from '../messages/zh/activity.ts';
import { actionName, fieldName, objectName } from './activity-names.ts';

it('names fields, and spells out the rest', () => {
  expect(fieldName('dueAt', english)).toBe('Due date');
  expect(fieldName('dueAt', chinese)).toBe('截止时间');
  expect(fieldName('default_licence', english)).toBe('Default licence');
  expect(fieldName('shelfMarkIds', english)).toBe('Shelf mark');
  expect(fieldName('constructor', english)).toBe('Constructor');
});

it('names actions by their object and verb, and a few in their own words', () => {
  expect(actionName('user.updated', english)).toBe('User changed');
  expect(actionName('user.updated', chinese)).toBe('修改用户');
  expect(actionName('course.coverSet', chinese)).toBe('更换课程封面');
  expect(actionName('chapter.resourcesAdded', chinese)).toBe('向章节添加资源');
  expect(actionName('webhook.rotated', chinese)).toBe('更换 Webhook 密钥');
  expect(actionName('auth.signedIn', english)).toBe('Logged in');
  expect(actionName('shelf.markAdded', english)).toBe('Shelf mark added');
  expect(objectName('constructor', english)).toBe('Constructor');
});

it('names the same actions and fields in both languages', () => {
  for (const table of ['areas', 'verbs', 'actions', 'fields'] as const)
    expect(Object.keys(chinese[table]).sort()).toEqual(Object.keys(english[table]).sort());
});

/** Sent with a change, but never part of what an activity entry shows. */
const neverShown = new Set(['window', 'baseId', 'draftVersion', 'parts', 'settings', 'ids', 'digest', 'hidden']);

it('has a Chinese name for every field that people can edit', () => {
  const edited = endpoints
    .filter(({ method }) => method === 'PATCH' || method === 'PUT')
    .flatMap(({ body }) => (body && 'shape' in body ? Object.keys(body.shape as object) : []));
  expect(edited.length).toBeGreaterThan(100);
  const unnamed = edited.filter(
    (field) => !neverShown.has(field) && !/\p{Script=Han}/u.test(fieldName(field, chinese)),
  );
  expect([...new Set(unnamed)]).toEqual([]);
});

it('puts the object inside every Chinese verb that no action spells out', () => {
  const spelledOut = new Set(Object.keys(chinese.actions).map((action) => action.split('.')[1]));
  const loose = Object.entries(chinese.verbs).filter(([verb, name]) => !name.includes('…') && !spelledOut.has(verb));
  expect(loose).toEqual([]);
});

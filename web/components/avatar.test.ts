import { expect, it } from 'vitest';
import { initialsOf } from './avatar.tsx';

it.each([
  ['Li Wei', 'LW'],
  ['anna maria schmidt', 'AS'],
  ['admin', 'AD'],
  ['张敏', '张敏'],
  ['欧阳娜娜', '娜娜'],
  ['x', 'X'],
  ['', ''],
])('shortens %j to %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

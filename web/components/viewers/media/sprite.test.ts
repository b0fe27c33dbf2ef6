import { expect, it } from 'vitest';
import { spriteOf, tileAt } from './sprite.ts';

const facts = { columns: 2, tileWidth: 160, tileHeight: 90, seconds: [0, 5, 10] };

it('finds the picture of a second: the last one that is not after it', () => {
  const sprite = spriteOf({ url: '/renditions/1', facts }, '/api');
  if (!sprite) throw new Error('It says how it is cut');
  expect(sprite.url).toBe('/api/renditions/1');
  expect(tileAt(sprite, 0)).toEqual({ x: 0, y: 0 });
  expect(tileAt(sprite, 7)).toEqual({ x: 160, y: 0 });
  expect(tileAt(sprite, 99)).toEqual({ x: 0, y: 90 });
});

it('is none where nothing says how it is cut', () => {
  expect(spriteOf({ url: '/a', facts: {} }, '')).toBeNull();
  expect(spriteOf({ url: '/a', facts: { ...facts, seconds: [] } }, '')).toBeNull();
  expect(spriteOf({ url: '/a', facts: { ...facts, columns: 0 } }, '')).toBeNull();
});

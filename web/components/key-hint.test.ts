import { expect, it } from 'vitest';
import { keyNames } from './key-hint.tsx';

it('names keys as they are printed on the keyboard', () => {
  expect(keyNames('$mod+k', false)).toEqual(['Ctrl', 'K']);
  expect(keyNames('$mod+k', true)).toEqual(['⌘', 'K']);
  expect(keyNames('Shift+ArrowDown', false)).toEqual(['Shift', '↓']);
  expect(keyNames('Escape', false)).toEqual(['Esc']);
});

it('leaves out the Shift that a character is typed with anyway', () => {
  expect(keyNames('Shift+?', false)).toEqual(['?']);
});

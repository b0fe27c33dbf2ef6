import { expect, type Page } from '@playwright/test';

/** A kind of key press in a long text, repeated with pauses in which the page can settle. */
export type KeyCase = {
  name: string;
  times: number;
  ready?(page: Page): Promise<void>;
  press(page: Page): Promise<void>;
};

const key = (name: string, keys: string, times = 8): KeyCase => ({
  name,
  times,
  press: (page) => page.keyboard.press(keys),
});
const letters = 'mitochondria and more';

export const keyCases: readonly KeyCase[] = [
  {
    name: 'type a letter',
    times: letters.length,
    ready: async (page) => {
      await page.getByRole('region', { name: 'Lines of text' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('textbox', { name: /^Line / })).toBeFocused();
      for (let line = 0; line < 6; line += 1) await page.keyboard.press('Alt+ArrowDown');
    },
    press: pressNext(letters),
  },
  {
    name: 'split with Enter, join with Backspace',
    times: 8,
    ready: async (page) => {
      await page.keyboard.press('Home');
      for (let step = 0; step < 9; step += 1) await page.keyboard.press('ArrowRight');
    },
    press: alternately('Enter', 'Backspace'),
  },
  key('next doubtful word or problem with Tab', 'Tab', 12),
  key('next line', 'Alt+ArrowDown', 12),
  key('undo', 'Control+z'),
  key('redo', 'Control+Shift+z'),
  key('this line and all after it later', 'Alt+Shift+]', 4),
  { name: 'take that back', times: 4, press: (page) => page.keyboard.press('Control+z') },
  {
    name: 'find: type a letter',
    times: 8,
    ready: async (page) => {
      await page.keyboard.press('Control+f');
      await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
    },
    press: pressNext('membrane'),
  },
  key('next hit', 'Enter'),
  {
    name: 'replace all',
    times: 1,
    ready: (page) => page.getByRole('textbox', { name: 'Replace with' }).fill('wall'),
    press: (page) => page.getByRole('button', { name: 'Replace all' }).click(),
  },
  {
    name: 'take all of it back',
    times: 1,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Close find' }).click();
      await page.getByRole('region', { name: 'Lines of text' }).focus();
    },
    press: (page) => page.keyboard.press('Control+z'),
  },
  {
    name: 'shift all lines',
    times: 1,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Shift times' }).click();
      await page.getByRole('combobox', { name: 'Apply to' }).selectOption('all');
    },
    press: (page) => page.getByRole('button', { name: 'Shift', exact: true }).click(),
  },
  {
    name: 'scroll with the wheel',
    times: 10,
    ready: (page) => page.getByRole('region', { name: 'Lines of text' }).hover(),
    press: (page) => page.mouse.wheel(0, 900),
  },
  {
    name: 'to the end and back',
    times: 4,
    ready: (page) => page.getByRole('region', { name: 'Lines of text' }).focus(),
    press: alternately('End', 'Home'),
  },
];

function pressNext(text: string): KeyCase['press'] {
  let at = 0;
  return async (page) => {
    await page.keyboard.press(text[at % text.length] === ' ' ? 'Space' : (text[at % text.length] ?? 'a'));
    at += 1;
  };
}

function alternately(...keys: readonly string[]): KeyCase['press'] {
  let at = 0;
  return async (page) => {
    await page.keyboard.press(keys[at % keys.length] ?? '');
    at += 1;
  };
}

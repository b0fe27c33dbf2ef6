import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeWindow, openFreshWindow } from '../lib/testing/fresh-window.ts';
import { Menu } from './menu.tsx';
import { MenuItem } from './menu-item.tsx';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

function open() {
  const choose = vi.fn();
  render(
    <>
      <Menu
        label="Fruit"
        trigger={(props) => (
          <button type="button" {...props}>
            Open
          </button>
        )}
      >
        <MenuItem onSelect={() => choose('apple')}>Apple</MenuItem>
        <MenuItem onSelect={() => choose('banana')} checked={false} keepsOpen>
          Banana
        </MenuItem>
        <MenuItem onSelect={() => choose('cherry')} checked>
          Cherry
        </MenuItem>
      </Menu>
      <button type="button">Outside</button>
    </>,
  );
  return choose;
}

describe('a menu', () => {
  it('opens by the arrow key with the focus on its first entry', async () => {
    open();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Apple');
    expect(screen.getByRole('button', { name: 'Open' }).getAttribute('aria-expanded')).toBe('true');
  });

  it('moves by arrows, round the end, by End, and by a letter', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await userEvent.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Cherry');
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Apple');
    await userEvent.keyboard('{End}');
    expect(document.activeElement?.textContent).toBe('Cherry');
    await userEvent.keyboard('b');
    expect(document.activeElement?.textContent).toBe('Banana');
  });

  it('closes on a choice and gives the focus back to its button', async () => {
    const choose = open();
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await userEvent.keyboard('{Enter}');
    expect(choose).toHaveBeenCalledExactlyOnceWith('apple');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Open');
  });

  it('can stay open for some choices', async () => {
    const choose = open();
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Banana' }));
    expect(choose).toHaveBeenCalledExactlyOnceWith('banana');
    expect(screen.getByRole('menuitemradio', { name: 'Cherry' }).getAttribute('aria-checked')).toBe('true');
  });

  it('closes by Escape and by pointing elsewhere', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Open');
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await userEvent.click(screen.getByRole('button', { name: 'Outside' }));
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

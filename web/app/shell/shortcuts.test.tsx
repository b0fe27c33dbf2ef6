import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerActions } from '../../lib/actions.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { openApp } from '../testing/open-app.tsx';
import { overlay } from './overlays.ts';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
  overlay.set(null);
});
afterEach(closeWindow);

const press = (init: KeyboardEventInit, target: Element | Window = window) => fireEvent.keyDown(target, init);
const ask = { key: '?', shiftKey: true, code: 'Slash' };

describe('keyboard shortcuts', () => {
  it('are listed by ?, with every action that has keys', async () => {
    await openApp('/404');
    const withdraw = registerActions([
      { id: 'a', label: () => 'Upload', group: 'create', keys: '$mod+u', run: () => undefined },
      { id: 'b', label: () => 'Not for you', group: 'create', keys: 'x', mayI: () => false, run: () => undefined },
      { id: 'c', label: () => 'Without keys', group: 'create', run: () => undefined },
    ]);
    press(ask);
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    const names = within(dialog)
      .getAllByRole('term')
      .map((term) => term.textContent);
    expect(names).toEqual(['Upload', 'Open search', 'Keyboard shortcuts', 'Move', 'Select', 'Close']);
    expect(within(dialog).getByText('Upload').parentElement?.textContent).toContain('Ctrl U');
    act(withdraw);
  });

  it('run their action, unless this user may not', async () => {
    await openApp('/app/home/my');
    const run = vi.fn();
    const forbidden = vi.fn();
    const withdraw = registerActions([
      { id: 'a', label: () => 'A', group: 'view', keys: 'x', run },
      { id: 'b', label: () => 'B', group: 'view', keys: 'y', mayI: () => false, run: forbidden },
    ]);
    await act(async () => undefined);
    press({ key: 'x' });
    press({ key: 'y' });
    expect(run).toHaveBeenCalledOnce();
    expect(forbidden).not.toHaveBeenCalled();
    act(withdraw);
    press({ key: 'x' });
    expect(run).toHaveBeenCalledOnce();
  });

  it('leave a text field alone', async () => {
    await openApp('/app/home/my');
    const field = document.body.appendChild(document.createElement('input'));
    press(ask, field);
    expect(screen.queryByRole('dialog')).toBeNull();
    field.remove();
  });

  it('do nothing to the page under a dialog', async () => {
    await openApp('/app/home/my');
    const run = vi.fn();
    const withdraw = registerActions([{ id: 'a', label: () => 'A', group: 'view', keys: 'x', run }]);
    press(ask);
    await screen.findByRole('dialog');
    press({ key: 'x' });
    expect(run).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    act(withdraw);
  });
});

import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeWindow, openFreshWindow } from '../lib/testing/fresh-window.ts';
import { FloatingPanel } from './floating-panel.tsx';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

it('focuses its first field once visible, because browsers ignore focus on hidden elements', () => {
  const anchor = document.body.appendChild(document.createElement('button'));
  const seen: string[] = [];
  const focus = HTMLElement.prototype.focus;
  vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function (this: HTMLElement) {
    seen.push(this.closest<HTMLElement>('[role="dialog"]')?.style.visibility ?? 'none');
    focus.call(this);
  });
  render(
    <FloatingPanel anchor={anchor} label="Columns" role="dialog" onClose={() => undefined}>
      <input aria-label="Phone" />
    </FloatingPanel>,
  );
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Phone' }));
  expect(seen).toEqual(['']);
});

it('has the focus itself while there is nothing in it to have it', () => {
  const anchor = document.body.appendChild(document.createElement('button'));
  render(
    <FloatingPanel anchor={anchor} label="Department" role="dialog" onClose={() => undefined}>
      <p>Loading…</p>
    </FloatingPanel>,
  );
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Department' }));
});

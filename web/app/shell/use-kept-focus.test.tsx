import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { useKeptFocus } from './shell.tsx';

beforeEach(async () => {
  await openFreshWindow();
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(closeWindow);

function Page({ asked }: { asked: boolean }) {
  useKeptFocus();
  return (
    <main tabIndex={-1}>
      <button type="button">Stay</button>
      {asked && <button type="button">Send</button>}
    </main>
  );
}

it('moves to the content when its element is removed', () => {
  vi.useFakeTimers();
  const { rerender } = render(<Page asked />);
  const send = screen.getByText('Send');
  send.focus();
  fireEvent.focusOut(send);
  rerender(<Page asked={false} />);
  vi.runAllTimers();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('moves where the page says, without adding a tab stop', () => {
  vi.useFakeTimers();
  const page = (asked: boolean) => (
    <>
      <Page asked={asked} />
      <main>
        <a href="/next" data-focus-home>
          Next
        </a>
      </main>
    </>
  );
  const { rerender } = render(page(true));
  const send = screen.getByText('Send');
  send.focus();
  fireEvent.focusOut(send);
  rerender(page(false));
  vi.runAllTimers();
  const next = screen.getByText('Next');
  expect(document.activeElement).toBe(next);
  expect(next.tabIndex).toBe(0);
});

it('stays in the panel that it stood in, which would close otherwise', () => {
  const panel = (shown: boolean) => (
    <>
      <Page asked={false} />
      <div role="dialog">{shown && <button type="button">Undo</button>}</div>
    </>
  );
  const { rerender } = render(panel(true));
  screen.getByText('Undo').focus();
  rerender(panel(false));
  fireEvent.keyDown(document.body, { key: 'Tab' });
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
});

it('moves with the next key if the browser doesn’t report the loss', () => {
  const { rerender } = render(<Page asked />);
  screen.getByText('Send').focus();
  rerender(<Page asked={false} />);
  fireEvent.keyDown(document.body, { key: 'Tab' });
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('stays lost when someone clicked away', () => {
  vi.useFakeTimers();
  render(<Page asked />);
  const send = screen.getByText('Send');
  send.focus();
  send.blur();
  vi.runAllTimers();
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(document.activeElement).toBe(document.body);
});

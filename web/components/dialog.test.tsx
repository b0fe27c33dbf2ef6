import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../lib/testing/fresh-window.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

function Sample() {
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      <output>{done}</output>
      <ConfirmDialog
        open={open}
        title="Really?"
        confirmLabel="Go to task"
        onConfirm={() => setDone(done + 1)}
        onClose={() => setOpen(false)}
      >
        It cannot be taken back.
      </ConfirmDialog>
    </>
  );
}

function Walk() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        First
      </button>
      <button type="button">Second</button>
      <Dialog
        open={open}
        title="Walk"
        onClose={() => setOpen(false)}
        returnTo={() => screen.getByRole('button', { name: 'Second' })}
      >
        Text
      </Dialog>
    </>
  );
}

it('is named by its title and gives the focus back when it closes', async () => {
  render(<Sample />);
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  expect(screen.getByRole('dialog', { name: 'Really?' }).textContent).toContain('It cannot be taken back.');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Ask');
  expect(screen.getByRole('status').textContent).toBe('0');
});

it('acts only when it is confirmed', async () => {
  render(<Sample />);
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  await userEvent.click(screen.getByRole('button', { name: 'Go to task' }));
  expect(screen.getByRole('status').textContent).toBe('1');
});

it('returns focus to where it moved in the meantime', async () => {
  render(<Walk />);
  await userEvent.click(screen.getByRole('button', { name: 'First' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(document.activeElement?.textContent).toBe('Second');
});

it('begins at the way out, so that Enter alone does no harm', async () => {
  render(<Sample />);
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  expect(document.activeElement?.textContent).toBe('Cancel');
});

function LastRow() {
  const [rows, setRows] = useState(['Row']);
  const [open, setOpen] = useState(false);
  return (
    <main tabIndex={-1}>
      {rows.map((row) => (
        <button key={row} type="button" onClick={() => setOpen(true)}>
          {row}
        </button>
      ))}
      <ConfirmDialog
        open={open}
        title="Really?"
        confirmLabel="Go to task"
        onConfirm={() => {
          setRows([]);
          setOpen(false);
        }}
        onClose={() => setOpen(false)}
      >
        It goes.
      </ConfirmDialog>
    </main>
  );
}

it('leaves the focus in the page when what had it is gone', async () => {
  render(<LastRow />);
  await userEvent.click(screen.getByRole('button', { name: 'Row' }));
  await userEvent.click(screen.getByRole('button', { name: 'Go to task' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { closeWindow, openFreshWindow } from '../lib/testing/fresh-window.ts';
import { ErrorPanel } from './error-panel.tsx';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const failed = new ApiError({
  kind: 'status',
  status: 503,
  message: 'The database isn’t responding.',
  url: '/api/x',
  requestId: 'request-7',
});

it('says what happened, the text of the status and the id of the request', () => {
  render(<ErrorPanel error={failed} keepsOld />);
  const panel = screen.getByRole('alert').textContent;
  expect(panel).toContain('The database isn’t responding.');
  expect(panel).toContain('service unavailable (overloaded or under maintenance)');
  expect(panel).toContain('Request ID request-7');
  expect(panel).toContain('may be out of date');
});

it('copies the id of the request and offers to try again', async () => {
  const user = userEvent.setup();
  const onRetry = vi.fn();
  render(<ErrorPanel error={failed} onRetry={onRetry} />);
  await user.click(screen.getByRole('button', { name: 'Copy request ID' }));
  expect(await navigator.clipboard.readText()).toBe('request-7');
  expect(screen.getByRole('status').textContent).toBe('Copied');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it('does not try again twice at once', async () => {
  const onRetry = vi.fn();
  render(<ErrorPanel error={failed} onRetry={onRetry} retrying />);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).not.toHaveBeenCalled();
});

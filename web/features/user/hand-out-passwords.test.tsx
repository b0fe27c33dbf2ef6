import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderSignedIn } from '../../lib/testing/render-signed-in.tsx';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { ImportPasswords } from './import-users-dialog.tsx';

const files: Blob[] = [];
beforeEach(async () => {
  await openFreshWindow();
  files.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:file';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterEach(closeWindow);

const id = '0197a0d0-0000-7000-8000-000000000001';
const call = `POST /api/system/userImports/${id}/passwords`;
const rowOf = (account: string) => ({ account, name: `=${account}`, password: `secret-${account}` });

async function press(answers: (() => Response)[]) {
  const api = stubApi({ [call]: () => answers.shift()?.() ?? envelope({ rows: [], done: true }) });
  renderSignedIn(<ImportPasswords importId={id} />);
  await userEvent.click(screen.getByRole('button', { name: 'Download one-time passwords' }));
  return api;
}

describe('passwords for imported users', () => {
  it('are gathered over several answers into one file that no spreadsheet computes', async () => {
    const api = await press([
      () => envelope({ rows: [rowOf('a')], done: false }),
      () => envelope({ rows: [rowOf('b')], done: true }),
    ]);
    expect(await screen.findByText(/^2 one-time passwords downloaded/)).toBeTruthy();
    expect(api.sent(call)).toHaveLength(2);
    expect(files).toHaveLength(1);
    expect((await files[0]?.text())?.replace('\ufeff', '')).toBe(
      "Username,Name,One-time password\r\na,'=a,secret-a\r\nb,'=b,secret-b\r\n",
    );
  });

  it('that were made before a failure are not lost, and the rest can be asked for again', async () => {
    await press([
      () => envelope({ rows: [rowOf('a')], done: false }),
      () => failure(503, 'Too much at once', { code: 'overloaded' }, 503),
    ]);
    expect((await screen.findByRole('alert')).textContent).toContain('Too much at once');
    expect(await files[0]?.text()).toContain('secret-a');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Everyone in this import already has a password.')).toBeTruthy();
  });
});

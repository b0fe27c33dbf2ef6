import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { renderSignedIn } from '../../../lib/testing/render-signed-in.tsx';
import { stubApi } from '../../../lib/testing/stub-api.ts';
import { TextViewer } from './text-viewer.tsx';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

function open(content: BodyInit | null, format: string, sizeBytes = 100) {
  const api = stubApi({ 'GET /api/file': () => new Response(content, { status: content === null ? 416 : 206 }) });
  renderSignedIn(
    <TextViewer
      url="/api/file"
      downloadUrl="/api/file?download=true"
      title="A text"
      format={format}
      sizeBytes={sizeBytes}
    />,
  );
  return api;
}

describe('a text', () => {
  it('is shown verbatim, even if it contains HTML', async () => {
    open('<script>alert(1)</script>', 'html');
    expect(await screen.findByText('<script>alert(1)</script>')).toBeTruthy();
    expect(document.querySelector('.text-body script')).toBeNull();
  });

  it('is shown as a table if it is one, and as text on request', async () => {
    open('name,hours\nAnatomy,12', 'csv');
    expect(await screen.findByRole('columnheader', { name: 'hours' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
    expect(screen.queryByRole('table')).toBeNull();
  });

  it.each([
    ['GB 18030', Uint8Array.of(0xd6, 0xd0, 0xce, 0xc4)],
    ['UTF-16 without a mark', Uint8Array.from(Buffer.from('中文 ', 'utf16le'))],
  ])('is read in the encoding it has: %s', async (_, bytes) => {
    open(bytes, 'txt');
    expect(await screen.findByText('中文')).toBeTruthy();
  });

  it('is loaded in part if it is long, and says so', async () => {
    const api = open('start', 'txt', 5_000_000);
    expect(await screen.findByText(/^Showing the first 1 MB/)).toBeTruthy();
    expect(api.calls[0]?.headers.range).toBe('bytes=0-1048575');
  });

  it('may be empty', async () => {
    open(null, 'txt', 0);
    expect(await screen.findByText('(empty)')).toBeTruthy();
  });
});

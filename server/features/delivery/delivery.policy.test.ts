import { describe, expect, it } from 'vitest';
import { disposition } from '../../platform/http/content-disposition.ts';
import { ArchiveNames, planDelivery } from './delivery.policy.ts';

const file = {
  name: 'Lecture.pdf',
  contentType: 'application/pdf',
  sizeBytes: 1_000,
  sha256: Buffer.alloc(32, 7),
  storedAt: new Date('2026-05-04T03:02:01.500Z'),
};
const etag = `"${'07'.repeat(32)}"`;

function plan(headers: Record<string, string> = {}, change: Partial<typeof file> = {}, download = false) {
  return planDelivery({ ...file, ...change }, { headers, download, freshSeconds: 0 });
}

describe('a range', () => {
  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=900-', 900, 999],
    ['bytes=990-5000', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
  ])('%s is answered with its bytes', (range, start, end) => {
    const { status, headers, range: given } = plan({ range });
    expect(status).toBe(206);
    expect(given).toEqual({ start, end });
    expect(headers['content-range']).toBe(`bytes ${start}-${end}/1000`);
    expect(headers['content-length']).toBe(end - start + 1);
  });

  it.each(['bytes=1000-', 'bytes=-0', 'bytes=5000-6000'])('%s is not there', (range) => {
    expect(() => plan({ range })).toThrow('no such range');
  });

  it.each(['bytes=0-1,5-6', 'lines=1-2', 'bytes=', 'bytes=5-2', 'bytes=a-b'])(
    '%s is answered with everything',
    (range) => {
      expect(plan({ range })).toMatchObject({ status: 200, headers: { 'content-length': 1_000 } });
    },
  );

  it('of a changed file returns the whole file', () => {
    expect(plan({ range: 'bytes=0-1', 'if-range': etag }).status).toBe(206);
    expect(plan({ range: 'bytes=0-1', 'if-range': '"other"' }).status).toBe(200);
    expect(plan({ range: 'bytes=0-1', 'if-range': `W/${etag}` }).status).toBe(200);
    expect(plan({ range: 'bytes=0-1', 'if-range': 'Mon, 04 May 2026 03:02:01 GMT' }).status).toBe(206);
    expect(plan({ range: 'bytes=0-1', 'if-range': 'Mon, 04 May 2026 03:02:00 GMT' }).status).toBe(200);
  });
});

describe('a file that the browser has', () => {
  it.each<Record<string, string>>([
    { 'if-none-match': etag },
    { 'if-none-match': `"x", W/${etag}` },
    { 'if-none-match': '*' },
    { 'if-modified-since': 'Mon, 04 May 2026 03:02:01 GMT' },
  ])('is not sent again: %j', (headers) => {
    expect(plan(headers).status).toBe(304);
  });

  it.each<Record<string, string>>([
    { 'if-none-match': '"x"' },
    { 'if-none-match': '"x"', 'if-modified-since': 'Mon, 04 May 2026 03:02:01 GMT' },
    { 'if-modified-since': 'Mon, 04 May 2026 03:02:00 GMT' },
    { 'if-modified-since': 'nonsense' },
  ])('in another shape is sent: %j', (headers) => {
    expect(plan(headers).status).toBe(200);
  });
});

describe('how it is shown', () => {
  it.each(['application/pdf', 'image/png', 'video/mp4', 'audio/mpeg', 'text/plain'])(
    '%s may be shown inline',
    (contentType) => {
      expect(plan({}, { contentType }).headers['content-disposition']).toMatch(/^inline;/);
      expect(plan({}, { contentType }, true).headers['content-disposition']).toMatch(/^attachment;/);
    },
  );

  it.each(['image/svg+xml', 'application/zip', 'application/msword', 'image/tiff', 'application/xhtml+xml'])(
    '%s is a download',
    (contentType) => {
      expect(plan({}, { contentType }).headers['content-disposition']).toMatch(/^attachment;/);
    },
  );

  it.each(['text/html', 'text/markdown', 'text/csv', 'text/vtt'])('%s goes out as plain text', (contentType) => {
    expect(plan({}, { contentType }).headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('gives it no rights, and no one in between may keep it', () => {
    const { headers } = plan();
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-cache' });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*; sandbox$/);
  });

  it.each([
    ['报告 2026.pdf', `attachment; filename="2026.pdf"; filename*=UTF-8''%E6%8A%A5%E5%91%8A%202026.pdf`],
    ['a"b\\c;d.pdf', `attachment; filename="a_b_c_d.pdf"; filename*=UTF-8''a%22b_c%3Bd.pdf`],
    ['x\r\nSet-Cookie: a=b', `attachment; filename="xSet-Cookie: a=b"; filename*=UTF-8''x__Set-Cookie%3A%20a%3Db`],
    ['\ud800.pdf', `attachment; filename=".pdf"; filename*=UTF-8''%EF%BF%BD.pdf`],
  ])('writes the name %j as headers can carry it', (name, expected) => {
    expect(disposition('attachment', name)).toBe(expected);
  });
});

it('names in an archive are unique and safe on every system', () => {
  const names = new ArchiveNames();
  const given = ['a.pdf', 'A.pdf', 'a.pdf', '../../etc/passwd', 'con.txt', 'x:y?.md', '...', 'trailing. ', 'über.txt'];
  expect(given.map((name) => names.take(name))).toEqual([
    'a.pdf',
    'A (2).pdf',
    'a (3).pdf',
    '.._.._etc_passwd',
    '_con.txt',
    'x_y_.md',
    'file',
    'trailing',
    'über.txt',
  ]);
});

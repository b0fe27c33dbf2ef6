import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { addressAtPortal, withReader } from './portal-proxy.ts';

const portal = new URL('https://lectern.test');
const asked = (method: string, url: string) => addressAtPortal({ method, url }, portal)?.href;

it('asks the portal what a reader asks the site', () => {
  expect(asked('GET', '/portal/home')).toBe('https://lectern.test/api/portal/home');
  expect(asked('GET', '/portal/search?q=a%20b&cursor=x')).toBe(
    'https://lectern.test/api/portal/search?q=a%20b&cursor=x',
  );
});

it.each([
  ['GET', '/portal/../users'],
  ['GET', '/portal/%2e%2e/users'],
  ['GET', '/portal/..%2f..%2fusers/../../../admin/auth'],
  ['GET', '/portal/..\\..\\admin/auth'],
  ['GET', '/portal/resources%2f..%2f..%2fusers'],
  ['DELETE', '/portal/resources/1'],
  ['POST', '/portal/resources/1'],
  ['POST', '/portal/events/..'],
  ['PUT', '/portal/events'],
])('lends its key to nothing else: %s %s', (method, url) => {
  expect(asked(method, url)?.startsWith('https://lectern.test/api/portal/') ?? false).toBe(false);
});

it('lets readers send events and reports, and nothing else', () => {
  expect(asked('POST', '/portal/events')).toBe('https://lectern.test/api/portal/events');
  expect(asked('POST', '/portal/resources/0197a0d0-0000-7000-8000-000000000001/reports')).toContain('/reports');
});

it('never leaves the portal’s own host', () => {
  for (const url of ['/portal///evil.test/x', '/portal/https://evil.test/', '/portal/@evil.test']) {
    expect(new URL(asked('GET', url) ?? portal).host).toBe('lectern.test');
  }
});

it('sets the reader’s address itself, whatever the reader sends', () => {
  const request = {
    headers: { 'user-agent': 'Firefox' },
    socket: { remoteAddress: '::ffff:192.0.2.7' } as Socket,
  };
  const body = JSON.stringify({ events: [{ id: 'a', ip: '203.0.113.9' }] });
  expect(JSON.parse(withReader(body, request))).toEqual({
    events: [{ id: 'a', ip: '192.0.2.7', userAgent: 'Firefox' }],
  });
});

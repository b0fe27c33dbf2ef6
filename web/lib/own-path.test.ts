import { beforeEach, describe, expect, it } from 'vitest';
import { loginAddress, ownPath, pageAfterLogin } from './own-path.ts';

beforeEach(() => window.history.replaceState(null, '', '/'));

/** Values that look like one of our paths but make a browser leave our origin. */
const hostile = [
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\/evil.test',
  'https:evil.test',
  'https://evil.test',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//app.test@evil.test',
  '\t//evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/app/../..//evil.test',
  '%2f%2fevil.test',
  '',
];
/** Strange, but still our own paths; they end at the 404 page. */
const harmless = ['/%09/evil.test', '/%5cevil.test', '/app/home/my@evil.test'];

describe('the page after login', () => {
  it.each(hostile)('is never %j', (value) => {
    expect(ownPath(value)).toBeNull();
    expect(pageAfterLogin(`?redirect=${encodeURIComponent(value)}`)).toBeNull();
    expect(pageAfterLogin(`?redirect=${value}`)).toBeNull();
  });

  it.each(harmless)('stays on our own origin for %j', (value) => {
    const path = pageAfterLogin(`?redirect=${encodeURIComponent(value)}`) ?? '';
    expect(new URL(path, window.location.origin).origin).toBe(window.location.origin);
    expect(path.startsWith('/')).toBe(true);
    expect(path.startsWith('//')).toBe(false);
  });

  it('is the page that was asked for, with search and hash', () => {
    const asked = '/app/resource/info?tab=video&page=2#row-7';
    const address = loginAddress(asked);
    expect(address).toBe('/app/auth?redirect=%2Fapp%2Fresource%2Finfo%3Ftab%3Dvideo%26page%3D2%23row-7');
    expect(pageAfterLogin(address.slice(address.indexOf('?')))).toBe(asked);
  });

  it('is none when none was asked for, or when it would be the login page again', () => {
    expect(pageAfterLogin('')).toBeNull();
    expect(pageAfterLogin('?redirect=%2Fapp%2Fauth%3Fredirect%3D%252F')).toBeNull();
    expect(loginAddress('/')).toBe('/app/auth');
    expect(loginAddress('/app/auth/')).toBe('/app/auth');
  });
});

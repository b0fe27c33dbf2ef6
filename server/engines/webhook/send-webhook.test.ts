import { describe, expect, it } from 'vitest';
import { hostAndPortOf, isInnerAddress, isListedHost, mayConnect, webhookPoster } from './send-webhook.ts';

const sent = { headers: {}, body: '{}' };

describe('a name that the operator lists', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '169.254.169.254',
    '::1',
    '::ffff:10.0.0.1',
    'fd00::1',
    '100.64.0.1',
  ])('is not followed to %s', async (address) => {
    const post = webhookPoster({ hosts: ['site.example:443'], resolve: async () => [address] });
    const answer = await post({ ...sent, url: 'https://site.example/hook' });
    expect(answer).toEqual({ status: null, error: 'networkNotAllowed' });
  });

  it('may point into a private network if the operator lists the address too', () => {
    const hosts = ['site.example:8080', '10.1.2.3:8080'];
    expect(mayConnect('site.example:8080', '10.1.2.3', hosts)).toBe(true);
    expect(mayConnect('site.example:8080', '10.1.2.4', hosts)).toBe(false);
    expect(mayConnect('site.example:80', '10.1.2.3', hosts)).toBe(false);
    expect(mayConnect('localhost:8080', '127.0.0.1', ['localhost:8080'])).toBe(true);
    expect(mayConnect('localhost:8080', '10.0.0.1', ['localhost:8080'])).toBe(false);
  });

  it('that can’t be resolved fails', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'));
    const answer = await webhookPoster({ hosts: ['site.example:443'], resolve })({
      ...sent,
      url: 'https://site.example/',
    });
    expect(answer.error).toBe('hostUnknown');
  });
});

describe('an address', () => {
  it.each([
    ['https://Site.Example/hook', 'site.example:443'],
    ['http://site.example/hook', 'site.example:80'],
    ['http://site.example:8080/', 'site.example:8080'],
    ['http://0x7f.1/', '127.0.0.1:80'],
    ['http://[0:0:0:0:0:0:0:1]:90/', '[::1]:90'],
  ])('%s is of %s', (url, host) => {
    expect(hostAndPortOf(url)).toBe(host);
  });

  it.each(['ftp://site.example/', 'http://a:b@site.example/', 'http://site.example/#x', 'nonsense', ''])(
    '%s is none to post to',
    (url) => {
      expect(hostAndPortOf(url)).toBeUndefined();
      expect(isListedHost(url, ['site.example:80'])).toBe(false);
    },
  );

  it.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111'])('%s is public', (address) => {
    expect(isInnerAddress(address)).toBe(false);
  });
});

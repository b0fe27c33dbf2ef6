import { expect, it } from 'vitest';
import { describeDevice } from './session.presenter.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari on iPhone'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/116.0 Safari/537.36 wxwork/4.1.36`, 'WeCom on Windows'],
  ['curl/8.5.0', 'curl'],
  ['', 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
])('describes %s', (userAgent, words) => {
  expect(describeDevice(userAgent, 'en')).toBe(words);
});

it('speaks Chinese', () => {
  expect(describeDevice(`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0 Safari/537.36`, 'zh')).toBe(
    'Chrome（Linux）',
  );
  expect(describeDevice('', 'zh')).toBe('未知设备');
});

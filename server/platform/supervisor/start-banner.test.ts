import { expect, test } from 'vitest';
import { choosePaint, startBanner } from './start-banner.ts';

const facts = {
  address: 'http://127.0.0.1:8080',
  firstSignIn: { account: 'admin', password: 'correct horse' },
  passwordIsSet: false,
  dataDir: '/srv/lectern',
  database: 'embedded PostgreSQL in /srv/lectern/postgres/cluster',
  sandbox: 'none; engines are off',
  readyAfterMs: 2_345,
};

test('the first start shows address, account, password, data, sandbox and time', () => {
  const banner = startBanner(facts, choosePaint({ isTTY: false }, {}));
  for (const part of [
    'http://127.0.0.1:8080',
    'admin',
    'correct horse',
    '/srv/lectern',
    'engines are off',
    '2.3 s',
    'Ctrl-C',
  ]) {
    expect(banner).toContain(part);
  }
});

test('a later start shows no account and no password', () => {
  const banner = startBanner({ ...facts, firstSignIn: undefined }, choosePaint({ isTTY: false }, {}));
  expect(banner).not.toMatch(/Account|Password/);
});

test('a password that the operator chose stays off the screen', () => {
  const banner = startBanner({ ...facts, passwordIsSet: true }, choosePaint({ isTTY: false }, {}));
  expect(banner).not.toContain('correct horse');
  expect(banner).toContain('LECTERN_ADMIN_PASSWORD');
});

test('colours appear on a terminal only, and not where NO_COLOR is set', () => {
  const colour = '\u001b[';
  expect(startBanner(facts, choosePaint({ isTTY: true }, {}))).toContain(colour);
  expect(startBanner(facts, choosePaint({ isTTY: false }, {}))).not.toContain(colour);
  expect(startBanner(facts, choosePaint({ isTTY: true }, { NO_COLOR: '1' }))).not.toContain(colour);
});

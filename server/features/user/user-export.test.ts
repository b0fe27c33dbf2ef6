import { updatePreferences } from '@lectern/contract/features/profile.ts';
import { listUsers, type UserRow, userList } from '@lectern/contract/features/user.ts';
import type { ExportFormat } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTable } from '../../engines/table/open-table.ts';
import { tableLimits } from '../../engines/table/table.ts';
import { cookieHeader, startTestApp, type TestApp } from '../../testing/test-app.ts';

const columns = Object.keys(userList.columns);
const rows = 2_000;
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ TIME_ZONE: 'Asia/Shanghai' });
  // Many rows share a timestamp, so that only the id decides their order.
  await sql`insert into users (id, account, name, email, role_id, access, totp_secret, last_sign_in_at, created_at)
    select gen_random_uuid(), 'user' || i, case i % 4 when 0 then '=张敏' || i when 1 then 'a, "b"' else 'Person ' || i end,
      case when i % 2 = 0 then 'user' || i || '@example.edu' end, 2 + i % 3, i % 2, case when i % 5 = 0 then '\\x00'::bytea end,
      case when i % 3 > 0 then timestamptz '2026-01-01' + i * interval '1 minute' end,
      timestamptz '2025-01-01' + (i % 50) * interval '1 hour'
    from generate_series(1, ${rows - 1}) i`.execute(test.db);
});
afterAll(() => test.close());

async function exported(format: ExportFormat, wanted: readonly string[] = columns): Promise<string[][]> {
  const response = await test.app.inject({
    url: `/api/system/users/export?format=${format}&columns=${wanted.join(',')}`,
    headers: { cookie: cookieHeader(test.admin.cookies) },
  });
  const table = await openTable(response.rawPayload, tableLimits);
  // Workbook readers omit empty cells at the end of a row.
  return Array.from(table.lines, ({ cells }) => Array.from(wanted, (_, index) => cells[index] ?? ''));
}

async function listed(): Promise<UserRow[]> {
  const found: UserRow[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await test.call(listUsers, { query: { size: 200, cursor } }, { as: test.admin });
    found.push(...data.rows);
    cursor = data.next ?? undefined;
  } while (cursor);
  return found;
}

const roles = ['', 'Super administrator', 'Administrator', 'Recruitment specialist', 'User'];
const inShanghai = (at: string | null) =>
  at ? new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ') : '';

function wordsOf(user: UserRow): string[] {
  return [
    user.name,
    user.account,
    roles[user.roleId] ?? '',
    user.position?.name ?? '',
    user.department?.name ?? '',
    user.college?.name ?? '',
    user.group?.name ?? '',
    user.access === 0 ? 'Allowed' : 'Forbidden',
    user.twoFactor ? 'Yes' : 'No',
    inShanghai(user.lastSignInAt),
    String(user.sessions),
    user.email ?? '',
    user.phone ?? '',
    inShanghai(user.createdAt),
  ];
}

describe('an exported list of users', () => {
  it('equals the list row by row, in words, as a workbook', async () => {
    const [, ...found] = await exported('xlsx');
    expect(found).toEqual((await listed()).map(wordsOf));
    expect(found.length).toBe(rows);
  });

  it('equals the list row by row as CSV, where formulas have become text', async () => {
    const [, ...found] = await exported('csv');
    const safe = (cell: string) => (cell.startsWith('=') ? `'${cell}` : cell);
    expect(found).toEqual((await listed()).map((user) => wordsOf(user).map(safe)));
    expect(found.flat().filter((cell) => cell.startsWith("'=")).length).toBe(Math.floor((rows - 1) / 4));
  });

  it('has headings and words in the account’s language, whatever the browser says', async () => {
    await test.call(updatePreferences, { body: { language: 'zh' } }, { as: test.admin });
    const [head, first] = await exported('csv', ['name', 'role', 'access', 'twoFactor', 'lastSignIn']);
    expect(head).toEqual(['姓名', '角色', '登录权限', '两步验证', '最近登录']);
    expect(first?.slice(1, 4)).toEqual(['超级管理员', '允许', '否']);
    await test.call(updatePreferences, { body: { language: 'en' } }, { as: test.admin });
    const [english] = await exported('csv', ['name', 'created']);
    expect(english).toEqual(['Name', 'Created']);
  });
});

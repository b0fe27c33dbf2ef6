import { buffer } from 'node:stream/consumers';
import { listAudit } from '@lectern/contract/features/audit.ts';
import { getCurrentUser } from '@lectern/contract/features/auth.ts';
import { erasePersonalData, previewErasure } from '@lectern/contract/features/personal-data.ts';
import { getUser, resetUserPassword, updateUser } from '@lectern/contract/features/user.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBuffer } from 'yauzl';
import { insertTestResource } from '../../testing/insert-resource.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { personalDataParts } from './personal-data-parts.ts';

let test: TestApp;
let deputy: Identity;
beforeAll(async () => {
  test = await startTestApp();
  deputy = await test.identity({ roleId: 2 });
});
afterAll(() => test.close());

const preview = (id: string, as: Identity = test.admin) => test.call(previewErasure, { params: { id } }, { as });
const erase = (id: string, body: { name: string; version: number }, as: Identity = test.admin) =>
  test.call(erasePersonalData, { params: { id }, body }, { as });
const exported = (id: string, as: Identity = test.admin) =>
  test.app.inject({
    url: `/api/system/users/${id}/personalData/export`,
    headers: { cookie: cookieHeader(as.cookies) },
  });

/** A person who has left data in many places. */
async function settled(name = 'Zhang Wei') {
  const person = await test.identity({ roleId: 3, name });
  const { userId: id } = person;
  const contact = { email: 'zhang.wei@example.edu', phone: '555-1234', version: 1 };
  await test.call(updateUser, { params: { id }, body: contact }, { as: test.admin });
  await insertTestResource(test.db, { owner_id: id, title: 'Lecture one' });
  await sql`insert into notifications (id, user_id, kind) values (gen_random_uuid(), ${id}, 'passwordReset')`.execute(
    test.db,
  );
  await sql`insert into activities (actor_id, action, object_type, object_id, ip)
    values (${id}, 'tag.created', 'tag', 'x', '198.51.100.7')`.execute(test.db);
  await sql`insert into user_identities (issuer, subject, user_id, label)
    values ('https://issuer.example', ${id}, ${id}, 'zhang.wei@example.edu')`.execute(test.db);
  await sql`insert into list_views (id, list, owner_id, name, query, shared)
    values (gen_random_uuid(), 'user', ${id}, 'mine', '', false), (gen_random_uuid(), 'user', ${id}, 'ours', '', true)`.execute(
    test.db,
  );
  return { ...person, id };
}

describe('personal data', () => {
  it('is classified for every column of the database that names a person', async () => {
    const { rows } = await sql<{ place: string }>`
      select format('%s.%s', conrelid::regclass, attname) as place
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
      where contype = 'f' and confrelid = 'users'::regclass
      order by place`.execute(test.db);
    const decided = new Set(personalDataParts.flatMap(({ places }) => places.map((at) => `${at.table}.${at.column}`)));
    expect(rows.map(({ place }) => place).filter((place) => !decided.has(place))).toEqual([]);
  });
});

describe('one person’s data', () => {
  it('is exported as an archive without secrets and other people’s addresses', async () => {
    const { id } = await settled();
    const answer = await exported(id);
    expect(answer.headers['content-type']).toBe('application/zip');
    const files = await unpacked(answer.rawPayload);
    expect(files.get('profile.json')).toMatchObject({ name: 'Zhang Wei', email: 'zhang.wei@example.edu' });
    expect(files.get('resources/resources-owner_id.json')).toMatchObject([{ title: 'Lecture one' }]);
    expect(files.get('signIn/user_identities-user_id.json')).toMatchObject([{ label: 'zhang.wei@example.edu' }]);
    expect(files.get('activities/activities-actor_id.json')).toMatchObject([{ ip: '198.51.100.7' }]);
    const about = files.get('activities/about-the-person.json');
    expect(about).toMatchObject([{ action: 'user.updated' }, { action: 'personalData.exported' }]);
    expect(JSON.stringify(about)).not.toMatch(/"(ip|actor_id)"/);
    const all = JSON.stringify([...files]);
    for (const secret of ['password_hash', 'totp_secret', 'recovery_hashes', 'argon2'])
      expect(all, secret).not.toContain(secret);
    const noted = await test.call(
      listAudit,
      { query: { action: 'personalData.exported' } as never },
      { as: test.admin },
    );
    expect(noted.data.rows[0]).toMatchObject({ object: { id }, actor: { id: test.admin.userId } });
  });

  it('is previewed before erasure: what is removed, and what stays and why', async () => {
    const { id } = await settled();
    const { data } = await preview(id);
    expect(data).toMatchObject({ person: { name: 'Zhang Wei' }, obstacle: null });
    const count = (part: readonly { kind: string; count: number }[], kind: string) =>
      part.find((entry) => entry.kind === kind)?.count;
    expect(count(data.goes, 'signIn')).toBe(2);
    expect(count(data.goes, 'preferences')).toBe(1);
    expect(count(data.goes, 'addresses')).toBe(1);
    expect(data.stays).toContainEqual({ kind: 'resources', count: 1, why: 'institution' });
    expect(data.stays).toContainEqual({ kind: 'activities', count: 1, why: 'proof' });
  });

  it('is erased: nothing identifies the person, and what must stay stays', async () => {
    const person = await settled('Li Na');
    const { id } = person;
    const { data: shown } = await preview(id);
    const answer = await erase(id, { name: 'Li Na', version: shown.person.version });
    expect(answer.data.name).toMatch(/^Erased person \d+$/);
    expect((await test.call(getCurrentUser, {}, { as: person })).status).toBeGreaterThanOrEqual(102);
    const { data: user } = await test.call(getUser, { params: { id } }, { as: test.admin });
    expect(user).toMatchObject({ name: answer.data.name, email: null, phone: null, access: 1, sessions: 0, roleId: 4 });
    const traces: string[] = [];
    for (const table of [
      'users',
      'activities',
      'notifications',
      'user_identities',
      'list_views',
      'sessions',
      'libraries',
    ]) {
      const { rows } = await sql<{ row: string }>`
        select to_jsonb(told)::text as row from ${sql.table(table)} told`.execute(test.db);
      const found = rows.filter(({ row }) => /Li Na|198\.51\.100\.7/.test(row) && row.includes(id));
      if (found.length > 0) traces.push(table);
    }
    expect(traces).toEqual([]);
    const after = (await preview(id)).data;
    expect(after.obstacle).toBe('erasedAlready');
    expect(after.goes.filter(({ kind, count }) => kind !== 'profile' && count > 0)).toEqual([]);
    expect(after.stays.map(({ kind, count }) => [kind, count])).toEqual(
      shown.stays.map(({ kind, count }) => [kind, count]),
    );
    const noted = await test.call(listAudit, { query: { action: 'personalData.erased' } as never }, { as: test.admin });
    expect(noted.data.rows[0]).toMatchObject({ object: { id, name: answer.data.name } });
  });

  it('stays erased: the account can’t get a password, name or access again', async () => {
    const { id } = await settled('Gone Person');
    const { person } = (await preview(id)).data;
    await erase(id, { name: 'Gone Person', version: person.version });
    const edit = { params: { id }, body: { name: 'Back Again', version: person.version + 1 } };
    expect((await test.call(updateUser, edit, { as: test.admin })).failure.code).toBe('personErased');
    const reset = await test.call(resetUserPassword, { params: { id } }, { as: test.admin });
    expect(reset.failure.code).toBe('personErased');
    const again = await erase(id, { name: person.name, version: person.version + 1 });
    expect(again.failure.code).toBe('personErased');
  });
});

describe('erasure', () => {
  it('needs the exact name and the version that was shown', async () => {
    const { id } = await settled('Wang Fang');
    const { version } = (await preview(id)).data.person;
    expect((await erase(id, { name: 'wang fang', version })).failure.code).toBe('invalidInput');
    expect((await erase(id, { name: '', version })).failure.code).toBe('invalidInput');
    expect((await erase(id, { name: 'Wang Fang', version: version - 1 })).failure.code).toBe('changedMeanwhile');
    expect((await test.call(getUser, { params: { id } }, { as: test.admin })).data.name).toBe('Wang Fang');
  });

  it('is for super administrators by role, and hidden from administrators', async () => {
    const { id } = await settled();
    expect((await preview(id, deputy)).failure.code).toBe('abilityMissing');
    expect((await erase(id, { name: 'Zhang Wei', version: 2 }, deputy)).failure.code).toBe('abilityMissing');
    expect((await exported(id, deputy)).statusCode).toBe(403);
    expect((await test.call(getUser, { params: { id } }, { as: deputy })).data.name).toBe('Zhang Wei');
  });

  it('never applies to oneself', async () => {
    const { data } = await preview(test.admin.userId);
    expect(data.obstacle).toBe('oneself');
    const { name, version } = data.person;
    expect((await erase(test.admin.userId, { name, version })).failure.code).toBe('notOneself');
  });
});

async function unpacked(bytes: Buffer): Promise<Map<string, unknown>> {
  const files = new Map<string, unknown>();
  await new Promise<void>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (failed, stream) => {
          if (failed) return reject(failed);
          buffer(stream).then((content) => {
            files.set(entry.fileName, JSON.parse(content.toString()));
            zip.readEntry();
          }, reject);
        });
      });
      zip.on('end', resolve);
      zip.on('error', reject);
      zip.readEntry();
    });
  });
  return files;
}

import { getPublicSettings, getSettings, updateSettings } from '@lectern/contract/features/settings.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
let editor: Identity;
beforeAll(async () => {
  app = await startTestApp({ TIME_ZONE: 'Asia/Shanghai' });
  editor = await app.identity({ roleId: 3, pages: ['/app/system/settings'] });
});
afterAll(() => app.close());

async function versionNow(): Promise<number> {
  return (await app.call(getSettings, {}, { as: app.admin })).data.version;
}

describe('the platform’s settings', () => {
  test('are the defaults until someone changes them', async () => {
    const { data } = await app.call(getSettings, {}, { as: app.admin });
    expect(data).toMatchObject({ version: 0, updatedAt: null, updatedBy: null });
    expect(data.settings).toMatchObject({ platformName: 'Lectern', defaultLanguage: 'en', announcement: null });
  });

  test('show the login page its part without a login', async () => {
    const { http, data } = await app.call(getPublicSettings);
    expect(http).toBe(200);
    expect(data).toMatchObject({ platformName: 'Lectern', vendorLogin: false, timeZone: 'Asia/Shanghai' });
  });

  test('change only the given fields, with who and when, and apply immediately', async () => {
    const version = await versionNow();
    const { data } = await app.call(
      updateSettings,
      { body: { version, settings: { platformName: '讲台', passwordMinLength: 12 } } },
      { as: app.admin },
    );
    expect(data).toMatchObject({ version: version + 1, settings: { platformName: '讲台', defaultLanguage: 'en' } });
    expect(data.updatedAt).not.toBeNull();
    expect(data.updatedBy).not.toBeNull();
    expect((await app.call(getPublicSettings)).data.platformName).toBe('讲台');
    expect((await app.container.services.settings.current()).passwordMinLength).toBe(12);
  });

  test('leave a record of the changed fields only, before and after', async () => {
    const version = await versionNow();
    await app.call(updateSettings, { body: { version, settings: { loginHelp: 'Ask room 12' } } }, { as: app.admin });
    const activity = await app.db
      .selectFrom('activities')
      .selectAll()
      .where('action', '=', 'settings.changed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(activity).toMatchObject({
      actor_id: app.admin.userId,
      object_type: 'settings',
      before: { loginHelp: '' },
      after: { loginHelp: 'Ask room 12' },
    });
  });

  test('notify every open window of changes, and no one without any', async () => {
    const eventCount = async () => (await app.db.selectFrom('events').select('id').execute()).length;
    const version = await versionNow();
    const before = await eventCount();
    await app.call(updateSettings, { body: { version, settings: { loginHelp: 'Ask room 13' } } }, { as: app.admin });
    expect(await eventCount()).toBe(before + 1);
    const same = await app.call(
      updateSettings,
      { body: { version: version + 1, settings: { loginHelp: 'Ask room 13' } } },
      { as: app.admin },
    );
    expect(same.data.version).toBe(version + 1);
    expect(await eventCount()).toBe(before + 1);
  });

  test('are refused with an older version, and one of many parallel changes wins', async () => {
    const version = await versionNow();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        app.call(updateSettings, { body: { version, settings: { platformName: `Name ${index}` } } }, { as: app.admin }),
      ),
    );
    expect(answers.filter((answer) => answer.http === 200)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.http === 409);
    expect(refused).toHaveLength(7);
    expect(refused[0]?.failure.code).toBe('changedMeanwhile');
    expect(await versionNow()).toBe(version + 1);
  });

  test('follow a change that another process made', async () => {
    const { settings } = app.container.services;
    await settings.current();
    await app.db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('settings')
        .set({ value: JSON.stringify({ platformName: 'From elsewhere' }) })
        .execute();
      const { EventPublisher } = await import('../../platform/events/event-publisher.ts');
      await new EventPublisher().publish(transaction, null, { topic: 'settings' });
    });
    await eventually(async () => expect((await settings.current()).platformName).toBe('From elsewhere'));
  });

  test('fall back to the default for a stored value that is no longer allowed, and keep the rest', async () => {
    const version = await versionNow();
    await app.db
      .updateTable('settings')
      .set({ value: JSON.stringify({ platformName: 'Kept', passwordMinLength: 3, gone: true }) })
      .execute();
    const { data } = await app.call(getSettings, {}, { as: app.admin });
    expect(data.settings).toMatchObject({ platformName: 'Kept', passwordMinLength: 10 });
    expect(data.version).toBe(version);
  });

  test('show an announcement until its time is over', async () => {
    const announce = async (until: string | null) => {
      const announcement = { text: 'Maintenance tonight', level: 'warning' as const, until };
      await app.call(
        updateSettings,
        { body: { version: await versionNow(), settings: { announcement } } },
        { as: app.admin },
      );
      return (await app.call(getPublicSettings)).data.announcement;
    };
    expect(await announce(null)).toMatchObject({ text: 'Maintenance tonight' });
    expect(await announce(new Date(Date.now() + 60_000).toISOString())).not.toBeNull();
    expect(await announce(new Date(Date.now() - 60_000).toISOString())).toBeNull();
  });

  test('are read, not changed, by a person who has the page without the ability', async () => {
    expect((await app.call(getSettings, {}, { as: editor })).http).toBe(200);
    const version = await versionNow();
    const answer = await app.call(updateSettings, { body: { version, settings: {} } }, { as: editor });
    expect(answer).toMatchObject({ http: 403, failure: { code: 'abilityMissing' } });
  });

  test.each([
    { settings: { platformName: '' }, version: 1 },
    { settings: { platformName: 'x'.repeat(61) }, version: 1 },
    { settings: { passwordMinLength: 7 }, version: 1 },
    { settings: { passwordMinLength: '12' }, version: 1 },
    { settings: { secret: 'x' }, version: 1 },
    { settings: { announcement: { text: '', level: 'info', until: null } }, version: 1 },
    { settings: {} },
    [],
  ])('refuse %j', async (body) => {
    const raw = JSON.stringify(body);
    const answer = await app.call(
      updateSettings,
      {},
      { as: app.admin, raw, headers: { 'content-type': 'application/json' } },
    );
    expect(answer.http).toBe(422);
  });
});

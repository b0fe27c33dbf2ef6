import {
  getDeliveryPreferences,
  listNotifications,
  updateDeliveryPreferences,
} from '@lectern/contract/features/notification.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EventPublisher } from '../../platform/events/event-publisher.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { SystemMailEntry } from '../mail/system-mail.ts';
import { sendDigests } from './digest.ts';
import { NotificationService } from './notification.service.ts';

let test: TestApp;
let ada: Identity;
let notifications: NotificationService;
const mails: SystemMailEntry[] = [];
const mail = {
  configured: () => true,
  queue: async (_transaction: unknown, entry: SystemMailEntry) => void mails.push(entry),
};
beforeAll(async () => {
  test = await startTestApp();
  notifications = new NotificationService(test.db, new EventPublisher(), () => mail);
});
beforeEach(async () => {
  ada = await test.identity({ roleId: 4 });
  await test.db.updateTable('users').set({ email: 'ada@example.edu' }).where('id', '=', ada.userId).execute();
  mails.length = 0;
});
afterAll(() => test.close());

const choose = (modes: object) => test.call(updateDeliveryPreferences, { body: { modes } }, { as: ada });
const announce = (title: string, kind: 'taskOpened' | 'taskDue' | 'passwordChanged' = 'taskOpened') =>
  test.db.transaction().execute((transaction) =>
    notifications.announce(transaction, {
      userId: ada.userId,
      kind,
      params: { title, task: 'jobFailed' },
      link: '/app/system/task',
    }),
  );
const bell = async () => (await test.call(listNotifications, {}, { as: ada })).data.rows;
const digest = () => sendDigests(test.db, mail, new AbortController().signal);

describe('one event', () => {
  it('rings the bell, and goes by mail as the person chose', async () => {
    expect((await test.call(getDeliveryPreferences, {}, { as: ada })).data).toMatchObject({
      modes: { taskOpened: 'bell', passwordChanged: 'mail' },
      mail: { configured: false, address: 'ada@example.edu' },
    });
    await announce('One');
    expect([(await bell()).length, mails.length]).toEqual([1, 0]);
    await choose({ taskOpened: 'mail', taskDue: 'off' });
    await test.db.updateTable('notifications').set({ read_at: new Date() }).execute();
    await announce('Two');
    await announce('Three', 'taskDue');
    expect((await bell()).map(({ params }) => params.title)).toEqual(['Two', 'One']);
    expect(mails).toMatchObject([
      {
        template: 'notification',
        params: { title: 'New task: Processing failed – “Two”.' },
        link: '/app/system/task',
      },
    ]);
  });

  it('about account security is always sent', async () => {
    expect((await choose({ passwordChanged: 'off' })).failure.code).toBe('invalidInput');
    await sql`insert into notification_preferences values (${ada.userId}, 'passwordChanged', 'off')`.execute(test.db);
    await announce('', 'passwordChanged');
    expect(await bell()).toHaveLength(1);
  });

  it('that comes a thousand times within minutes is one line, with how many there are, and one mail', async () => {
    await choose({ taskOpened: 'mail' });
    await test.db.transaction().execute(async (transaction) => {
      for (let index = 1; index <= 1000; index += 1) {
        const about = { userId: ada.userId, kind: 'taskOpened', params: { title: `Film ${index}` } } as const;
        await notifications.announce(transaction, about);
      }
    });
    const rows = await bell();
    expect(rows.map(({ params }) => params.title)).toEqual(['Film 1 (+999)']);
    expect(mails).toHaveLength(1);
    await test.db
      .updateTable('notifications')
      .set({ created_at: new Date(Date.now() - 11 * 60_000) })
      .execute();
    await announce('Later');
    expect([(await bell()).length, mails.length]).toEqual([2, 2]);
  });

  it('waits for the mail of the day where that was chosen: one mail, and none when nothing happened', async () => {
    await choose({ taskOpened: 'digest', taskDue: 'digest' });
    await announce('One');
    await announce('Two');
    await announce('Three', 'taskDue');
    expect(mails).toHaveLength(0);
    expect(await digest()).toBe(1);
    expect(mails).toMatchObject([
      {
        template: 'digest',
        params: {
          count: '2',
          lines: 'New task: Processing failed – “One” (+1).\nYour task “Three” is due soon or overdue.',
        },
      },
    ]);
    expect(await digest()).toBe(0);
  });

  it.each(['{"modes":{"nothing":"bell"}}', '{"modes":{"taskDue":"shout"}}', '{"modes":[]}', '{}'])(
    'can’t be chosen as %s',
    async (raw) => {
      const headers = { 'content-type': 'application/json' };
      expect((await test.call(updateDeliveryPreferences, {}, { as: ada, raw, headers })).http).toBe(422);
    },
  );
});

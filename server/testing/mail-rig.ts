import { createMail, getMail, type MailView, type NewMail, sendMail } from '@lectern/contract/features/mail.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { newId } from '../platform/new-id.ts';
import { eventually } from './eventually.ts';
import type { Identity, TestApp } from './test-app.ts';

export const mailPage = '/app/email/list';

/** Helpers for mail tests. */
export function mailRig(test: TestApp) {
  /** Creates a mail that is ready to send. */
  async function draft(change: Partial<NewMail> = {}, as: Identity = test.admin): Promise<MailView> {
    const body = { subject: 'Term begins', body: 'Hello {{name}}', ...change };
    const answer = await test.call(createMail, { body: body as never }, { as });
    expect(answer.status, answer.message).toBeLessThan(300);
    return answer.data;
  }

  return {
    draft,
    get: async (id: string, as: Identity = test.admin) => (await test.call(getMail, { params: { id } }, { as })).data,
    async send(change: Partial<NewMail>, sendAt: string | null = null, as: Identity = test.admin): Promise<MailView> {
      const { id, version } = await draft(change, as);
      const answer = await test.call(sendMail, { params: { id }, body: { version, sendAt } }, { as });
      expect(answer.status, answer.message).toBeLessThan(300);
      return answer.data;
    },
    until: (id: string, states: readonly string[], as: Identity = test.admin): Promise<MailView> =>
      eventually(async () => {
        const { data } = await test.call(getMail, { params: { id } }, { as });
        expect(states).toContain(data.state);
        return data;
      }, 240_000),
    /** Inserts people with an email address and no password; returns their ids. */
    async people(count: number, address: (number: number) => string | null, departmentId?: string): Promise<string[]> {
      const rows = Array.from({ length: count }, (_, place) => ({
        id: newId(),
        account: `m-${newId()}`,
        name: `Reader ${String(place).padStart(4, '0')}`,
        email: address(place),
        role_id: 4,
        department_id: departmentId ?? null,
      }));
      await test.db.insertInto('users').values(rows).execute();
      return rows.map((row) => row.id);
    },
    /** Number of a mail's recipients per state. */
    async states(id: string): Promise<Record<string, number>> {
      const { rows } = await sql<{ state: string; count: number }>`
        select state, count(*) from mail_recipients where mail_id = ${id} group by state`.execute(test.db);
      return Object.fromEntries(rows.map((row) => [row.state, row.count]));
    },
  };
}

import type { MailServerReport } from '@lectern/contract/features/mail-server.ts';
import type { MailEngine } from '../../engines/mail/port.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { updateMailOptOut } from '../user/public.ts';
import { countWaiting, findServer, updateServer } from './mail-server.repository.ts';

/** Mail server status, and each person's mail preferences. */
export class MailServerService {
  readonly #db: Db;
  readonly #engine: MailEngine | undefined;

  constructor(db: Db, engine: MailEngine | undefined) {
    this.#db = db;
    this.#engine = engine;
  }

  async report(): Promise<MailServerReport> {
    const [known, waiting] = await Promise.all([findServer(this.#db), countWaiting(this.#db)]);
    const nothing = { problem: null, since: null, resumeAt: null, waiting };
    const engine = this.#engine;
    if (!engine) return { state: 'none', host: null, from: null, ...nothing };
    const { name, address } = engine.from;
    const place = { host: engine.place, from: name ? `${name} <${address}>` : address };
    if (!known) return { state: 'untried', ...place, ...nothing };
    return {
      ...place,
      state: known.reachable ? 'ok' : 'down',
      problem: known.problem,
      since: known.since.toISOString(),
      resumeAt: known.resume_at?.toISOString() ?? null,
      waiting,
    };
  }

  async check(): Promise<MailServerReport> {
    if (!this.#engine) throw new AppError('mailServerMissing');
    await updateServer(this.#db, (await this.#engine.check()) ?? null, null);
    return this.report();
  }

  async preference(userId: string): Promise<{ optedOut: boolean }> {
    const row = await this.#db
      .selectFrom('users')
      .select('mail_opt_out')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return { optedOut: row.mail_opt_out };
  }

  async setPreference(context: SignedInContext, optedOut: boolean): Promise<{ optedOut: boolean }> {
    const { userId } = context.principal;
    await this.#db.transaction().execute(async (transaction) => {
      await updateMailOptOut(transaction, userId, optedOut);
      const action = optedOut ? 'mail.optedOut' : 'mail.optedIn';
      await recordActivity(transaction, context, { action, objectType: 'user', objectId: userId });
    });
    return { optedOut };
  }
}

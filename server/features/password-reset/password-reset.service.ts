import { loginPath } from '@lectern/contract/constants.ts';
import { resetMinutes } from '@lectern/contract/features/password-reset.ts';
import type { Logger } from 'pino';
import { normaliseAccount } from '../../platform/account-name.ts';
import { AppError } from '../../platform/app-error.ts';
import { BackgroundLoop } from '../../platform/background-loop/background-loop.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { hashSecretToken, newSecretToken } from '../../platform/secret-token.ts';
import type { PasswordService } from '../auth/public.ts';
import type { SystemMail } from '../mail/public.ts';
import type { NotificationService } from '../notification/public.ts';
import type { TaskService } from '../task/public.ts';
import {
  type Ask,
  countResetsSince,
  type Forgetful,
  findForgetful,
  findReset,
  insertAsk,
  insertReset,
  isAnyAsked,
  takeAsks,
  takeReset,
} from './password-reset.repository.ts';

type Dependencies = {
  db: Db;
  logger: Logger;
  tasks: TaskService;
  notifications: NotificationService;
  passwords: Pick<PasswordService, 'judgeNew' | 'hash' | 'replace'>;
  mail: () => SystemMail;
  administrators: (db: Executor) => Promise<string[]>;
};

/** Limit per person: further requests within the hour are probably not theirs. */
const mailsPerHour = 3;
const asksAtOnce = 50;

/** Password resets by a mailed link, or by an administrator if no mail server is configured. */
export class PasswordResetService {
  readonly #dependencies: Dependencies;
  /** Runs in every worker, outside the job queue. */
  readonly loop: BackgroundLoop;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const { db, logger } = dependencies;
    const run = async () => void (await this.drain());
    this.loop = new BackgroundLoop({
      ...{ name: 'passwordResets', everyMs: 1_000, db, logger, run },
      due: () => isAnyAsked,
    });
  }

  /** Gives the same answer for every account, known or not. A worker does the rest, so timing reveals nothing. */
  async ask({ ip }: RequestContext, account: string): Promise<{ by: 'mail' | 'administrators' }> {
    await insertAsk(this.#dependencies.db, { account: normaliseAccount(account), ip });
    return { by: this.#dependencies.mail().configured() ? 'mail' : 'administrators' };
  }

  /** Processes requests until none is left and returns their number. */
  async drain(): Promise<number> {
    for (let done = 0; ; ) {
      const taken = await this.#dependencies.db.transaction().execute(async (transaction) => {
        const asks = await takeAsks(transaction, asksAtOnce);
        for (const ask of asks) await this.#seeTo(transaction, ask);
        return asks.length;
      });
      if (taken === 0) return done;
      done += taken;
    }
  }

  async use(context: RequestContext, { token, newPassword }: { token: string; newPassword: string }): Promise<void> {
    const { db, passwords } = this.#dependencies;
    const tokenHash = hashSecretToken(token);
    const reset = await findReset(db, tokenHash);
    if (!reset) throw new AppError('resetLinkOver');
    await passwords.judgeNew({ account: reset.account, newPassword });
    const hash = await passwords.hash(newPassword);
    await db.transaction().execute(async (transaction) => {
      const userId = await takeReset(transaction, tokenHash);
      if (!userId) throw new AppError('resetLinkOver');
      await passwords.replace(transaction, context, userId, hash);
    });
  }

  async #seeTo(transaction: Executor, ask: Ask): Promise<void> {
    const person = await findForgetful(transaction, ask.account);
    if (!person) return;
    const { mail } = this.#dependencies;
    if (mail().configured() && person.email && person.has_password) await this.#sendLink(transaction, person);
    else await this.#openTask(transaction, person);
  }

  async #sendLink(transaction: Executor, { id: userId }: Forgetful): Promise<void> {
    if ((await countResetsSince(transaction, userId, 60)) >= mailsPerHour) return;
    const token = newSecretToken();
    await insertReset(transaction, { tokenHash: hashSecretToken(token), userId, minutes: resetMinutes });
    await this.#dependencies.mail().queue(transaction, {
      userId,
      template: 'passwordReset',
      params: { minutes: String(resetMinutes) },
      // In the URL fragment, which browsers don't send to servers, so the token never appears in logs.
      link: `${loginPath}#reset=${token}`,
    });
  }

  async #openTask(transaction: Executor, person: Forgetful): Promise<void> {
    const { tasks, notifications, administrators } = this.#dependencies;
    const { task, isNew } = await tasks.open(transaction, {
      kind: 'passwordResetAsked',
      title: `${person.name} (${person.account})`,
      objectType: 'user',
      objectId: person.id,
      dedupeKey: `passwordResetAsked:${person.id}`,
      createdBy: null,
      departmentId: person.department_id,
    });
    if (!isNew) return;
    const notified = task.assignee_id ? [task.assignee_id] : await administrators(transaction);
    for (const userId of notified.filter((id) => id !== person.id)) {
      await notifications.announce(transaction, {
        userId,
        kind: 'taskOpened',
        link: `/app/system/task?id=${task.id}`,
        groupLink: '/app/system/task',
        params: { title: task.title, task: task.kind },
      });
    }
  }
}

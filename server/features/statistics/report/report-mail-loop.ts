import type { Logger } from 'pino';
import { Rounds } from '../../../platform/queue/rounds.ts';
import type { ReportMailService } from './report-mail.service.ts';

const lookEveryMs = 60_000;

/** Looks which reports are due. Every worker has one; each report is sent by one of them. */
export class ReportMailLoop {
  readonly #reports: Pick<ReportMailService, 'sendDue'>;
  readonly #logger: Logger;
  readonly #ending = new AbortController();
  readonly #rounds = new Rounds(lookEveryMs, () => this.#look());

  constructor(reports: Pick<ReportMailService, 'sendDue'>, logger: Logger) {
    this.#reports = reports;
    this.#logger = logger;
  }

  start(): void {
    this.#rounds.start();
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#rounds.stop();
  }

  /** The database may be away; the next look comes soon. */
  async #look(): Promise<void> {
    try {
      await this.#reports.sendDue(this.#ending.signal);
    } catch (error) {
      this.#logger.warn({ err: error }, 'reports by mail could not be sent');
    }
  }
}

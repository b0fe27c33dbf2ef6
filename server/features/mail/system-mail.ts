import type { Executor } from '../../platform/db/database.ts';

export type MailFigure = { name: string; value: string; note: string };

/**
 * The placeholders of each system mail, which is written in the recipient’s language. `text`, `title` and `lines` must
 * already be in that language.
 */
type SystemMailParams = {
  notification: { subject: string; title: string; text: string };
  /** One line per event since the last digest. */
  digest: { count: string; lines: string };
  /** A statistics report: overall figures and, optionally, figures per group. */
  report: {
    title: string;
    days: string;
    figures: readonly MailFigure[];
    groups: { name: string; figures: readonly MailFigure[]; areAll: boolean } | null;
  };
  /** The link is a secret: sealed until sent, never shown, then deleted. */
  passwordReset: { minutes: string };
};
type SystemMailTemplate = keyof SystemMailParams;

export type SystemMailEntry = {
  [Template in SystemMailTemplate]: {
    userId: string;
    template: Template;
    params: SystemMailParams[Template];
    /** A path within Lectern, such as `/app/system/task`. */
    link?: string;
  };
}[SystemMailTemplate];

/** Queues mail to one person, in the caller’s transaction. */
export interface SystemMail {
  /** Whether a mail server is configured. Without one, queued mail waits. */
  configured(): boolean;
  /** Keeps the mail with a reason, but sends nothing, if the person has no valid address or is blocked. */
  queue(transaction: Executor, entry: SystemMailEntry): Promise<void>;
}

import type { Executor } from '../../platform/db/database.ts';

/** A figure with its name, value and earlier value. */
export type MailFigure = { name: string; value: string; note: string };

/**
 * The placeholders of each system mail. It is written in the recipient’s language; `text`, `title` and `lines` come in
 * that language already.
 */
type SystemMailParams = {
  notification: { title: string; text: string };
  /** What happened since the last one: a line each. */
  digest: { count: string; lines: string };
  /** A statistics report: figures of the whole and of each group. */
  report: {
    title: string;
    days: string;
    figures: readonly MailFigure[];
    groups: { name: string; figures: readonly MailFigure[]; areAll: boolean } | null;
  };
  /** Its link is a secret: it is sealed until it is handed over, shown to nobody, and forgotten then. */
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

/** Where features leave mail to one person. It is there if and only if the caller's transaction is committed. */
export interface SystemMail {
  /** Whether the operator named a mail server. Without one, what is queued waits. */
  configured(): boolean;
  /** People without an address or whose account is forbidden get none; the mail is kept with the reason. */
  queue(transaction: Executor, entry: SystemMailEntry): Promise<void>;
}

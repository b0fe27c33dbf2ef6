export type MailAddress = { name: string; address: string };

export type OutgoingMail = {
  to: MailAddress;
  replyTo?: MailAddress;
  subject: string;
  text: string;
  html: string;
  /** Ours alone: the same recipient of the same mail has the same, so that a twin can be recognised. */
  messageId: string;
  /** Nobody wrote it by hand: answering machines keep quiet. */
  automatic: boolean;
  attachments: readonly { name: string; contentType: string; content: Buffer }[];
};

/** What became of it. `unknown`: the text was on its way when the connection broke, so it may have arrived. */
export type SendOutcome =
  | { state: 'sent'; answer: string }
  | { state: 'refused'; forGood: boolean; answer: string }
  | { state: 'unreachable'; answer: string }
  | { state: 'unknown'; answer: string };

/** One connection at a time, kept open as long as there is something to send. */
export interface MailLane {
  send(mail: OutgoingMail): Promise<SendOutcome>;
  close(): void;
}

export interface MailEngine {
  /** Host and port, for people. */
  readonly place: string;
  readonly from: MailAddress;
  openLane(): MailLane;
  /** Connects and signs in; answers with the problem, or nothing. */
  check(): Promise<string | undefined>;
  /** The whole message as it would go out. */
  compose(mail: OutgoingMail): Promise<Buffer>;
}

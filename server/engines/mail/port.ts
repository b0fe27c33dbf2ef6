export type MailAddress = { name: string; address: string };

export type OutgoingMail = {
  to: MailAddress;
  replyTo?: MailAddress;
  subject: string;
  text: string;
  html: string;
  /** Derived from mail and recipient, so a repeated delivery has the same ID and can be recognized as a duplicate. */
  messageId: string;
  /** Marks the mail as automatic, so auto-responders don't reply. */
  automatic: boolean;
  attachments: readonly { name: string; contentType: string; content: Buffer }[];
};

/** Result of sending. `unknown` means the connection broke while the text was being sent, so it may have arrived. */
export type SendOutcome =
  | { state: 'sent'; answer: string }
  | { state: 'refused'; forGood: boolean; answer: string }
  | { state: 'unreachable'; answer: string }
  | { state: 'unknown'; answer: string };

/** A connection that sends one mail at a time and stays open while there is more to send. */
export interface MailLane {
  send(mail: OutgoingMail): Promise<SendOutcome>;
  close(): void;
}

export interface MailEngine {
  /** Host and port, for display. */
  readonly place: string;
  readonly from: MailAddress;
  openLane(): MailLane;
  /** Connects and signs in; returns the problem, or undefined. */
  check(): Promise<string | undefined>;
  /** The complete message as it would be sent. */
  compose(mail: OutgoingMail): Promise<Buffer>;
}

import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { composeMessage } from './compose-message.ts';
import type { SendOutcome, MailAddress, MailLane, OutgoingMail } from './port.ts';

export type SmtpServer = {
  host: string;
  port: number;
  secure: boolean;
  requireTls: boolean;
  user?: string;
  password?: string;
  from: MailAddress;
};

type Failure = Error & { responseCode?: number; response?: string };

const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 45_000, dnsTimeout: 5_000 };
/** Servers end long conversations; we do it first, at a moment when nothing is under way. */
const mostOnOneConnection = 100;

/** Talks to the mail server over one connection, one message after another. */
export class SmtpLane implements MailLane {
  readonly #server: SmtpServer;
  #connection: SMTPConnection | undefined;
  #sent = 0;

  constructor(server: SmtpServer) {
    this.#server = server;
  }

  async send(mail: OutgoingMail): Promise<SendOutcome> {
    const message = await composeMessage(this.#server.from, mail);
    const isReused = this.#connection !== undefined;
    const outcome = await this.#try(mail.to.address, message);
    // The server may have hung up while nothing was going on; of this message it heard nothing.
    return outcome.state === 'unreachable' && isReused ? this.#try(mail.to.address, message) : outcome;
  }

  close(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#sent = 0;
    if (!connection) return;
    connection.quit();
    connection.close();
  }

  async #try(to: string, message: Buffer): Promise<SendOutcome> {
    let connection: SMTPConnection;
    try {
      connection = await this.#open();
    } catch (error) {
      this.close();
      return { state: 'unreachable', answer: plainAnswer(error) };
    }
    const outcome = await transfer(connection, { from: this.#server.from.address, to }, message);
    this.#sent += 1;
    const isOver = outcome.state === 'unreachable' || outcome.state === 'unknown';
    if (isOver || this.#sent >= mostOnOneConnection) this.close();
    else if (outcome.state === 'refused') await this.#reset(connection);
    return outcome;
  }

  async #open(): Promise<SMTPConnection> {
    if (this.#connection && !this.#connection.destroyed) return this.#connection;
    this.close();
    this.#connection = await connect(this.#server);
    return this.#connection;
  }

  /** What a refused message left behind must not reach into the next. */
  async #reset(connection: SMTPConnection): Promise<void> {
    const isClean = await new Promise<boolean>((resolve) => {
      connection.once('error', () => resolve(false));
      connection.reset((error) => resolve(!error));
    });
    if (!isClean) this.close();
  }
}

/** Settles with a connection that is signed in. */
export async function connect(server: SmtpServer): Promise<SMTPConnection> {
  const { host, port, secure, requireTls, user, password } = server;
  const connection = new SMTPConnection({ host, port, secure, requireTLS: requireTls, ...patience });
  // Whatever happens while nobody waits for an answer is seen at the next use.
  connection.on('error', () => undefined);
  try {
    await settled<void>(connection, (done) => connection.connect((error) => done(error)));
    if (user !== undefined) {
      const credentials = { user, pass: password ?? '' };
      await settled<void>(connection, (done) => connection.login(credentials, (error) => done(error)));
    }
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

async function transfer(
  connection: SMTPConnection,
  envelope: { from: string; to: string },
  message: Buffer,
): Promise<SendOutcome> {
  let begun = false;
  // Read when the server has asked for the text, and not before.
  const text = Readable.from(
    (function* () {
      begun = true;
      yield message;
    })(),
    { objectMode: false },
  );
  try {
    const info = await settled(
      connection,
      (done: (error: Error | null | undefined, info?: { response: string }) => void) =>
        connection.send({ ...envelope, size: message.length }, text, done),
    );
    return { state: 'sent', answer: shortened(info?.response ?? '') };
  } catch (error) {
    const code = (error as Failure).responseCode;
    if (code !== undefined && code >= 400) {
      // 421: it is closing the conversation, whatever it was about.
      if (code === 421 && !begun) return { state: 'unreachable', answer: plainAnswer(error) };
      return { state: 'refused', forGood: code >= 500, answer: plainAnswer(error) };
    }
    return { state: begun ? 'unknown' : 'unreachable', answer: plainAnswer(error) };
  }
}

/** A connection that breaks tells it by its events, and whoever waits for an answer waits for ever. */
function settled<T>(
  connection: SMTPConnection,
  begin: (done: (error: Error | null | undefined, value?: T) => void) => void,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => done(error);
    const end = () => done(new Error('The mail server closed the connection.'));
    function done(error: Error | null | undefined, value?: T) {
      connection.off('error', fail);
      connection.off('end', end);
      if (error) reject(error);
      else resolve(value);
    }
    connection.once('error', fail);
    connection.once('end', end);
    begin(done);
  });
}

/** What people are shown: one line, not a novel, and never what was sent. */
export function plainAnswer(error: unknown): string {
  const { response, message } = error as Failure;
  return shortened(response ?? message ?? String(error));
}

function shortened(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 300);
}

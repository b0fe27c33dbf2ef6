import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailAddress, MailEngine, MailLane, OutgoingMail, SendOutcome } from './port.ts';

/** Sends mail through the server the operator configured. */
export function smtpEngine(server: SmtpServer): MailEngine {
  return {
    place: `${server.host}:${server.port}`,
    from: server.from,
    openLane: () => new SmtpLane(server),
    compose: (mail) => composeMessage(server.from, mail),
    async check() {
      try {
        const connection = await connect(server);
        connection.quit();
        connection.close();
        return undefined;
      } catch (error) {
        return plainAnswer(error);
      }
    },
  };
}

type SmtpServer = {
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
/** Servers cut off long sessions, so reconnect before that, between two mails. */
const mostOnOneConnection = 100;

/** Sends messages one after another over a single connection. */
class SmtpLane implements MailLane {
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
    // A reused connection may have been closed while idle; this message wasn't sent, so retry once.
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

  /** Clears the state a refused message left, so it doesn't affect the next one. */
  async #reset(connection: SMTPConnection): Promise<void> {
    const isClean = await new Promise<boolean>((resolve) => {
      connection.once('error', () => resolve(false));
      connection.reset((error) => resolve(!error));
    });
    if (!isClean) this.close();
  }
}

/** Resolves with a signed-in connection. */
async function connect(server: SmtpServer): Promise<SMTPConnection> {
  const { host, port, secure, requireTls, user, password } = server;
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection({ host, port, secure, requireTLS: requireTls, ...patience });
  // Errors between requests surface at the next use; without a listener they would crash the process.
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
  // Only read once the server asks for the message text.
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
      // 421: the server is closing the connection, whatever the message.
      if (code === 421 && !begun) return { state: 'unreachable', answer: plainAnswer(error) };
      return { state: 'refused', forGood: code >= 500, answer: plainAnswer(error) };
    }
    return { state: begun ? 'unknown' : 'unreachable', answer: plainAnswer(error) };
  }
}

/** A broken connection only emits events; without this, a pending answer would wait forever. */
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

/** The server's answer as one line for display; it contains nothing we sent. */
function plainAnswer(error: unknown): string {
  const { response, message } = error as Failure;
  return shortened(response ?? message ?? String(error));
}

function shortened(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 300);
}

/**
 * Builds the message. Addresses and headers are passed as structured fields, so no user text can inject a header, and
 * nothing is read from a path or URL.
 */
export async function composeMessage(from: MailAddress, mail: OutgoingMail): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from,
    to: mail.to,
    ...(mail.replyTo && { replyTo: mail.replyTo }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    ...(mail.automatic && { headers: { 'Auto-Submitted': 'auto-generated' } }),
    attachments: mail.attachments.map(({ name, contentType, content }) => ({ filename: name, contentType, content })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

export type SunkMail = { from: string; to: string[]; source: string };
/**
 * How the server responds to a recipient: accepts, rejects permanently or temporarily, or drops the connection after
 * the message.
 */
export type SinkAnswer = 'take' | 'refuse' | 'putOff' | 'breakOff';

type Options = {
  answer?: (address: string) => SinkAnswer;
  port?: number;
  onTaken?: (address: string) => Promise<void> | void;
};

/** A real local SMTP server that stores the mails it receives. */
export class MailSink {
  readonly taken: SunkMail[] = [];
  readonly #options: Options;
  readonly #sockets = new Set<Socket>();
  #server: SMTPServer | undefined;
  port = 0;

  constructor(options: Options = {}) {
    this.#options = options;
    this.port = options.port ?? 0;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** How many mails each address received. */
  get times(): Map<string, number> {
    const times = new Map<string, number>();
    for (const { to } of this.taken) for (const address of to) times.set(address, (times.get(address) ?? 0) + 1);
    return times;
  }

  async open(): Promise<void> {
    const answer = this.#options.answer ?? (() => 'take' as const);
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      onRcptTo({ address }, _session, done) {
        const code = { refuse: 550, putOff: 451 }[answer(address) as 'refuse' | 'putOff'];
        done(code ? Object.assign(new Error('not this one'), { responseCode: code }) : null);
      },
      onData: (stream, session, done) => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
        const answerLater = async () => {
          await this.#keep(stream, { from, to });
          if (to.some((address) => answer(address) === 'breakOff')) {
            // Only drops this session's connection.
            for (const socket of this.#sockets) if (socket.remotePort === session.remotePort) socket.destroy();
            return;
          }
          for (const address of to) await this.#options.onTaken?.(address);
          done();
        };
        // The sender may be killed during the message; then nothing is stored.
        answerLater().catch(() => undefined);
      },
    });
    server.on('error', () => undefined);
    server.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.listen(this.port, '127.0.0.1');
    await once(server.server, 'listening');
    this.port = (server.server.address() as AddressInfo).port;
    this.#server = server;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    const server = this.#server;
    this.#server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  async #keep(stream: SMTPServerDataStream, { from, to }: { from: string; to: string[] }): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    this.taken.push({ from, to, source: Buffer.concat(chunks).toString() });
  }
}

import { composeMessage } from './compose-message.ts';
import type { MailEngine } from './port.ts';
import { connect, plainAnswer, SmtpLane, type SmtpServer } from './smtp-lane.ts';

/** Hands mail over to the server that the operator named. */
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

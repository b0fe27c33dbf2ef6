import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ModelRequest = {
  path: string;
  key: string | undefined;
  body: { model: string; stream: boolean; messages: { role: string; content: string }[]; response_format?: unknown };
};
type Reply = (request: ModelRequest, response: ServerResponse) => void;

/** A local stand-in for a language model server, with replies set by the test. */
export async function startModelStandIn(first: Reply) {
  const requests: ModelRequest[] = [];
  const stand = { reply: first };
  const server = createServer(async (request, response) => {
    const asked = await readRequest(request);
    requests.push(asked);
    stand.reply(asked, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** Sets the reply for all further requests and clears the recorded ones. */
    says(reply: Reply) {
      stand.reply = reply;
      requests.length = 0;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
export type ModelStandIn = Awaited<ReturnType<typeof startModelStandIn>>;

/** A valid completion with this content. */
export function says(content: string, usage = { prompt_tokens: 100, completion_tokens: 20 }): Reply {
  return (_, response) => send(response, 200, { model: 'stand-in-1', choices: [{ message: { content } }], usage });
}

export function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readRequest(request: IncomingMessage): Promise<ModelRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as ModelRequest['body'];
  return { path: request.url ?? '', key: request.headers.authorization, body };
}

import { Agent, request } from 'node:http';

export type Load = {
  clients: number;
  seconds: number;
  next: (client: number) => Wanted;
  heard?: ((client: number, body: string) => void) | undefined;
};
export type Wanted = { url: string; method: string; headers: Record<string, string>; body?: string };
type Answered = { requests: number; perSecond: number };

/** Runs this many clients, each sending the next request as soon as it gets a response. */
export async function runLoad(load: Load): Promise<Answered> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.clients });
  const started = performance.now();
  const until = started + load.seconds * 1_000;
  let requests = 0;
  const client = async (index: number): Promise<void> => {
    while (performance.now() < until) {
      const body = await ask(agent, load.next(index));
      load.heard?.(index, body);
      requests += 1;
    }
  };
  await Promise.all(Array.from({ length: load.clients }, (_, index) => client(index)));
  agent.destroy();
  return { requests, perSecond: (requests * 1_000) / (performance.now() - started) };
}

export function ask(agent: Agent, wanted: Wanted): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(wanted.url, { agent, method: wanted.method, headers: wanted.headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${wanted.method} ${wanted.url} answered ${response.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(wanted.body);
  });
}

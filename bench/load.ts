import { Agent, request } from 'node:http';

export type Load = {
  clients: number;
  seconds: number;
  next: (client: number) => Wanted;
  heard?: (client: number, body: string) => void;
};
export type Wanted = { url: string; method: string; headers: Record<string, string>; body?: string };

/** Requests per second with this many clients, each sending the next request as soon as it gets a response. */
export async function requestsPerSecond(load: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.clients });
  const until = performance.now() + load.seconds * 1_000;
  let answered = 0;
  const client = async (index: number): Promise<void> => {
    while (performance.now() < until) {
      const body = await ask(agent, load.next(index));
      load.heard?.(index, body);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: load.clients }, (_, index) => client(index)));
  agent.destroy();
  return answered / load.seconds;
}

function ask(agent: Agent, wanted: Wanted): Promise<string> {
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

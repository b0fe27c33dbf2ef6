import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';

export type Canary = {
  /** Must never appear in anything derived from the uploaded files. */
  marker: string;
  /** Number of requests received; must stay 0. */
  calls(): number;
  close(): Promise<void>;
};

const folder = '/tmp/relsec-canary';

/** Listens on the ports that malicious files call and writes the marker into the file they try to read. */
export async function openCanary(): Promise<Canary> {
  const marker = `marker${randomUUID().replaceAll('-', '')}`;
  let calls = 0;
  const servers = await Promise.all(
    [18_099, 8_099].map((port) =>
      listen(port, () => {
        calls += 1;
        return marker;
      }),
    ),
  );
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/secret.txt`, marker);
  return {
    marker,
    calls: () => calls,
    close: async () => {
      for (const server of servers) server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function listen(port: number, answer: () => string): Promise<Server> {
  const server = createServer((_request, response) => void response.end(answer()));
  return new Promise((resolve) => {
    // Another check may be using the port; retry.
    server.on('error', () => setTimeout(() => server.listen(port, '127.0.0.1'), 2_000));
    server.on('listening', () => resolve(server));
    server.listen(port, '127.0.0.1');
  });
}

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openApi } from './api-process.ts';
import { readConfig } from './platform/config/config.ts';
import { createTestDatabase } from './testing/postgres.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let holder: Server;
let dataDir: string;
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-api-'));
  holder = createServer();
});
afterEach(async () => {
  await new Promise((resolve) => holder.close(resolve));
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function configWith(env: Record<string, string>) {
  return readConfig({ DATABASE_URL: database.databaseUrl, LECTERN_DATA_DIR: dataDir, ...env });
}

const quiet = pino({ level: 'silent' });

describe('the api process', () => {
  it('responds at the printed address, and stops on close', async () => {
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const api = await openApi(configWith({ PORT: '0' }), quiet);
    expect((await fetch(`${api.address}/api/health`)).status).toBe(200);
    await api.close();
    await expect(fetch(`${api.address}/api/health`)).rejects.toThrow();
  });

  it('stays live and answers 503 as not ready when the database is gone', async () => {
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const api = await openApi(configWith({ PORT: '0' }), quiet);
    const ask = async (path: string) => {
      const response = await fetch(`${api.address}/api/health${path}`);
      return { http: response.status, data: ((await response.json()) as { data: unknown }).data };
    };
    expect(await ask('/ready')).toEqual({ http: 200, data: { state: 'ready' } });
    await database.drop();
    await vi.waitFor(async () => expect(await ask('/ready')).toEqual({ http: 503, data: { state: 'down' } }), 20_000);
    expect(await ask('')).toEqual({ http: 503, data: { state: 'down' } });
    expect(await ask('/live')).toEqual({ http: 200, data: { state: 'live' } });
    await api.close();
  });

  it('says plainly that its port is taken, and leaves nothing open behind', async () => {
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const address = holder.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(openApi(configWith({ PORT: String(port) }), quiet)).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is already in use`,
    );
  });

  it('says plainly that its host is no address of this machine', async () => {
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    await expect(openApi(configWith({ HOST: '192.0.2.1', PORT: '0' }), quiet)).rejects.toThrow(
      'isn’t an address of this machine',
    );
  });
});

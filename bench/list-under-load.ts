import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRecording } from '@lectern/contract/features/upload.ts';
import { ensureFirstAdministrator } from '../server/features/auth/first-sign-in.ts';
import { PasswordHasher } from '../server/features/auth/password-hasher.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { call, password, signIn, startProcesses } from './product-processes.ts';
import { median, percentile } from './report.ts';
import { startScratchPostgres } from './scratch-postgres.ts';
import { seedResources } from './seed-resources.ts';

export type UnderLoad = { idleMs: number; busyMs: number; slowdown: number };

/** Compares list latency while a video is encoded and speech is transcribed with an idle machine. */
export async function measureListUnderLoad(media: readonly string[], quick: boolean): Promise<UnderLoad> {
  const postgres = await startScratchPostgres();
  const databaseUrl = await postgres.createDatabase('load');
  const { db } = openDatabase({ databaseUrl, applicationName: 'bench', poolSize: 2 });
  await ensureFirstAdministrator(db, new PasswordHasher(), { password });
  await seedResources(db, quick ? 1_000 : 100_000);
  const product = await startProcesses({ databaseUrl, dataDir: postgres.dataDir });
  try {
    const client = await Client.signedIn(product.api);
    await client.listP95(2_000);
    const rounds: UnderLoad[] = [];
    const listMs = quick ? 4_000 : 10_000;
    for (let round = 0; round < 3; round += 1) {
      const idleMs = await client.listP95(listMs);
      for (const file of media) await client.send(file);
      await untilRunning(db, ['convert', 'asr']);
      const busyMs = await client.listP95(listMs);
      await db
        .updateTable('jobs')
        .set({ state: 'cancelled' })
        .where('state', 'in', ['queued', 'running', 'pending'])
        .execute();
      await sleep(5_000);
      rounds.push({ idleMs, busyMs, slowdown: busyMs / idleMs });
    }
    const of = (pick: (round: UnderLoad) => number) => median(rounds.map(pick));
    return { idleMs: of((one) => one.idleMs), busyMs: of((one) => one.busyMs), slowdown: of((one) => one.slowdown) };
  } finally {
    await product.stop();
    await db.destroy();
    await postgres.stop();
  }
}

async function untilRunning(db: ReturnType<typeof openDatabase>['db'], kinds: readonly string[]): Promise<void> {
  for (let look = 0; look < 600; look += 1) {
    const running = await db.selectFrom('jobs').select('kind').where('state', '=', 'running').execute();
    if (kinds.every((kind) => running.some((job) => job.kind === kind))) return;
    await sleep(100);
  }
  throw new Error('Machine work didn’t start.');
}

class Client {
  readonly #api: string;
  readonly #token: string;
  readonly #libraryId: string;

  private constructor(api: string, token: string, libraryId: string) {
    this.#api = api;
    this.#token = token;
    this.#libraryId = libraryId;
  }

  static async signedIn(api: string): Promise<Client> {
    const token = await signIn(api);
    const libraries = await call<{ id: string; kind: string }[]>(`${api}/libraries`, 'GET', token);
    return new Client(api, token, libraries.find(({ kind }) => kind === 'school')?.id ?? '');
  }

  async listP95(durationMs: number): Promise<number> {
    const samples: number[] = [];
    for (const end = performance.now() + durationMs; performance.now() < end; ) {
      const started = performance.now();
      await call(`${this.#api}/resources`, 'GET', this.#token);
      samples.push(performance.now() - started);
    }
    return percentile(samples, 0.95);
  }

  async send(file: string): Promise<void> {
    const bytes = await readFile(file);
    const upload = { id: randomUUID(), fileName: path.basename(file), sizeBytes: bytes.length };
    const batch = {
      batchId: randomUUID(),
      libraryId: this.#libraryId,
      onDuplicate: 'keep_both',
      ...(isRecording(upload.fileName) && { language: 'en' }),
      files: [upload],
    };
    await call(`${this.#api}/uploads`, 'POST', this.#token, batch);
    const response = await fetch(`${this.#api}/uploads/${upload.id}/content`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${this.#token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: bytes,
    });
    if (!response.ok) throw new Error(`The upload returned ${response.status}`);
  }
}

import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobState, StepKind } from '@lectern/contract/features/job.ts';
import type { JobCause } from '@lectern/contract/features/job-cause.ts';
import type { ReadingPart, ReadingSource } from '@lectern/contract/features/reading.ts';
import { isRecording } from '@lectern/contract/features/upload.ts';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildContainer } from '../server/app.ts';
import { ensureFirstAdministrator } from '../server/features/auth/first-sign-in.ts';
import { type Config, readConfig } from '../server/platform/config/config.ts';
import { type Db, openDatabase } from '../server/platform/db/database.ts';
import { buildApp } from '../server/platform/http/app.ts';
import { newId } from '../server/platform/new-id.ts';
import { startScratchPostgres } from './scratch-postgres.ts';

const password = 'correct horse battery';
const schoolLibrary = '0199a000-0000-7000-8000-000000000001';

export type Sent = { id: string; http: number; code: string };
export type SettledStep = {
  kind: StepKind;
  state: JobState;
  cause: string | null;
  code: JobCause | null;
  engine: string | null;
  waitMs: number;
  runMs: number;
};
/** `refused`: `why` is the error code. `unpacked`: it was an archive. `taken`: processing has finished. */
export type Settled =
  | { state: 'refused' | 'unpacked'; why: string; steps: [] }
  | { state: 'taken'; why: ''; resourceId: string; versionId: string; steps: SettledStep[] };

/** The whole product in one process on its own database, so that benchmarks take the same path as real uploads. */
export class ScratchProduct {
  readonly db: Db;
  readonly config: Config;
  readonly app: FastifyInstance;
  readonly #authorization: string;
  readonly #close: () => Promise<void>;

  private constructor(parts: Pick<ScratchProduct, 'db' | 'config' | 'app'>, token: string, close: () => Promise<void>) {
    this.db = parts.db;
    this.config = parts.config;
    this.app = parts.app;
    this.#authorization = `Bearer ${token}`;
    this.#close = close;
  }

  static async start(name: string, settings: Record<string, string> = {}): Promise<ScratchProduct> {
    const postgres = await startScratchPostgres();
    const databaseUrl = await postgres.createDatabase(name);
    const { db } = openDatabase({ databaseUrl, applicationName: name, poolSize: 10 });
    const logger = pino({ level: 'silent' });
    const dataDir = path.join(postgres.dataDir, 'lectern');
    const config = readConfig({ LECTERN_DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...settings });
    const container = buildContainer({ config, db, databaseUrl, logger });
    await container.open();
    const web = { webDir: '/nonexistent', version: 'x', checkAnswers: true };
    const app = await buildApp({ ...container.http, config, logger, ...web });
    await ensureFirstAdministrator(db, container.features.auth.hasher, { password });
    await container.worker.start();
    const body = { account: 'admin', password };
    const login = await app.inject({ method: 'POST', url: '/api/admin/auth/login', body });
    const { token } = login.json<{ data: { token: string } }>().data;
    return new ScratchProduct({ db, config, app }, token, async () => {
      await container.worker.stop();
      await app.close();
      await container.close();
      await db.destroy();
      await postgres.stop();
    });
  }

  close(): Promise<void> {
    return this.#close();
  }

  /** Adds another person who may upload and returns the headers for their requests. */
  async addPerson(name: string): Promise<string> {
    const account = name.toLowerCase();
    const admin = await this.db
      .selectFrom('users')
      .selectAll()
      .where('account', '=', 'admin')
      .executeTakeFirstOrThrow();
    const { password_hash } = admin;
    await this.db
      .insertInto('users')
      .values({ id: newId(), account, name, role_id: 2, password_hash, password_set_at: new Date() })
      .execute();
    const body = { account, password };
    const login = await this.app.inject({ method: 'POST', url: '/api/admin/auth/login', body });
    return `Bearer ${login.json<{ data: { token: string } }>().data.token}`;
  }

  async send(fileName: string, bytes: Buffer, authorization = this.#authorization): Promise<Sent> {
    const id = randomUUID();
    const headers = { authorization };
    const announced = await this.app.inject({
      method: 'POST',
      url: '/api/uploads',
      headers,
      body: {
        batchId: randomUUID(),
        libraryId: schoolLibrary,
        onDuplicate: 'keep_both',
        ...(isRecording(fileName) && { language: 'en' }),
        files: [{ id, fileName, sizeBytes: bytes.length }],
      },
    });
    const [row] = announced.json<{ data: { state: string; reason: string | null }[] }>().data;
    if (row?.state !== 'receiving') return { id, http: announced.statusCode, code: row?.reason ?? '' };
    const content = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const sent = await this.app.inject({
      method: 'PATCH',
      url: `/api/uploads/${id}/content`,
      headers: { ...headers, 'tus-resumable': '1.0.0', ...content },
      body: bytes,
    });
    return { id, http: sent.statusCode, code: sent.body ? sent.json<{ code: string }>().code : '' };
  }

  /** When a step of an upload was seen to have ended, in this process's `performance.now()` time. */
  async ended(id: string, kind: StepKind): Promise<number> {
    for (; ; await sleep(200)) {
      const job = await this.db
        .selectFrom('uploads')
        .innerJoin('jobs', 'jobs.resource_id', 'uploads.resource_id')
        .select('jobs.state')
        .where('uploads.id', '=', id)
        .where('jobs.kind', '=', kind)
        .executeTakeFirst();
      if (job && ['done', 'failed', 'skipped', 'cancelled'].includes(job.state)) return performance.now();
    }
  }

  /** Waits until nothing is left to do for an upload and returns the outcome. */
  async settled(id: string): Promise<Settled> {
    // Poll slowly, so that polling doesn't distort the measurement.
    for (; ; await sleep(200)) {
      const upload = await this.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      if (upload.state === 'refused') {
        return { state: 'refused', why: (upload.refusal as { code: string }).code, steps: [] };
      }
      if (upload.state !== 'done') continue;
      if (!upload.resource_id) return { state: 'unpacked', why: '', steps: [] };
      const resource = await this.db
        .selectFrom('resources')
        .select(['state', 'version_id'])
        .where('id', '=', upload.resource_id)
        .executeTakeFirstOrThrow();
      const versionId = String(resource.version_id);
      if (resource.state !== 'ready') continue;
      return {
        state: 'taken',
        why: '',
        resourceId: upload.resource_id,
        versionId,
        steps: await this.#stepsOf(versionId),
      };
    }
  }

  async textOf(resourceId: string, source: ReadingSource): Promise<ReadingPart[]> {
    const rows = await this.db
      .selectFrom('reading_parts')
      .innerJoin('readings', 'readings.id', 'reading_parts.reading_id')
      .select('content')
      .where('resource_id', '=', resourceId)
      .where('source', '=', source)
      .where('current', '=', true)
      .orderBy('reading_parts.number')
      .execute();
    return rows.map((row) => row.content as unknown as ReadingPart);
  }

  async #stepsOf(versionId: string): Promise<SettledStep[]> {
    const rows = await this.db.selectFrom('jobs').selectAll().where('version_id', '=', versionId).execute();
    return rows.map((row) => ({
      kind: row.kind as StepKind,
      state: row.state as JobState,
      cause: row.cause,
      code: row.cause_code as JobCause | null,
      engine: row.engine,
      waitMs: between(row.queued_at, row.started_at),
      runMs: between(row.started_at, row.finished_at),
    }));
  }
}

function between(from: Date | null, to: Date | null): number {
  return from && to ? to.getTime() - from.getTime() : 0;
}

import { listResourceWork } from '@lectern/contract/features/machine-work.ts';
import { getReading, listReadings, listRenditions, type ReadingSource } from '@lectern/contract/features/reading.ts';
import { expect } from 'vitest';
import { runChecks } from '../features/verify/run-checks.ts';
import { eventually } from './eventually.ts';
import type { TestApp } from './test-app.ts';
import { UploadClient } from './upload-client.ts';

/** Uploads files to an app with a running worker and shows what its steps produced. */
export function stepsRig(test: TestApp) {
  const client = new UploadClient(test);

  async function worksOf(id: string) {
    const { data } = await test.call(listResourceWork, { params: { id } }, { as: test.admin });
    return Object.fromEntries(data.map(({ work }) => [work.kind, work]));
  }

  /** Uploads a file and returns its resource id when all its steps have ended. */
  async function through(name: string, bytes: Buffer, language: 'en' | 'fr' | null = null): Promise<string> {
    const sent = await client.upload(name, bytes, { language });
    const row = await test.db.selectFrom('uploads').select('resource_id').where('id', '=', sent.id).executeTakeFirst();
    const id = String(row?.resource_id);
    await untilOver(id);
    return id;
  }

  async function untilOver(id: string): Promise<void> {
    await eventually(async () => {
      const states = Object.values(await worksOf(id)).map((work) => work.state);
      expect(states.filter((state) => ['pending', 'queued', 'running'].includes(state))).toEqual([]);
    }, 200_000);
  }

  async function resourceOf(id: string) {
    return test.db.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }

  async function textOf(id: string, source: ReadingSource) {
    const query = { words: 'true' };
    const { data } = await test.call(getReading, { params: { id, source }, query }, { as: test.admin });
    const lines = data.parts.flatMap((part) => part.lines.map((entry) => ({ ...entry, page: part.number })));
    return { ...data, lines, text: lines.map((entry) => entry.text).join('\n') };
  }

  async function readingsOf(id: string) {
    return (await test.call(listReadings, { params: { id } }, { as: test.admin })).data;
  }

  async function renditionsOf(id: string): Promise<string[]> {
    const { data } = await test.call(listRenditions, { params: { id } }, { as: test.admin });
    return data.map(({ kind, page }) => `${kind} ${page}`).sort();
  }

  async function findings(): Promise<Record<string, number>> {
    const verified = await runChecks(test.db, test.container.services.fileStore, { checksums: true });
    return Object.fromEntries(verified.filter(({ count }) => count > 0).map(({ what, count }) => [what, count]));
  }

  return { client, worksOf, through, untilOver, resourceOf, textOf, readingsOf, renditionsOf, findings };
}

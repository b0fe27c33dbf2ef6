import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { cancelRescan, getRescans, startFullRescan } from '@lectern/contract/features/scan.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bossSchema } from '../../platform/queue/fair-turns.ts';
import { eventually } from '../../testing/eventually.ts';
import { makeResource } from '../../testing/resource-rig.ts';
import { type ScanRig, scanRig } from '../../testing/scan-rig.ts';
import { openTestApplication, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { workerEnvironment } from '../../testing/worker-environment.ts';
import { CandidateService } from './candidate.service.ts';

vi.setConfig({ testTimeout: 300_000 });

let test: TestApp;
let rig: ScanRig;
const ids: Record<string, string> = {};
beforeAll(async () => {
  test = await startTestApp();
  rig = scanRig(test);
  const titles = {
    plain: 'Introduction to physics',
    spelled: 'Meet me at the c.o.b.b.l.e.r today',
    inside: 'Supercobblers unite',
    traditional: '機密的課程',
    chinese: '这是机密文件',
    english: 'The cobbler mends',
  };
  for (const [name, title] of Object.entries(titles))
    ids[name] = (await makeResource(test, { title, fileName: 'file.pdf' })).id;
  await rig.settle();
  await rig.wake();
  await test.container.worker.start();
  await untilOver();
});
afterAll(() => test.close());

const list = async () => (await test.call(getRescans, {}, { as: test.admin })).data.rows;
async function untilOver() {
  return eventually(async () => {
    const rows = await list();
    expect(rows.filter(({ state }) => state === 'queued' || state === 'running')).toEqual([]);
    return rows;
  });
}
/** The names in `ids` of the resources with an open match. */
async function flagged(): Promise<string[]> {
  const rows = await test.db
    .selectFrom('sensitive_hits')
    .select('resource_id')
    .distinct()
    .where('state', '=', 'open')
    .execute();
  return Object.keys(ids)
    .filter((name) => rows.some((row) => row.resource_id === ids[name]))
    .sort();
}

describe('a re-scan', () => {
  it('looks only at what may hold a new word, in any disguise, and at what held one that went', async () => {
    const cobbler = await rig.addWord('cobbler', { mode: 'exact' });
    await rig.wake();
    const [added] = await untilOver();
    expect(added).toMatchObject({ kind: 'changed', state: 'done', changes: 1, flagged: 2, cleared: 0 });
    expect(await flagged()).toEqual(['english', 'spelled']);
    expect(added?.total).toBe(2);
    // In one transaction, because the worker may start a re-scan between the two changes.
    await test.db.transaction().execute(async (transaction) => {
      const both = scanRig(test, transaction);
      await both.addWord('机密');
      await both.changeWord(cobbler, { enabled: false });
    });
    await rig.wake();
    const [changed] = await untilOver();
    expect(changed).toMatchObject({ changes: 2, total: 4, done: 4, flagged: 2, cleared: 2 });
    expect(await flagged()).toEqual(['chinese', 'traditional']);
  });

  it('keeps cleared matches', async () => {
    const [hit] = await rig.hitsOf(String(ids.chinese));
    await rig.decide(String(hit?.id), 'clear');
    const { data } = await test.call(startFullRescan, {}, { as: test.admin });
    expect(data).toMatchObject({ kind: 'full', changes: 0 });
    const again = await test.call(startFullRescan, {}, { as: test.admin });
    expect(again.http).toBe(202);
    await untilOver();
    expect(await flagged()).toEqual(['traditional']);
  });

  it('resumes where it was when its worker is killed, and loses nothing', async () => {
    await test.container.worker.stop();
    const wordId = await rig.addWord('cobbl', { severity: 'notice' });
    // Locks the last of three resources, so the worker waits there after it has saved the first two.
    const held = await test.db.startTransaction().execute();
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(held);
    await sql`select from resources where id = ${ids.english} for no key update`.execute(held);
    const worker = spawn(process.execPath, [path.join(import.meta.dirname, '../../worker.ts')], {
      env: workerEnvironment(test),
      stdio: 'ignore',
    });
    const exited = once(worker, 'exit');
    try {
      await eventually(async () => {
        const [row] = await list();
        expect(row).toMatchObject({ state: 'running', total: 3, done: 2 });
      });
    } finally {
      worker.kill('SIGKILL');
      await exited;
      await held.rollback().execute();
    }
    const [begun] = await list();
    expect(begun).toMatchObject({ state: 'running', total: 3, done: 2, flagged: 1 });
    // Skips the 30 seconds of silence after which a worker counts as dead.
    await sql`delete from ${sql.table(`${bossSchema}.job`)} where name = 'rescan'`.execute(test.db);
    const other = await openTestApplication(test.databaseUrl, { TIME_ZONE: 'UTC' });
    await other.container.worker.start();
    const [ended] = await untilOver();
    await other.container.worker.stop();
    await other.close();
    expect(ended).toMatchObject({ id: begun?.id, state: 'done', total: 3, done: 3, flagged: 2 });
    const found = await sql<{ hits: number }>`
      select count(*)::int as hits from sensitive_hits where word_id = ${wordId} group by resource_id`.execute(test.db);
    expect(found.rows).toEqual([{ hits: 1 }, { hits: 1 }]);
  });

  it('can be cancelled by administrators only, and later changes wait for the next one', async () => {
    await rig.addWord('unite');
    await rig.wake();
    const [running] = await list();
    await rig.addWord('mends');
    await rig.wake();
    await rig.addWord('today');
    await rig.wake();
    const both = await list();
    expect(both.slice(0, 2).map(({ state, changes }) => [state, changes])).toEqual([
      ['running', 1],
      ['queued', 2],
    ]);
    const editor = await test.identity({ roleId: 3, pages: ['/app/sensitive/word'] });
    const wanted = { params: { id: String(running?.id) } };
    expect((await test.call(cancelRescan, wanted, { as: editor })).http).toBe(403);
    expect((await test.call(cancelRescan, wanted, { as: test.admin })).data).toMatchObject({ state: 'cancelled' });
    expect((await test.call(cancelRescan, wanted, { as: test.admin })).http).toBe(409);
    expect((await list()).slice(0, 2).map(({ state }) => state)).toEqual(['running', 'cancelled']);
  });
});

describe('candidates', () => {
  it('are every text that may hold a word, and few others', async () => {
    const candidates = new CandidateService(test.db);
    const namesOf = async (text: string, mode: 'exact' | 'contains' | 'wildcard') => {
      const found = await candidates.resourcesOf([{ text, mode }]);
      return found === 'all'
        ? 'all'
        : Object.keys(ids)
            .filter((name) => found.includes(String(ids[name])))
            .sort();
    };
    expect(await namesOf('cobbler', 'contains')).toEqual(['english', 'inside', 'spelled']);
    expect(await namesOf('cobbler', 'exact')).toEqual(['english', 'spelled']);
    expect(await namesOf('c*bler', 'wildcard')).toEqual(['english', 'inside', 'spelled']);
    expect(await namesOf('機密', 'contains')).toEqual(['chinese', 'traditional']);
    expect(await namesOf('mends', 'contains')).toEqual(['english']);
    expect(await namesOf('zygote', 'contains')).toEqual([]);
    const texts = await candidates.textsOf([{ text: 'cobbler', mode: 'contains' }], 2);
    expect(texts.more).toBe(true);
    for await (const some of texts.read()) expect(some.map(({ source }) => source)).toEqual(['title', 'title']);
  });
});

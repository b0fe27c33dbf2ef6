import { listOperationItems } from '@lectern/contract/features/operation.ts';
import {
  createSensitivePack,
  deleteSensitivePack,
  listSensitivePacks,
  updateSensitivePack,
} from '@lectern/contract/features/sensitive-pack.ts';
import {
  createSensitiveWord,
  exportSensitiveWords,
  listSensitiveWords,
  updateSensitiveWord,
} from '@lectern/contract/features/sensitive-word.ts';
import {
  listSensitiveWordActivity,
  revertSensitiveWordActivity,
  takeSensitiveWordLock,
} from '@lectern/contract/features/sensitive-word-detail.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { wordPage, wordRig } from '../../testing/word-rig.ts';

let test: TestApp;
let rig: ReturnType<typeof wordRig>;
let editor: Identity;
let user: Identity;

beforeAll(async () => {
  test = await startTestApp();
  rig = wordRig(test);
  editor = await test.identity({ roleId: 3, pages: [wordPage] });
  user = await test.identity({ roleId: 4, pages: [wordPage] });
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

const list = async (query: Record<string, unknown> = {}, as: Identity = test.admin) =>
  (await test.call(listSensitiveWords, { query: query as never }, { as })).data;
const textsOf = async (query: Record<string, unknown>) =>
  (await list({ sort: 'text', ...query })).rows.map((row) => row.text);
const version = async () =>
  (await test.db.selectFrom('sensitive_dictionary').select('version').executeTakeFirstOrThrow()).version;

describe('access to words', () => {
  it('needs the page and the editor ability', async () => {
    for (const as of [user, await test.identity({ roleId: 3 })]) {
      expect(await test.call(listSensitiveWords, {}, { as })).toMatchObject({ http: 403 });
      expect(await test.call(createSensitiveWord, { body: { text: 'never' } }, { as })).toMatchObject({ http: 403 });
      expect(await test.call(listSensitivePacks, {}, { as })).toMatchObject({ http: 403 });
    }
  });

  it('gives editors without a department every word, with the same counts', async () => {
    await rig.add({ text: 'harbour' });
    const [own, all] = [await list({}, editor), await list()];
    expect(own.tabs).toEqual(all.tabs);
    expect(own.rows).toEqual(all.rows);
  });
});

describe('a word', () => {
  it.each([
    ['', 422, 'invalidInput'],
    ['long', 422, 'invalidInput'],
    ['…!?', 422, 'wordRefused'],
    ['\u200b\u200d', 422, 'wordRefused'],
  ])('that is %j is refused', async (given, http, code) => {
    const text = given === 'long' ? 'x'.repeat(10_000) : given;
    const { failure } = await test.call(createSensitiveWord, { body: { text } }, { as: test.admin });
    expect(failure).toMatchObject({ status: http, code });
  });

  it.each([
    ['trellis', 'exact'],
    ['Übung macht', 'exact'],
    ['7even', 'exact'],
    ['拱门A', 'exact'],
    ['葡萄架', 'contains'],
    ['“葡萄·棚”', 'contains'],
    ['ぶどう棚', 'contains'],
  ])('called %s is matched as %s by default', async (text, mode) => {
    expect((await rig.add({ text })).mode).toBe(mode);
  });

  it('of wildcards alone is refused', async () => {
    for (const text of ['***', '*?*', '*a*']) {
      const answer = await test.call(createSensitiveWord, { body: { text, mode: 'wildcard' } }, { as: test.admin });
      expect(answer.failure).toMatchObject({ status: 422, code: 'wordRefused' });
    }
  });

  it('is one with its disguises: the library names the one that it has', async () => {
    await rig.add({ text: 'Lantern feast', mode: 'contains' });
    for (const text of ['lantern FEAST', 'Ｌａｎｔｅｒｎ feast', 'lan\u200btern feast']) {
      const body = { text, mode: 'contains' } as const;
      const { failure } = await test.call(createSensitiveWord, { body }, { as: test.admin });
      expect(failure).toMatchObject({ status: 409, code: 'wordExists' });
      expect(failure.message).toContain('Lantern feast');
    }
    expect((await rig.add({ text: 'lantern feast', mode: 'exact' })).mode).toBe('exact');
  });

  it('takes only exceptions that hold it', async () => {
    const body = { text: 'meadow', exceptions: ['alpine meadow', 'river'] };
    const { failure } = await test.call(createSensitiveWord, { body }, { as: test.admin });
    expect(failure).toMatchObject({ status: 422, code: 'exceptionRefused' });
    expect((await rig.add({ ...body, exceptions: ['alpine meadow'] })).exceptions).toEqual(['alpine meadow']);
  });

  it('keeps strings of markup as they are, and takes no field that is not its own', async () => {
    const text = '<img src=x onerror=alert(1)>';
    const word = await rig.add({ text, note: '"><script>1</script>' });
    expect(await rig.read(word.id)).toMatchObject({ text, note: '"><script>1</script>' });
    for (const more of [{ version: 9 }, { hits: 5 }, { deletedAt: null }, { key: 'x' }, { createdBy: user.userId }]) {
      const body = { text: 'mass', ...more } as never;
      expect(await test.call(createSensitiveWord, { body }, { as: test.admin })).toMatchObject({ http: 422 });
    }
  });

  it('is changed by one of two editors, reverted by its activity, and locked while it is edited', async () => {
    const word = await rig.add({ text: 'orchard', sources: ['title', 'ocr'] });
    const before = await version();
    const change = (body: object, as: Identity) =>
      test.call(updateSensitiveWord, { params: { id: word.id }, body: { version: 1, ...body } }, { as });
    const answers = await Promise.all([
      change({ severity: 'block', sources: ['ocr', 'title'] }, test.admin),
      change({ severity: 'notice' }, editor),
    ]);
    expect(answers.map((answer) => answer.http).sort()).toEqual([200, 409]);
    expect(await version()).toBe(before + 1);
    const params = { id: word.id };
    const { data } = await test.call(listSensitiveWordActivity, { params }, { as: test.admin });
    expect(data.rows[0]).toMatchObject({ action: 'sensitiveWord.updated', revertable: ['severity'] });
    const revert = { params: { ...params, activityId: data.rows[0]?.id ?? 0 }, body: { version: 2 } };
    expect(await test.call(revertSensitiveWordActivity, revert, { as: editor })).toMatchObject({ status: 204 });
    expect(await rig.read(word.id)).toMatchObject({ severity: 'review', version: 3, updatedBy: { id: editor.userId } });
    expect(await test.call(takeSensitiveWordLock, { params, body: { window: 'w' } }, { as: user })).toMatchObject({
      http: 403,
    });
  });
});

describe('the list', () => {
  it('can be searched, filtered, sorted and counted, and exported alike', async () => {
    const [one] = await Promise.all([
      rig.add({ text: 'zz alpha', category: 'fraud', severity: 'block', kinds: ['video'], note: 'a note' }),
      rig.add({ text: 'zz beta', enabled: false, sources: ['speech'] }),
      rig.add({ text: 'zz 伽马', mode: 'exact', variants: false, language: 'zh', exceptions: ['zz 伽马射线'] }),
    ]);
    expect(await textsOf({ search: 'zz' })).toEqual(['zz alpha', 'zz beta', 'zz 伽马']);
    expect(await textsOf({ search: '伽马' })).toEqual(['zz 伽马']);
    const narrowed: [Record<string, unknown>, string[]][] = [
      [{ category: 'fraud' }, ['zz alpha']],
      [{ kind: 'audio' }, ['zz beta', 'zz 伽马']],
      [{ source: 'ocr' }, ['zz alpha', 'zz 伽马']],
      [{ active: 'no' }, ['zz beta']],
      [{ hasExceptions: 'yes' }, ['zz 伽马']],
      [{ tab: 'block' }, ['zz alpha']],
      [{ tab: 'disabled' }, ['zz beta']],
      [{ variants: 'no', language: 'zh', mode: 'exact' }, ['zz 伽马']],
    ];
    for (const [query, texts] of narrowed) expect(await textsOf({ text: 'zz', ...query })).toEqual(texts);
    await sql`insert into sensitive_word_days (word_id, day, hits, decided, confirmed) values
      (${one?.id}, current_date, 7, 6, 2), (${one?.id}, current_date - 40, 9, 0, 0)`.execute(test.db);
    expect(await rig.read(one?.id ?? '')).toMatchObject({ hits: 7, decided: 6, confirmed: 2, precision: 2 / 6 });
    await sql`select roll_up_sensitive_words()`.execute(test.db);
    expect((await list({ sort: '-hits' })).rows[0]).toMatchObject({ text: 'zz alpha' });
    expect(await textsOf({ noisy: 'yes' })).toEqual(['zz alpha']);
    expect(await textsOf({ text: 'zz', precision: '30..40' })).toEqual(['zz alpha']);
    expect(await textsOf({ text: 'zz', neverHit: 'yes' })).toEqual(['zz beta', 'zz 伽马']);
    const file = await test.app.inject({
      url: `/api${exportSensitiveWords.path}?format=csv&text=zz&sort=text&columns=text,severity,scope,hits,precision`,
      headers: { cookie: cookieHeader(test.admin.cookies) },
    });
    expect(file.body.split('\r\n').slice(1, 4)).toEqual([
      'zz alpha,Block,Everywhere / Video,7,33%',
      'zz beta,Review,Speech,0,',
      'zz 伽马,Review,Everywhere,0,',
    ]);
  });
});

describe('actions on many words', () => {
  it.each([
    ['disable', {}, { enabled: false }],
    ['setCategory', { category: 'privacy' }, { category: 'privacy' }],
    ['setSeverity', { severity: 'block' }, { severity: 'block' }],
  ] as const)(
    '%s changes them in one version of the dictionary, and Undo puts them back',
    async (action, input, after) => {
      const words = [await rig.add({ text: `${action} one` }), await rig.add({ text: `${action} two` })];
      const before = await version();
      const done = await rig.act(action, input, [...words.map((word) => word.id)]);
      expect(done).toMatchObject({ done: 2, skipped: 0 });
      for (const word of words) expect(await rig.read(word.id)).toMatchObject({ ...after, version: 2 });
      expect(await version()).toBe(action === 'setCategory' ? before : before + 1);
      expect(await rig.undo(done.id)).toMatchObject({ done: 2 });
      for (const word of words)
        expect(await rig.read(word.id)).toMatchObject({ ...word, version: 3, updatedAt: expect.anything() });
    },
  );

  it('delete removes them, and Undo restores those whose name is still free', async () => {
    const [gone, taken] = [await rig.add({ text: 'delete one' }), await rig.add({ text: 'delete two' })];
    const done = await rig.act('delete', {}, [gone.id, taken.id]);
    expect(await rig.read(gone.id)).toBeNull();
    await rig.add({ text: 'Delete TWO' });
    const undone = await rig.undo(done.id);
    expect(undone).toMatchObject({ done: 1, skipped: 1 });
    const { data } = await test.call(listOperationItems, { params: { id: undone.id } }, { as: test.admin });
    expect(data.rows[0]?.reason).toContain('Delete TWO');
    expect(await rig.read(gone.id)).toMatchObject({ text: 'delete one', version: 3 });
  });

  it('enable skips enabled ones, and Undo skips those changed since', async () => {
    const [off, on] = [await rig.add({ text: 'enable one', enabled: false }), await rig.add({ text: 'enable two' })];
    const done = await rig.act('enable', {}, [off.id, on.id]);
    expect(done).toMatchObject({ done: 1, skipped: 1 });
    await test.call(
      updateSensitiveWord,
      { params: { id: off.id }, body: { version: 2, note: 'mine' } },
      { as: editor },
    );
    expect(await rig.undo(done.id)).toMatchObject({ done: 0, skipped: 1 });
  });
});

describe('a pack', () => {
  it('is made once by its name, takes words, switches them, and gives them back when it goes', async () => {
    const make = (name: string) => test.call(createSensitivePack, { body: { name } }, { as: test.admin });
    const { data: pack } = await make('Holiday');
    expect(await make('holiday')).toMatchObject({ http: 409 });
    const [one, two] = [await rig.add({ text: 'pack one', packId: pack.id }), await rig.add({ text: 'pack two' })];
    const moved = await rig.act('setPack', { packId: pack.id }, [one.id, two.id]);
    expect(moved).toMatchObject({ done: 1, skipped: 1 });
    const before = await version();
    const params = { id: pack.id };
    const off = await test.call(updateSensitivePack, { params, body: { enabled: false, version: 1 } }, { as: editor });
    expect(off.data).toMatchObject({ words: 2, enabledWords: 2, version: 2 });
    expect(await version()).toBe(before + 1);
    expect(await rig.read(one.id)).toMatchObject({ enabled: true, active: false });
    const remove = (body: { version: number }) =>
      test.call(deleteSensitivePack, { params, body: { words: 'keep', ...body } }, { as: test.admin });
    expect(await remove({ version: 1 })).toMatchObject({ http: 409 });
    expect(await remove({ version: 2 })).toMatchObject({ status: 204 });
    // Deleting a pack doesn't enable its words.
    expect(await rig.read(two.id)).toMatchObject({ pack: null, enabled: false, active: false });
  });

  it('that goes with its words leaves none of them', async () => {
    const { data: pack } = await test.call(createSensitivePack, { body: { name: 'Gone' } }, { as: test.admin });
    const word = await rig.add({ text: 'gone with it', packId: pack.id });
    const body = { words: 'delete' as const, version: 1 };
    await test.call(deleteSensitivePack, { params: { id: pack.id }, body }, { as: test.admin });
    expect(await rig.read(word.id)).toBeNull();
    expect((await list()).tabs.all?.value).toBe((await list({ size: 200 })).rows.length);
  });
});

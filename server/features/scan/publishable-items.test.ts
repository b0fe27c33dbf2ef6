import { createReadStream } from 'node:fs';
import path from 'node:path';
import { updateChapter } from '@lectern/contract/features/chapter.ts';
import { listColumns } from '@lectern/contract/features/column.ts';
import { getCourse, updateCourse } from '@lectern/contract/features/course.ts';
import { getHomeChanges, publishHomePage } from '@lectern/contract/features/home-page-publication.ts';
import { getHitText, getReview, listHits, listReviews } from '@lectern/contract/features/review.ts';
import { answerUnblock, decideReview, undoDecision } from '@lectern/contract/features/review-decision.ts';
import { getSubject } from '@lectern/contract/features/subject-management.ts';
import { getPortalColumn, listPortalColumns } from '@lectern/contract/portal/portal-column.ts';
import { getPortalCourse, listPortalCourses } from '@lectern/contract/portal/portal-course.ts';
import { getPortalHome } from '@lectern/contract/portal/portal-home.ts';
import { listPortalSubjects } from '@lectern/contract/portal/portal-subject.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { runSandboxed } from '../../engines/sandbox/run-sandboxed.ts';
import { newId } from '../../platform/new-id.ts';
import { insertFile } from '../../platform/storage/file-rows.ts';
import { startCourseRig } from '../../testing/course-rig.ts';
import { eventually } from '../../testing/eventually.ts';
import { homeRig } from '../../testing/home-rig.ts';
import { makeColumn, makeKey } from '../../testing/portal-rig.ts';
import { reviewPage } from '../../testing/review-rig.ts';
import { scanRig } from '../../testing/scan-rig.ts';
import { readCover } from './read-cover.job.ts';

const { test, campus, teacher, editor, make, add, tree, move } = await startCourseRig();
afterAll(() => test.close());
const { addWord, changeWord, settle, wake, hitsOf } = scanRig(test);
const { headers } = await makeKey(test, { audience: 'campus' });

const versionOf = async (id: string) => (await test.call(getCourse, { params: { id } }, { as: editor })).data.version;

async function published(wanted: Record<string, unknown> = {}, titles = ['Light']) {
  const course = await make(teacher, wanted);
  await add(course.id, titles);
  const { chapters } = await tree(course.id);
  await settle();
  expect((await move(course.id, 'submit')).http).toBe(200);
  expect((await move(course.id, 'publish')).http).toBe(200);
  return { id: course.id, chapterId: chapters[0]?.id ?? '' };
}

async function write(chapterId: string, body: Record<string, unknown>) {
  const { version } = await test.db
    .selectFrom('chapters')
    .select('version')
    .where('id', '=', chapterId)
    .executeTakeFirstOrThrow();
  const answer = await test.call(
    updateChapter,
    { params: { id: chapterId }, body: { ...body, version } },
    { as: teacher },
  );
  expect(answer.http).toBe(200);
  await settle();
}

const shown = async (id: string) => (await test.call(getPortalCourse, { params: { id } }, { headers })).data;

describe('a word that blocks', () => {
  it('takes a published chapter off the public site at once, and the fixed chapter comes back', async () => {
    await addWord('gunpowder', { severity: 'block' });
    const { id, chapterId } = await published({}, ['Light', 'Sound']);
    expect((await shown(id)).chapters).toHaveLength(2);
    for (const field of ['title', 'goals', 'body']) {
      await write(chapterId, { [field]: 'How to mix gunpowder' });
      expect(JSON.stringify(await shown(id))).not.toContain('gunpowder');
      expect((await shown(id)).chapters.map((chapter) => chapter.title)).toEqual(['Sound']);
      await write(chapterId, { [field]: 'Light' });
      expect((await shown(id)).chapters).toHaveLength(2);
    }
  });

  it('withholds the whole course for a match in the course’s own text', async () => {
    await addWord('napalm', { severity: 'block' });
    const { id } = await published();
    const change = async (description: string) => {
      const body = { description, version: await versionOf(id) };
      expect((await test.call(updateCourse, { params: { id }, body }, { as: teacher })).http).toBe(200);
      await settle();
    };
    await change('All about napalm.');
    expect((await test.call(getPortalCourse, { params: { id } }, { headers })).http).toBe(404);
    const { data: list } = await test.call(listPortalCourses, {}, { headers });
    expect(list.courses.map((course) => course.id)).not.toContain(id);
    expect((await move(id, 'publish')).http).not.toBe(200);
    await change('All about light.');
    expect((await shown(id)).id).toBe(id);
  });
});

describe('a word that asks for a review', () => {
  it('holds a course back until its texts are decided or fixed, and names the place', async () => {
    const word = await addWord('moonshine');
    const course = await make(teacher);
    await add(course.id, ['About moonshine']);
    const { chapters } = await tree(course.id);
    await settle();
    expect(await hitsOf(chapters[0]?.id ?? '')).toMatchObject([{ word: 'moonshine', source: 'title', state: 'open' }]);
    const held = await move(course.id, 'submit');
    expect(held).toMatchObject({ http: 409, failure: { code: 'itemsHeld' } });
    expect(held.message).toContain('About moonshine');
    await changeWord(word, { severity: 'notice' });
    await test.container.services.scans.scan(chapters[0]?.id ?? '');
    expect((await move(course.id, 'submit')).http).toBe(200);
  });
});

describe('other public items', () => {
  it('withholds a column with its subcolumns, and shows them again once the text is fixed', async () => {
    await addWord('blackjack', { severity: 'block' });
    const columnId = await makeColumn(test, []);
    const below = await makeColumn(test, []);
    await sql`update columns set parent_id = ${columnId}, path = (select path from columns where id = ${columnId}) || path
      where id = ${below}`.execute(test.db);
    const names = async () => (await test.call(listPortalColumns, {}, { headers })).data.columns.map(({ id }) => id);
    const describe = async (description: string) => {
      await sql`update columns set description = ${description} where id = ${columnId}`.execute(test.db);
      await settle();
    };
    expect(await names()).toEqual(expect.arrayContaining([columnId, below]));
    await describe('Learn blackjack here.');
    expect(await names()).toEqual(expect.not.arrayContaining([columnId]));
    expect(await names()).toEqual(expect.not.arrayContaining([below]));
    const { data: tree } = await test.call(listColumns, {}, { as: test.admin });
    expect(tree.find(({ id }) => id === columnId)?.withheld).toBe(true);
    expect((await test.call(getPortalColumn, { params: { id: columnId } }, { headers })).http).toBe(404);
    await describe('Learn here.');
    expect(await names()).toEqual(expect.arrayContaining([columnId, below]));
  });

  it('names no subject that is withheld, neither in the list nor beside a course', async () => {
    await addWord('hooligan', { severity: 'block' });
    const subjectId = newId();
    await sql`insert into subjects (id, code, name, path) values (${subjectId}, ${subjectId}, 'Sports', ${`/${subjectId}/`})`.execute(
      test.db,
    );
    const { id } = await published({ subjectId });
    expect((await shown(id)).subject).toEqual({ id: subjectId, name: 'Sports' });
    await sql`update subjects set name = 'Hooligan studies' where id = ${subjectId}`.execute(test.db);
    await settle();
    expect((await shown(id)).subject).toBeNull();
    const { data } = await test.call(listPortalSubjects, {}, { headers });
    expect(data.subjects.map((subject) => subject.id)).not.toContain(subjectId);
    const { data: known } = await test.call(getSubject, { params: { id: subjectId } }, { as: test.admin });
    expect(known.withheld).toBe(true);
  });

  it('leaves withheld slots and entries out of the home page, and publishes no draft that holds a match', async () => {
    await addWord('casino', { severity: 'block' });
    const home = homeRig(test);
    const [course, other] = [await published(), await published()];
    const slotId = await home.slot({ name: 'Welcome' });
    const entryId = await home.add(slotId, { source: 'course', courseId: course.id }, { audience: 'everyone' });
    await home.add(slotId, { source: 'course', courseId: other.id }, { audience: 'everyone' });
    await settle();
    await home.publish();
    const titles = async () => {
      const { data } = await test.call(getPortalHome, {}, { headers });
      return data.slots.find(({ name }) => name === 'Welcome')?.items.map(({ title }) => title);
    };
    expect(await titles()).toHaveLength(2);
    await home.edit(entryId, { title: 'Casino night' });
    // The draft can be published before a scan has seen it; the scan then takes it off the page.
    await home.publish();
    await settle();
    expect(await titles()).toHaveLength(1);
    await home.edit(entryId, { title: 'Casino evening' });
    await settle();
    const { data: changes } = await test.call(getHomeChanges, {}, { as: test.admin });
    const held = await test.call(publishHomePage, { body: { digest: changes.digest, note: '' } }, { as: test.admin });
    expect(held).toMatchObject({ http: 409, failure: { code: 'itemsHeld' } });
    await home.edit(entryId, { title: 'Game night' });
    await settle();
    await home.publish();
    await settle();
    expect(await titles()).toEqual(expect.arrayContaining(['Game night']));
  });

  it('keeps showing an entry if only its draft has a match, even after a reviewer blocked the draft', async () => {
    await addWord('roulette', { severity: 'block' });
    const home = homeRig(test);
    const course = await published();
    const slotId = await home.slot({ name: 'Evenings' });
    const entryId = await home.add(slotId, { source: 'course', courseId: course.id }, { audience: 'everyone' });
    await home.edit(entryId, { title: 'Chess night' });
    await settle();
    await home.publish();
    await settle();
    const titles = async () => {
      const { data } = await test.call(getPortalHome, {}, { headers });
      return data.slots.find(({ name }) => name === 'Evenings')?.items.map(({ title }) => title);
    };
    const publish = async () => {
      const { data: changes } = await test.call(getHomeChanges, {}, { as: test.admin });
      return test.call(publishHomePage, { body: { digest: changes.digest, note: '' } }, { as: test.admin });
    };
    await home.edit(entryId, { title: 'Roulette night' });
    await settle();
    expect(await hitsOf(entryId)).toMatchObject([{ word: 'roulette', state: 'open' }]);
    expect(await titles()).toEqual(['Chess night']);
    expect((await publish()).failure.code).toBe('itemsHeld');
    const params = { id: entryId };
    const { version } = (await test.call(getReview, { params }, { as: test.admin })).data;
    const body = { decision: 'block', reason: 'unsuitable', note: '', version } as const;
    const { data: decided } = await test.call(decideReview, { params, body }, { as: test.admin });
    expect(decided.review.state).toBe('blocked');
    expect(await titles()).toEqual(['Chess night']);
    expect((await publish()).failure.code).toBe('itemsHeld');
    await home.edit(entryId, { title: 'Chess tournament' });
    await settle();
    expect((await publish()).http).toBe(200);
    expect(await titles()).toEqual(['Chess tournament']);
  });
});

describe('the review of an item', () => {
  it('is seen in its department, opens at its text, and takes a second person to show a cleared chapter again', async () => {
    await addWord('vampire', { severity: 'block' });
    const { id: courseId, chapterId } = await published();
    await write(chapterId, { body: 'Dracula the vampire.' });
    const pages = [reviewPage];
    const reviewer = await test.identity({ roleId: 3, departmentId: campus.physics, pages });
    const second = await test.identity({ roleId: 3, departmentId: campus.physics, pages });
    const outsider = await test.identity({ roleId: 3, departmentId: campus.history, pages });
    const params = { id: chapterId };
    expect((await test.call(getReview, { params }, { as: outsider })).http).toBe(404);
    const { data: list } = await test.call(listReviews, { query: { kind: 'chapter' } as never }, { as: reviewer });
    const row = list.rows.find(({ id }) => id === chapterId);
    expect(row).toMatchObject({ resource: { kind: 'chapter', title: 'Light', state: 'blocked' }, severity: 'block' });
    const { data: view } = await test.call(getReview, { params }, { as: reviewer });
    expect(view.moves).toEqual(expect.arrayContaining(['clear', 'block', 'return', 'escalate']));
    expect(view.moves).not.toContain('mask');
    const { data: hits } = await test.call(listHits, { params, query: {} as never }, { as: reviewer });
    const hitId = hits.rows[0]?.id ?? '';
    const { data: text } = await test.call(getHitText, { params: { id: chapterId, hitId } }, { as: reviewer });
    expect(text).toMatchObject({ place: { source: 'body' }, text: 'Dracula the vampire.', stale: false });
    const decision = { decision: 'clear', reason: 'teaching', note: '', version: view.version } as const;
    const { data: cleared } = await test.call(decideReview, { params, body: decision }, { as: reviewer });
    expect(cleared.review).toMatchObject({ state: 'blocked', resource: { state: 'blocked' } });
    expect((await shown(courseId)).chapters).toEqual([]);
    const answer = { agree: true, note: '', version: cleared.review.version };
    const alone = await test.call(answerUnblock, { params, body: answer }, { as: reviewer });
    expect(alone.failure.code).toBe('secondPerson');
    const { data: agreed } = await test.call(answerUnblock, { params, body: answer }, { as: second });
    expect(agreed).toMatchObject({ state: 'cleared', resource: { state: 'published' } });
    expect((await shown(courseId)).chapters).toHaveLength(1);
    // A text that was cleared stays cleared when it is scanned again.
    await write(chapterId, { goals: 'Know your vampires? No: know the novel.' });
    expect((await shown(courseId)).chapters).toEqual([]);
    await write(chapterId, { goals: '' });
    expect((await shown(courseId)).chapters).toHaveLength(1);
  });

  it('can be blocked by a reviewer, undone, and given back to the owner of the course', async () => {
    await addWord('werewolf', { severity: 'review' });
    const { id: courseId, chapterId } = await published();
    await write(chapterId, { body: 'About the werewolf.' });
    expect((await shown(courseId)).chapters).toHaveLength(1);
    const reviewer = await test.identity({ roleId: 3, departmentId: campus.physics, pages: [reviewPage] });
    const params = { id: chapterId };
    const view = async () => (await test.call(getReview, { params }, { as: reviewer })).data;
    const why = { reason: 'unsuitable', note: 'Not for learners' } as const;
    const block = { ...why, decision: 'block', version: (await view()).version } as const;
    const { data: blocked } = await test.call(decideReview, { params, body: block }, { as: reviewer });
    expect((await shown(courseId)).chapters).toEqual([]);
    const undone = {
      params: { id: chapterId, decisionId: blocked.decisionId },
      body: { version: blocked.review.version },
    };
    expect((await test.call(undoDecision, undone, { as: reviewer })).http).toBe(200);
    expect((await shown(courseId)).chapters).toHaveLength(1);
    const back = { ...why, decision: 'return', version: (await view()).version } as const;
    expect((await test.call(decideReview, { params, body: back }, { as: reviewer })).data.review.state).toBe(
      'returned',
    );
    const task = await test.db
      .selectFrom('tasks')
      .select(['assignee_id', 'object_type'])
      .where('dedupe_key', '=', `reviewReturned:${chapterId}`)
      .executeTakeFirstOrThrow();
    expect(task).toEqual({ assignee_id: teacher.userId, object_type: 'chapter' });
  });

  it('is deleted with its item', async () => {
    await addWord('zombie');
    const course = await make(teacher, { description: 'A zombie course' });
    await settle();
    expect(await hitsOf(course.id)).toHaveLength(1);
    await sql`delete from courses where id = ${course.id}`.execute(test.db);
    await settle();
    expect(await hitsOf(course.id)).toEqual([]);
    expect((await test.call(getReview, { params: { id: course.id } }, { as: test.admin })).http).toBe(404);
  });
});

describe('a cover', () => {
  it('is read by the machine, and a word that blocks in it withholds the course', { timeout: 120_000 }, async () => {
    const { id } = await published();
    const fileId = newId();
    const { fileStore } = test.container.services;
    const picture = path.join(import.meta.dirname, '../../engines/ocr/fixtures/sheet.png');
    const stored = await fileStore.write(createReadStream(picture));
    const file = { ...stored, id: fileId, name: 'cover.png', contentType: 'image/png', createdBy: test.admin.userId };
    await test.db.transaction().execute((transaction) => insertFile(transaction, file));
    await sql`update courses set cover_file_id = ${fileId} where id = ${id}`.execute(test.db);
    await settle();
    const asked = () =>
      test.db
        .selectFrom('jobs')
        .select(sql<string>`input ->> 'fileId'`.as('file'))
        .where('kind', '=', 'readCover')
        .execute();
    expect(await asked()).toEqual([{ file: fileId }]);
    const read = readCover({ fileStore, run: runSandboxed, ocrModels: {} });
    const job = { input: { fileId } } as unknown as Parameters<typeof read>[0];
    const tools = { db: test.db, signal: new AbortController().signal, report: () => undefined, log: () => undefined };
    const { save } = await read(job, tools);
    await test.db.transaction().execute(async (transaction) => save?.(transaction));
    await settle();
    expect((await shown(id)).id).toBe(id);
    const { text } = await test.db.selectFrom('cover_texts').select('text').executeTakeFirstOrThrow();
    const longest = text.split(/\s+/u).toSorted((one, other) => other.length - one.length)[0] ?? '';
    await addWord(longest, { severity: 'block' });
    await test.container.services.scans.scan(id);
    expect(await hitsOf(id)).toMatchObject([{ source: 'cover', state: 'open' }]);
    expect((await test.call(getPortalCourse, { params: { id } }, { headers })).http).toBe(404);
    await sql`update courses set cover_file_id = null where id = ${id}`.execute(test.db);
    await settle();
    expect((await shown(id)).id).toBe(id);
  });
});

/** Runs last: it starts the worker, which scans automatically, and nothing is scanned after it stops. */
describe('a new word', () => {
  it('is looked for in courses and chapters that were clean before', async () => {
    const { id, chapterId } = await published({ description: 'All about barnacles' });
    await write(chapterId, { body: 'First paragraph.\n\nThen come the barnacles.' });
    await test.container.worker.start();
    const wordId = await addWord('barnacles', { severity: 'block' });
    await wake();
    await eventually(async () => {
      const rows = await test.db
        .selectFrom('sensitive_hits')
        .select('resource_id')
        .where('word_id', '=', wordId)
        .execute();
      expect(rows.map((row) => row.resource_id).sort()).toEqual([id, chapterId].sort());
    });
    await test.container.worker.stop();
    expect(await hitsOf(chapterId)).toMatchObject([{ source: 'body', position: 2 }]);
    expect((await test.call(getPortalCourse, { params: { id } }, { headers })).http).toBe(404);
  });
});

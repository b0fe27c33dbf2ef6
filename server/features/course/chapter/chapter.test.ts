import {
  addChapterItems,
  getChapter,
  placeChapterItems,
  previewChapter,
  searchShelf,
  suggestForChapter,
  updateChapter,
  updateChapterItem,
} from '@lectern/contract/features/chapter.ts';
import { showChapters, undoCatalogueChange } from '@lectern/contract/features/course-catalogue.ts';
import { getCourseChecks } from '@lectern/contract/features/course-detail.ts';
import { listUses } from '@lectern/contract/features/resource-detail.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startCourseRig } from '../../../testing/course-rig.ts';

const { test, editor, teacher, make, resource, tree, add } = await startCourseRig();
afterAll(() => test.close());

describe('a chapter', () => {
  async function chapterOf(as = teacher) {
    const { id } = await make(as);
    const { chapterIds } = await add(id, ['Interference of light', 'Next'], null, as);
    return { courseId: id, id: chapterIds[0] ?? '', next: chapterIds[1] ?? '' };
  }

  it('shows its text and its place in the tree', async () => {
    const { id, next } = await chapterOf();
    const { data } = await test.call(getChapter, { params: { id } }, { as: teacher });
    expect(data).toMatchObject({ number: '1', previous: null, next: { id: next, number: '2' }, problems: ['empty'] });
    const body = { goals: 'Explain fringes', visible: false, version: data.version };
    expect((await test.call(updateChapter, { params: { id }, body }, { as: teacher })).data).toMatchObject({
      goals: 'Explain fringes',
      visible: false,
    });
    expect((await test.call(updateChapter, { params: { id }, body }, { as: teacher })).failure.code).toBe(
      'changedMeanwhile',
    );
    const dates = {
      availableFrom: '2026-02-01T00:00:00Z',
      availableUntil: '2026-01-01T00:00:00Z',
      version: data.version + 1,
    };
    expect((await test.call(updateChapter, { params: { id }, body: dates }, { as: teacher })).http).toBe(422);
  });

  it('holds resources in their order, with the part and the note of each', async () => {
    const { id, courseId } = await chapterOf();
    const video = await resource({
      kind: 'video',
      title: 'Film',
      duration_seconds: 100,
      format: 'mp4',
      content_type: 'video/mp4',
    });
    const [paper, other] = [await resource({ title: 'Paper' }), await resource({ title: 'Other' })];
    const added = await test.call(
      addChapterItems,
      { params: { id }, body: { resourceIds: [video, paper, other] } },
      { as: teacher },
    );
    const items = added.data.chapter.items;
    const [film, first, last] = items.map((item) => item.id) as [string, string, string];
    expect(items.map((item) => item.resource.title)).toEqual(['Film', 'Paper', 'Other']);
    const params = { id };
    const placed = await test.call(
      placeChapterItems,
      { params, body: { itemIds: [last], beforeId: film } },
      { as: teacher },
    );
    expect(placed.data.chapter.items.map((item) => item.id)).toEqual([last, film, first]);
    const set = (itemId: string, body: object) =>
      test.call(updateChapterItem, { params: { id, itemId }, body }, { as: teacher });
    expect((await set(film, { startMs: 5_000, endMs: 4_000 })).http).toBe(422);
    expect((await set(first, { startMs: 5_000 })).http).toBe(422);
    const parted = await set(film, { startMs: 5_000, endMs: 200_000, required: false, note: 'Only this' });
    expect(parted.data.chapter.items[1]).toMatchObject({
      startMs: 5_000,
      required: false,
      problems: ['noSubtitles', 'beyondEnd'],
    });
    const undone = await test.call(
      undoCatalogueChange,
      { params: { id: courseId }, body: { undo: parted.data.undo ?? '' } },
      { as: teacher },
    );
    expect(undone.http).toBe(200);
    expect((await test.call(getChapter, { params }, { as: teacher })).data.items[1]).toMatchObject({
      startMs: null,
      required: true,
    });
    // Resources already in the chapter keep their place and aren't added twice.
    const again = await test.call(addChapterItems, { params, body: { resourceIds: [video] } }, { as: teacher });
    expect(again.data.chapter.items).toHaveLength(3);
    expect(again.data.undo).toBeNull();
    expect((await test.call(listUses, { params: { id: video } }, { as: editor })).data).toMatchObject([
      { kind: 'course', detail: 'Interference of light' },
    ]);
  });

  it('accepts only readable resources outside Trash', async () => {
    const { id } = await chapterOf();
    const hidden = await resource({ state: 'draft' });
    const binned = await resource({ state: 'trashed', owner_id: teacher.userId });
    const put = (resourceIds: string[]) =>
      test.call(addChapterItems, { params: { id }, body: { resourceIds } }, { as: teacher });
    expect((await put([hidden])).http).toBe(404);
    expect((await put([binned])).failure.code).toBe('inTrash');
    expect((await put([crypto.randomUUID()])).http).toBe(404);
  });

  it('finds resources on the shelf and suggests what fits, published ones first', async () => {
    const { id } = await chapterOf();
    const shown = await resource({ title: 'Interference patterns' });
    const draft = await resource({ title: 'Interference draft', state: 'draft', owner_id: teacher.userId });
    await resource({ title: 'Interference of others', state: 'draft' });
    const found = await test.call(searchShelf, { params: { id }, query: { search: 'interference' } }, { as: teacher });
    expect(found.data.rows.map((row) => row.id)).toEqual([shown, draft]);
    const suggested = (await test.call(suggestForChapter, { params: { id } }, { as: teacher })).data;
    expect(suggested.words).toContain('interference');
    expect(suggested.words).not.toContain('of');
    expect(suggested.rows.map((row) => row.id)).toContain(shown);
    await test.call(addChapterItems, { params: { id }, body: { resourceIds: [shown] } }, { as: teacher });
    expect(
      (await test.call(suggestForChapter, { params: { id } }, { as: teacher })).data.rows.map((row) => row.id),
    ).not.toContain(shown);
    const used = await test.call(searchShelf, { params: { id }, query: { search: 'interference' } }, { as: teacher });
    expect(used.data.rows[0]?.usedIn).toMatchObject([{ id }]);
  });

  it('shows learners only public content', async () => {
    const { id, courseId } = await chapterOf(test.admin);
    const wanted: [string, Record<string, unknown>][] = [
      ['shown', {}],
      ['to the world', { visibility: 'everyone' }],
      ['draft', { state: 'draft' }],
      ['blocked', { state: 'blocked' }],
      ['trashed', { state: 'offline' }],
      ['for its owner', { visibility: 'owner' }],
      ['over', { offline_at: new Date(Date.now() - 1_000) }],
      ['to come', { publish_at: new Date(Date.now() + 60_000) }],
      ['licence over', { licence_until: '2020-01-01' }],
    ];
    const resourceIds: string[] = [];
    for (const [title, values] of wanted) resourceIds.push(await resource({ title, ...values }));
    await test.call(addChapterItems, { params: { id }, body: { resourceIds } }, { as: test.admin });
    await sql`update resources set state = 'trashed' where id = ${resourceIds[4]}`.execute(test.db);
    const preview = async (audience: 'campus' | 'everyone') =>
      (await test.call(previewChapter, { params: { id }, query: { audience } }, { as: test.admin })).data;
    expect((await preview('campus')).items.map((item) => item.title)).toEqual(['shown', 'to the world']);
    expect((await preview('everyone')).items.map((item) => item.title)).toEqual(['to the world']);
    expect((await preview('campus')).open).toBe(true);
    expect([(await preview('campus')).courseOpen, (await preview('everyone')).courseOpen]).toEqual([true, false]);
    const { version } = await tree(courseId, test.admin);
    await test.call(
      showChapters,
      { params: { id: courseId }, body: { chapterIds: [id], visible: false, catalogueVersion: version } },
      { as: test.admin },
    );
    expect((await preview('campus')).open).toBe(false);
    const checks = (await test.call(getCourseChecks, { params: { id: courseId } }, { as: test.admin })).data;
    expect(checks.resources.map((one) => one.problems[0])).toEqual([
      'notPublished',
      'blocked',
      'trashed',
      'notVisible',
      'outOfDates',
      'outOfDates',
      'outOfDates',
    ]);
  });
});

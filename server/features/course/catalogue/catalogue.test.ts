import {
  addChapterItems,
  getChapter,
  removeChapterItems,
  updateChapterItem,
} from '@lectern/contract/features/chapter.ts';
import { duplicateCourse } from '@lectern/contract/features/course.ts';
import {
  addChapters,
  moveChapters,
  removeChapters,
  renameChapter,
  undoCatalogueChange,
} from '@lectern/contract/features/course-catalogue.ts';
import { listCourseResources } from '@lectern/contract/features/course-detail.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { shape, startCourseRig } from '../../../testing/course-rig.ts';

const { test, teacher, make, resource, tree, add } = await startCourseRig();
afterAll(() => test.close());

describe('a catalogue', () => {
  it('can be extended, reordered and reduced, and each change is undone with the same IDs', async () => {
    const { id } = await make();
    const top = await add(id, ['One', 'Two', 'Three']);
    const [one, two, three] = top.chapterIds as [string, string, string];
    const below = await add(id, ['Inside'], one);
    const [inside] = below.chapterIds as [string];
    expect(shape(below.catalogue.chapters)).toEqual(['1 One', '1.1 Inside', '2 Two', '3 Three']);
    const params = { id };
    const move = { chapterIds: [three], parentId: null, beforeId: one, catalogueVersion: below.catalogue.version };
    const moved = (await test.call(moveChapters, { params, body: move }, { as: teacher })).data;
    expect(shape(moved.catalogue.chapters)).toEqual(['1 Three', '2 One', '2.1 Inside', '3 Two']);
    expect(await test.call(moveChapters, { params, body: move }, { as: teacher })).toMatchObject({ http: 409 });

    const held = await resource();
    await test.call(addChapterItems, { params: { id: inside }, body: { resourceIds: [held] } }, { as: teacher });
    const before = await tree(id);
    const remove = { chapterIds: [one], catalogueVersion: before.version };
    const removed = (await test.call(removeChapters, { params, body: remove }, { as: teacher })).data;
    expect(shape(removed.catalogue.chapters)).toEqual(['1 Three', '2 Two']);
    const back = await test.call(undoCatalogueChange, { params, body: { undo: removed.undo ?? '' } }, { as: teacher });
    expect(back.data.catalogue.chapters.map((chapter) => chapter.id)).toEqual([three, one, inside, two]);
    expect((await test.call(listCourseResources, { params }, { as: teacher })).data).toMatchObject([
      { resource: { id: held }, chapterNumber: '2.1' },
    ]);
    // Redo.
    const again = await test.call(
      undoCatalogueChange,
      { params, body: { undo: back.data.undo ?? '' } },
      { as: teacher },
    );
    expect(shape(again.data.catalogue.chapters)).toEqual(['1 Three', '2 Two']);
    expect(
      (await test.call(undoCatalogueChange, { params, body: { undo: back.data.undo ?? '' } }, { as: teacher })).failure
        .code,
    ).toBe('undoNotPossible');
  });

  it('refuses Undo over someone else’s change', async () => {
    const { id } = await make();
    const params = { id };
    const { chapterIds } = await add(id, ['One']);
    const chapterId = chapterIds[0] ?? '';
    const rename = async (title: string) => {
      const { version } = await tree(id);
      const request = { params: { id, chapterId }, body: { title, catalogueVersion: version } };
      return (await test.call(renameChapter, request, { as: teacher })).data.undo ?? '';
    };
    const first = await rename('First');
    await rename('Second');
    expect(
      (await test.call(undoCatalogueChange, { params, body: { undo: first } }, { as: teacher })).failure.code,
    ).toBe('changedMeanwhile');
    expect(shape((await tree(id)).chapters)).toEqual(['1 Second']);
  });

  it('never closes a circle, nor grows deeper than it may', async () => {
    const { id } = await make();
    const params = { id };
    let parent: string | null = null;
    const ids: string[] = [];
    for (let level = 1; level <= 6; level += 1) {
      const { chapterIds } = await add(id, [`Level ${level}`], parent);
      parent = chapterIds[0] ?? null;
      ids.push(chapterIds[0] ?? '');
    }
    const { version } = await tree(id);
    const deeper = { titles: ['Too deep'], parentId: parent, catalogueVersion: version };
    expect((await test.call(addChapters, { params, body: deeper }, { as: teacher })).failure.code).toBe('tooDeep');
    const circle = { chapterIds: [ids[0] ?? ''], parentId: ids[2] ?? '', beforeId: null, catalogueVersion: version };
    expect((await test.call(moveChapters, { params, body: circle }, { as: teacher })).failure.code).toBe('intoItself');
  });

  it('knows no chapters of other courses', async () => {
    const [mine, other] = [await make(), await make(test.admin)];
    const foreign = (await add(other.id, ['Foreign'], null, test.admin)).chapterIds[0] ?? '';
    const own = (await add(mine.id, ['Own'])).chapterIds[0] ?? '';
    const { version } = await tree(mine.id);
    const params = { id: mine.id };
    const answers = [
      await test.call(
        renameChapter,
        { params: { id: mine.id, chapterId: foreign }, body: { title: 'x', catalogueVersion: version } },
        { as: teacher },
      ),
      await test.call(
        moveChapters,
        { params, body: { chapterIds: [foreign], parentId: null, beforeId: null, catalogueVersion: version } },
        { as: teacher },
      ),
      await test.call(
        moveChapters,
        { params, body: { chapterIds: [own], parentId: foreign, beforeId: null, catalogueVersion: version } },
        { as: teacher },
      ),
      await test.call(
        removeChapters,
        { params, body: { chapterIds: [foreign], catalogueVersion: version } },
        { as: teacher },
      ),
      await test.call(getChapter, { params: { id: foreign } }, { as: teacher }),
      await test.call(
        addChapterItems,
        { params: { id: foreign }, body: { resourceIds: [await resource()] } },
        { as: teacher },
      ),
    ];
    expect(answers.map((answer) => answer.http)).toEqual([404, 404, 404, 404, 404, 404]);
    const item =
      (
        await test.call(
          addChapterItems,
          { params: { id: foreign }, body: { resourceIds: [await resource()] } },
          { as: test.admin },
        )
      ).data.chapter.items[0]?.id ?? '';
    expect(
      (await test.call(updateChapterItem, { params: { id: own, itemId: item }, body: { note: 'x' } }, { as: teacher }))
        .http,
    ).toBe(404);
    expect(
      (await test.call(removeChapterItems, { params: { id: own }, body: { itemIds: [item] } }, { as: teacher })).http,
    ).toBe(404);
  });

  it('is copied whole into a new draft', async () => {
    const { id } = await make();
    const { chapterIds } = await add(id, ['One', 'Two']);
    await add(id, ['Inside'], chapterIds[1] ?? null);
    await test.call(
      addChapterItems,
      { params: { id: chapterIds[0] ?? '' }, body: { resourceIds: [await resource()] } },
      { as: teacher },
    );
    const body = { name: 'Copy', code: 'COPY-COPY', term: '2027' };
    const copy = (await test.call(duplicateCourse, { params: { id }, body }, { as: teacher })).data;
    expect(shape((await tree(copy.id)).chapters)).toEqual(['1 One', '2 Two', '2.1 Inside']);
    expect((await test.call(listCourseResources, { params: { id: copy.id } }, { as: teacher })).data).toHaveLength(1);
    expect(copy.state).toBe('draft');
  });
});

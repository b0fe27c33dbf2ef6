import { listResources } from '@lectern/contract/features/resource.ts';
import { describeSelection, prepareDownload, previewChanges } from '@lectern/contract/features/resource-action.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus } from '../../../testing/campus.ts';
import { makeResource, makeStaff, type Staff } from '../../../testing/resource-rig.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let staff: Staff;
let tagId: string;
const ids: string[] = [];
beforeAll(async () => {
  test = await startTestApp();
  staff = await makeStaff(test, await buildCampus(test));
  tagId = (await test.container.services.tags.create(await test.context(test.admin), 'Optics')).id;
  const wishes = [
    { owner: staff.owner, title: 'Optics 1', language: 'en', author: 'Ada', year: 2001, tagIds: [tagId] },
    { owner: staff.owner, title: 'Optics 2', language: 'en', author: 'Ada', year: 2002 },
    { owner: staff.otherEditor, title: 'Optics 3', language: 'en', state: 'published' },
    { owner: staff.owner, title: 'Optics 4', language: 'en', author: 'Ada', state: 'trashed' },
  ] as const;
  for (const wish of wishes) {
    const { tagIds, ...rest } = { tagIds: [] as readonly string[], ...wish };
    ids.push((await makeResource(test, { ...rest, tagIds: [...tagIds] })).id);
  }
});
afterAll(() => test.close());

const chosen = { list: 'resource', selection: { matching: 'title=optics' } };

describe('a selection', () => {
  it('says what all have in common, and what differs', async () => {
    const { data } = await test.call(describeSelection, { body: chosen }, { as: staff.editor });
    expect(data).toMatchObject({ count: 3, editable: 2, tags: [{ id: tagId, name: 'Optics', count: 1 }] });
    expect(data.fields).toMatchObject({
      language: { mixed: false, value: 'en' },
      author: { mixed: true, values: 2 },
      year: { mixed: true, values: 3 },
      description: { mixed: false, value: '' },
      licence: { mixed: false, value: null },
    });
  });

  it('by a mistyped word is what the list shows for it, to look at, to edit and to take along', async () => {
    const { id } = await makeResource(test, { owner: staff.owner, title: 'Thermodynamics' });
    const matching = 'search=termodynamics';
    const { data: shown } = await test.call(
      listResources,
      { query: { search: 'termodynamics' } },
      { as: staff.editor },
    );
    expect([shown.similar, shown.rows.map((row) => row.id)]).toEqual([true, [id]]);
    const body = { list: 'resource', selection: { matching } };
    expect((await test.call(describeSelection, { body }, { as: staff.editor })).data.count).toBe(1);
    const changes = { language: 'zh' as const };
    const preview = await test.call(previewChanges, { body: { ...body, changes } } as never, { as: staff.editor });
    expect(preview.data).toMatchObject({ changed: 1, samples: [{ id }] });
    expect((await test.call(prepareDownload, { body }, { as: staff.editor })).data.files).toBe(1);
  });

  it('can be given by IDs, without invisible ones', async () => {
    const body = { list: 'resource', selection: { ids } };
    expect((await test.call(describeSelection, { body }, { as: staff.editor })).data.count).toBe(4);
    expect((await test.call(describeSelection, { body }, { as: staff.stranger })).data.count).toBe(1);
  });

  it('shows before and after of an edit, and how many it changes, leaves and refuses', async () => {
    const changes = {
      title: { find: 'Optics', replace: 'Waves' },
      language: 'zh',
      tags: { add: [tagId], remove: [] },
    } as const;
    const { data } = await test.call(previewChanges, { body: { ...chosen, changes } } as never, { as: staff.editor });
    expect(data).toMatchObject({ changed: 2, same: 0, refused: 1 });
    const sample = data.samples.find((one) => one.title === 'Optics 2');
    expect(sample?.changes).toEqual([
      { field: 'title', before: 'Optics 2', after: 'Waves 2' },
      { field: 'language', before: 'en', after: 'zh' },
      { field: 'tagIds', before: '', after: 'Optics' },
    ]);
  });

  it('counts unchanged values as equal', async () => {
    const body = { ...chosen, changes: { author: 'Ada', year: 2001 } };
    const { data } = await test.call(previewChanges, { body }, { as: staff.editor });
    expect(data).toMatchObject({ changed: 1, same: 1, refused: 1 });
  });

  it('refuses lists and views that are not there', async () => {
    for (const body of [
      { list: 'user', selection: { matching: '' } },
      { list: 'resource', selection: { matching: 'nonsense=1' } },
    ]) {
      expect((await test.call(describeSelection, { body }, { as: staff.editor })).status).toBe(422);
    }
  });
});

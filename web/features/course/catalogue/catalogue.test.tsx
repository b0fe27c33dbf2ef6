import type { CatalogueNode } from '@lectern/contract/features/course-catalogue.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { openCourse } from '../testing/open-course.tsx';
import {
  courseId,
  idOf,
  sampleCatalogue,
  sampleChapter,
  sampleCourse,
  sampleItem,
  sampleNode,
  sampleShelf,
} from '../testing/sample-course.ts';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const at = `/api/courses/${courseId}/catalogue`;
const one = sampleNode(1, { resources: 1, resourcesBelow: 1 });
const two = sampleNode(2);
const nodes = [one, two];
const changed = (chapters: CatalogueNode[], change: { chapterIds?: string[]; undo?: string } = {}) =>
  envelope({
    catalogue: sampleCatalogue(chapters, { version: 6 }),
    chapterIds: change.chapterIds ?? [],
    undo: change.undo ?? idOf(700),
  });
const row = (name: RegExp) => screen.findByRole('treeitem', { name });
const open = (calls = {}, chapters = nodes) => openCourse(sampleCourse(), { query: '?tab=catalogue', chapters, calls });
const undo = () => notifications.get().at(-1)?.action?.run();

describe('the catalogue of a course, by keyboard', () => {
  it('starts with the first chapter and continues until Escape', async () => {
    const made = sampleNode(1, { title: 'Cells' });
    const { api } = await open({ [`POST ${at}`]: () => changed([made], { chapterIds: [made.id] }) }, []);
    await userEvent.click(await screen.findByRole('button', { name: 'Add first chapter' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Chapter title' }), 'Cells{Enter}');
    await waitFor(() =>
      expect(api.sent(`POST ${at}`)[0]?.body).toEqual({
        parentId: null,
        beforeId: null,
        titles: ['Cells'],
        catalogueVersion: 5,
      }),
    );
    expect(await row(/Cells/)).toBeTruthy();
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Chapter title' });
    expect(field.value).toBe('');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Chapter title' })).toBeNull());
  });

  it('adds below with +, beside with Insert', async () => {
    const { api } = await open({ [`POST ${at}`]: () => changed(nodes, { chapterIds: [two.id] }) });
    (await row(/Chapter 1/)).focus();
    await userEvent.keyboard('+');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Chapter title' }), 'Below{Enter}');
    await waitFor(() => expect(api.sent(`POST ${at}`)[0]?.body).toMatchObject({ parentId: one.id, beforeId: null }));
    await userEvent.keyboard('{Escape}');
    (await row(/Chapter 1/)).focus();
    await userEvent.keyboard('{Insert}');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Chapter title' }), 'Beside{Enter}');
    await waitFor(() => expect(api.sent(`POST ${at}`)[1]?.body).toMatchObject({ parentId: null, beforeId: two.id }));
  });

  it('renames with Enter, at once on screen', async () => {
    const call = `POST ${at}/${one.id}/rename`;
    const { api } = await open({ [call]: () => changed([{ ...one, title: 'Cells' }, two]) });
    (await row(/Chapter 1/)).focus();
    await userEvent.keyboard('{Enter}');
    const field = await screen.findByRole('textbox', { name: 'New name for Chapter 1' });
    await userEvent.clear(field);
    await userEvent.type(field, 'Cells{Enter}');
    await waitFor(() => expect(api.sent(call)[0]?.body).toEqual({ title: 'Cells', catalogueVersion: 5 }));
    expect(await row(/Cells/)).toBeTruthy();
  });

  it('indents with Alt and an arrow, and takes it back by Undo', async () => {
    const moved = [one, { ...two, parentId: one.id, number: '1.1' }];
    const { api } = await open({
      [`POST ${at}/move`]: () => changed(moved, { undo: idOf(701) }),
      [`POST ${at}/undo`]: () => changed(nodes, { undo: idOf(702) }),
    });
    (await row(/Chapter 2/)).focus();
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await waitFor(() =>
      expect(api.sent(`POST ${at}/move`)[0]?.body).toEqual({
        chapterIds: [two.id],
        parentId: one.id,
        beforeId: null,
        catalogueVersion: 5,
      }),
    );
    expect((await row(/1\.1 Chapter 2/)).getAttribute('aria-level')).toBe('2');
    undo();
    await waitFor(() => expect(api.sent(`POST ${at}/undo`)[0]?.body).toEqual({ undo: idOf(701) }));
    expect((await row(/2 Chapter 2/)).getAttribute('aria-level')).toBe('1');
  });

  it('removes with Delete, and brings it back by Undo', async () => {
    const { api } = await open({
      [`POST ${at}/remove`]: () => changed([one], { undo: idOf(703) }),
      [`POST ${at}/undo`]: () => changed(nodes),
    });
    (await row(/Chapter 2/)).focus();
    await userEvent.keyboard('{Delete}');
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: /Chapter 2/ })).toBeNull());
    expect(api.sent(`POST ${at}/remove`)[0]?.body).toEqual({ chapterIds: [two.id], catalogueVersion: 5 });
    undo();
    expect(await row(/Chapter 2/)).toBeTruthy();
  });

  it('loads the latest tree after a conflict', async () => {
    let asked = 0;
    const newer = sampleCatalogue([one, { ...two, title: 'Of somebody else' }], { version: 9 });
    await open({
      [`POST ${at}/move`]: () => failure(409, 'changed', { code: 'changedMeanwhile' }, 409),
      [`GET ${at}`]: () => envelope(asked++ === 0 ? sampleCatalogue(nodes) : newer),
    });
    (await row(/Chapter 2/)).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(await row(/Of somebody else/)).toBeTruthy();
  });

  it('can only be read where the course is not theirs', async () => {
    const { api } = await openCourse(sampleCourse({ mayEdit: false, moves: [] }), {
      query: '?tab=catalogue',
      chapters: nodes,
      calls: { [`GET ${at}`]: () => envelope(sampleCatalogue(nodes, { mayEdit: false })) },
    });
    (await row(/Chapter 2/)).focus();
    await userEvent.keyboard('{Delete}{Enter}{Alt>}{ArrowUp}{/Alt}');
    expect(screen.queryByRole('button', { name: 'Add chapter' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Resource list' })).toBeNull();
    expect(api.calls.every(({ method }) => method === 'GET')).toBe(true);
  });
});

describe('the shelf', () => {
  const chapter = sampleChapter({ items: [sampleItem(1)] });
  const shelf = () => envelope({ rows: [sampleShelf(1), sampleShelf(2), sampleShelf(3)], more: false });
  const add = `POST /api/chapters/${one.id}/items`;
  const calls = {
    [`GET /api/chapters/${one.id}`]: () => envelope(chapter),
    [`GET /api/chapters/${one.id}/shelf`]: shelf,
    [add]: () => envelope({ chapter: { ...chapter, items: [sampleItem(1), sampleItem(2)] }, undo: idOf(704) }, 201),
  };

  it('adds chosen resources to the chosen chapter with Enter, and marks those in it', async () => {
    const { api } = await open(calls);
    const known = await screen.findByRole<HTMLInputElement>('checkbox', {
      name: 'Resource 1 is already in this chapter',
    });
    expect(known.disabled).toBe(true);
    const second = screen.getByRole('checkbox', { name: 'Select Resource 2' });
    second.focus();
    await userEvent.keyboard(' {ArrowDown} {Enter}');
    await waitFor(() =>
      expect(api.sent(add)[0]?.body).toEqual({ resourceIds: [idOf(302), idOf(303)], beforeId: null }),
    );
  });

  it('searches by words and kind', async () => {
    const { api } = await open(calls);
    await screen.findByRole('checkbox', { name: 'Select Resource 2' });
    await userEvent.click(screen.getByRole('button', { name: 'Video' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search by title, tag or text' }), 'cell{Enter}');
    await waitFor(() => {
      const query = api.sent(`GET /api/chapters/${one.id}/shelf`).at(-1)?.url.searchParams;
      expect([query?.get('search'), query?.get('kind')]).toEqual(['cell', 'video']);
    });
  });

  it('suggests what fits the words of the chapter', async () => {
    await open({
      ...calls,
      [`GET /api/chapters/${one.id}/suggestions`]: () => envelope({ words: ['energy'], rows: [sampleShelf(2)] }),
    });
    await userEvent.click(await screen.findByRole('tab', { name: 'Suggestions' }));
    expect(await screen.findByText('Based on energy')).toBeTruthy();
    const list = within(await screen.findByRole('list', { name: 'Resources in the list' }));
    expect(list.getAllByRole('checkbox')).toHaveLength(1);
  });
});

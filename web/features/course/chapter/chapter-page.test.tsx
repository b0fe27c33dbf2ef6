import type { ChapterView } from '@lectern/contract/features/chapter.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { envelope, failure, type SentCall, stubApi } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { sharedCalls } from '../testing/open-course.tsx';
import { courseId, editor, idOf, sampleChapter, sampleItem } from '../testing/sample-course.ts';
import { ChapterPage } from './chapter-page.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const at = `/api/chapters/${idOf(101)}`;
type Calls = Parameters<typeof stubApi>[0];

async function openChapter(chapter: ChapterView, calls: Calls = {}) {
  const own = { holder: { id: editor.id, name: editor.name }, since: chapter.createdAt, own: true };
  const api = stubApi({
    ...sharedCalls,
    [`GET ${at}`]: () => envelope(chapter),
    [`GET ${at}/lock`]: () => envelope(null),
    [`PUT ${at}/lock`]: () => envelope(own),
    [`DELETE ${at}/lock`]: () => envelope(null, 204),
    [`GET ${at}/shelf`]: () => envelope({ rows: [], more: false }),
    ...calls,
  });
  return { api, ...(await renderPage(`/app/course/list/catalog/detail/${chapter.id}`, ChapterPage, editor)) };
}
const video = sampleItem(1, {
  resource: { ...sampleItem(1).resource, kind: 'video', title: 'Respiration', durationSeconds: 90, readable: false },
});
const itemCall = `PATCH ${at}/items/${video.id}`;
const answering =
  (chapter: ChapterView) =>
  ({ body }: SentCall) =>
    envelope({ chapter: { ...chapter, items: [{ ...video, ...(body as object) }] }, undo: idOf(700) });

describe('the page of a chapter', () => {
  it('shows why it can’t be loaded, with a link back', async () => {
    await openChapter(sampleChapter(), { [`GET ${at}`]: () => failure(500, 'Something went wrong', {}, 500) });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).classList.contains('visually-hidden')).toBe(false);
    expect(screen.getByRole('link', { name: 'Back to courses' })).toBeTruthy();
  });

  it('links to the neighbouring chapters and back to the catalogue', async () => {
    const { address } = await openChapter(sampleChapter());
    const back = await screen.findByRole('link', { name: 'Back to chapters' });
    expect(back.getAttribute('href')).toContain(`/detail/${courseId}?tab=catalogue&chapter=${idOf(101)}`);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous chapter' }).disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Next chapter' }));
    await waitFor(() => expect(address()).toContain(`/catalog/detail/${idOf(102)}`));
  });

  it('saves only what changed, with the version it was read in, and goes back by Undo', async () => {
    const chapter = sampleChapter();
    const { api } = await openChapter(chapter, {
      [`PATCH ${at}`]: ({ body }) => envelope({ ...chapter, ...(body as object), version: 3 }),
    });
    await userEvent.type(await screen.findByRole('textbox', { name: /^Goals/ }), 'Explain');
    await userEvent.click(await screen.findByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(api.sent(`PATCH ${at}`)[0]?.body).toEqual({ goals: 'Explain', version: 2 }));
    await waitFor(() => expect(notifications.get().at(-1)?.action).toBeDefined());
    notifications.get().at(-1)?.action?.run();
    await waitFor(() => expect(api.sent(`PATCH ${at}`)[1]?.body).toEqual({ goals: '', version: 3 }));
  });

  it('keeps the input after a conflict', async () => {
    await openChapter(sampleChapter(), {
      [`PATCH ${at}`]: () => failure(409, 'changed', { code: 'changedMeanwhile' }, 409),
    });
    const goals = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Goals/ });
    await userEvent.type(goals, 'Mine');
    await userEvent.click(await screen.findByRole('button', { name: /^Save/ }));
    expect(await screen.findByText('Someone else changed this while you were editing.')).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Goals/ }).value).toBe('Mine');
  });

  it('makes a resource optional with one key', async () => {
    const chapter = sampleChapter({ items: [video] });
    const { api } = await openChapter(chapter, { [itemCall]: answering(chapter) });
    (await screen.findByRole('button', { name: 'Move Respiration' })).focus();
    await userEvent.keyboard('r');
    await waitFor(() => expect(api.sent(itemCall)[0]?.body).toEqual({ required: false }));
    expect(await screen.findByRole('button', { name: /Respiration is optional/ })).toBeTruthy();
  });

  it('takes no moment of a video that does not play, and still takes times', async () => {
    const item = { ...video, resource: { ...video.resource, readable: true } };
    await openChapter(sampleChapter({ items: [item] }), {
      [`GET ${at}/items/${video.id}/media`]: () => failure(500, 'Something went wrong', {}, 500),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit clip and note of Respiration' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Respiration' }));
    expect(await dialog.findByRole('alert')).toBeTruthy();
    for (const name of ['Start here', 'End here', 'Go to start']) {
      expect(dialog.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    }
    await userEvent.type(dialog.getByRole('textbox', { name: /^Start/ }), '0:10');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false);
  });

  it('takes a part of a video by its times, and refuses one beyond its end', async () => {
    const chapter = sampleChapter({ items: [video] });
    const { api } = await openChapter(chapter, { [itemCall]: answering(chapter) });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit clip and note of Respiration' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Respiration' }));
    await userEvent.type(dialog.getByRole('textbox', { name: /^Start/ }), '0:10');
    await userEvent.type(dialog.getByRole('textbox', { name: /^End/ }), '2:00');
    expect(dialog.getByText('The file is only 1:30 long.')).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await userEvent.clear(dialog.getByRole('textbox', { name: /^End/ }));
    await userEvent.type(dialog.getByRole('textbox', { name: /^End/ }), '1:15');
    await userEvent.type(dialog.getByRole('textbox', { name: /^Note/ }), 'Only this');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.sent(itemCall)[0]?.body).toEqual({
        required: true,
        note: 'Only this',
        startMs: 10_000,
        endMs: 75_000,
      }),
    );
    expect(await screen.findByText('0:10 – 1:15')).toBeTruthy();
  });

  it('puts resources in order with Alt and an arrow, and removes one with a way back', async () => {
    const chapter = sampleChapter({ items: [sampleItem(1), sampleItem(2)] });
    const swapped = { ...chapter, items: [sampleItem(2), sampleItem(1)] };
    const place = `POST ${at}/items/place`;
    const remove = `POST ${at}/items/remove`;
    const undo = `POST /api/courses/${courseId}/catalogue/undo`;
    const { api } = await openChapter(chapter, {
      [place]: () => envelope({ chapter: swapped, undo: idOf(701) }),
      [remove]: () => envelope({ chapter: { ...chapter, items: [sampleItem(1)] }, undo: idOf(702) }),
      [undo]: () => envelope({}),
    });
    (await screen.findByRole('button', { name: 'Move Resource 2' })).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(api.sent(place)[0]?.body).toEqual({ itemIds: [idOf(202)], beforeId: idOf(201) }));
    (await screen.findByRole('button', { name: 'Move Resource 2' })).focus();
    await userEvent.keyboard('{Delete}');
    await waitFor(() => expect(api.sent(remove)[0]?.body).toEqual({ itemIds: [idOf(202)] }));
    await waitFor(() => expect(notifications.get().at(-1)?.title).toContain('removed'));
    notifications.get().at(-1)?.action?.run();
    await waitFor(() => expect(api.sent(undo)[0]?.body).toEqual({ undo: idOf(702) }));
  });

  it('shows a missing chapter with a link back', async () => {
    await openChapter(sampleChapter(), { [`GET ${at}`]: () => failure(404, 'none', { code: 'notFound' }, 404) });
    expect(await screen.findByText('Chapter not found')).toBeTruthy();
  });

  it('can only be read where the course is not theirs', async () => {
    await openChapter(sampleChapter({ mayEdit: false, items: [video] }));
    expect(await screen.findByText('Respiration')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Resource list' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Remove|Part and note/ })).toBeNull();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Goals/ }).readOnly).toBe(true);
  });
});

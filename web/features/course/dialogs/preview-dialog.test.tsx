import type { ChapterPreview } from '@lectern/contract/features/chapter.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope, failure, type SentCall, stubApi } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { sharedCalls } from '../testing/open-course.tsx';
import { courseId, editor, idOf } from '../testing/sample-course.ts';
import { PreviewDialog } from './preview-dialog.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const chapterId = idOf(101);
const call = `GET /api/chapters/${chapterId}/preview`;
const item = (kind: 'video' | 'document'): ChapterPreview['items'][number] => ({
  ...{ id: idOf(201), resourceId: idOf(301), kind, title: 'Respiration', description: '', thumbnail: null },
  ...{ durationSeconds: 90, pageCount: null, required: true, startMs: 10_000, endMs: 75_000, note: '' },
});
const preview = (change: Partial<ChapterPreview> = {}): ChapterPreview => ({
  ...{ id: chapterId, open: true, courseOpen: true, course: { id: courseId, name: 'Cell biology' } },
  ...{ number: '1', title: 'Cells', goals: '', body: '', children: [], previous: null, next: null },
  ...{ items: [item('video')] },
  ...change,
});

async function open(answer: (sent: SentCall) => ReturnType<typeof envelope>, calls = {}, user = editor) {
  const api = stubApi({ ...sharedCalls, [call]: answer, ...calls });
  await renderPage('/app', () => <PreviewDialog chapterId={chapterId} onClose={() => undefined} />, user);
  return { api, dialog: within(await screen.findByRole('dialog')) };
}

describe('the preview of a chapter', () => {
  it('shows it as of a time, and says when learners do not see the course then', async () => {
    const { api, dialog } = await open(({ url }) => envelope(preview({ courseOpen: !url.searchParams.has('at') })));
    expect(await dialog.findByText('Respiration')).toBeTruthy();
    fireEvent.change(dialog.getByLabelText('Preview date'), { target: { value: '2031-05-01T12:00' } });
    expect(await dialog.findByText('Learners can’t see this course at that time.')).toBeTruthy();
    expect(api.sent(call).at(-1)?.url.searchParams.get('at')).toMatch(/^2031-05-01T/);
    await userEvent.click(dialog.getByRole('button', { name: 'Now' }));
    await waitFor(() => expect(dialog.queryByText('Learners can’t see this course at that time.')).toBeNull());
  });

  it('plays media by their place in the chapter, and says why something can’t be played', async () => {
    const media = `GET /api/chapters/${chapterId}/items/${idOf(201)}/media`;
    const none = {
      ...{ kind: 'video', title: 'Respiration', format: 'mp4', sizeBytes: 1, durationSeconds: 90, frameRate: null },
      ...{ played: null, file: null, poster: null, peaks: null, tracks: [] },
    };
    const { api, dialog } = await open(() => envelope(preview()), { [media]: () => envelope(none) });
    await userEvent.click(await dialog.findByRole('button', { name: 'Play' }));
    expect(await dialog.findByText(/^Parts of this are masked/)).toBeTruthy();
    expect(api.calls.some(({ url }) => url.pathname.startsWith('/api/resources/'))).toBe(false);
  });

  it('opens documents through the course for people without resource pages', async () => {
    const user = sampleUser({ roleId: 4, permissions: ['/app/course/list'] });
    const { dialog } = await open(() => envelope(preview({ items: [item('document')] })), {}, user);
    const link = await dialog.findByRole('link', { name: 'Open' });
    expect(link.getAttribute('href')).toBe(`/api/chapters/${chapterId}/items/${idOf(201)}/file`);
  });

  it('says what went wrong, with a way to try again', async () => {
    let fails = true;
    const { dialog } = await open(() => (fails ? failure(500, 'Broken.', {}, 500) : envelope(preview())));
    fails = false;
    await userEvent.click(await dialog.findByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('Respiration')).toBeTruthy();
  });
});

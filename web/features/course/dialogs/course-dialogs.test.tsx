import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { envelope, failure, stubApi } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { askCourse, type CourseDialog, closeCourseDialog } from '../course-dialog.ts';
import { sharedCalls } from '../testing/open-course.tsx';
import { courseId, editor, idOf, sampleCourse } from '../testing/sample-course.ts';
import { CourseDialogs } from './course-dialogs.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(() => {
  closeCourseDialog();
  closeWindow();
});

type Calls = Parameters<typeof stubApi>[0];
const colleges = [
  { id: idOf(10), name: 'Science', code: 'S' },
  { id: idOf(11), name: 'Arts', code: 'A' },
];

async function open(asked: CourseDialog, calls: Calls = {}) {
  const api = stubApi({
    ...sharedCalls,
    'GET /api/organisation/units': () => envelope({ colleges, departments: [], positions: [] }),
    'GET /api/libraries': () => envelope([]),
    ...calls,
  });
  const page = await renderPage('/app/course/list', CourseDialogs, editor);
  act(() => askCourse(asked));
  const dialog = within(await screen.findByRole('dialog'));
  return { api, dialog, ...page };
}

describe('a new course', () => {
  const create = 'POST /api/courses';

  it('asks for a name and a code, and opens at its catalogue', async () => {
    const { api, dialog, address } = await open({ kind: 'create' }, { [create]: () => envelope(sampleCourse(), 201) });
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    expect(dialog.getAllByText('Fill this in.')).toHaveLength(2);
    expect(api.sent(create)).toEqual([]);
    await userEvent.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Cell biology');
    await userEvent.type(dialog.getByRole('textbox', { name: /^Code/ }), 'BIO-1');
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(address()).toContain(`/app/course/list/detail/${courseId}?tab=catalogue`));
    expect(api.sent(create)[0]?.body).toEqual({
      name: 'Cell biology',
      code: 'BIO-1',
      term: '',
      audience: 'campus',
      subjectId: null,
    });
    expect(notifications.get().at(-1)?.title).toContain('Cell biology');
  });

  it('shows a taken code at its field and keeps the input', async () => {
    const data = { fields: [{ path: 'code', message: 'That code is taken in this term.' }] };
    const taken = () => failure(422, 'Please check.', { data }, 422);
    const { dialog } = await open({ kind: 'create' }, { [create]: taken });
    await userEvent.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Cells');
    await userEvent.type(dialog.getByRole('textbox', { name: /^Code/ }), 'BIO-1');
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText('That code is taken in this term.')).toBeTruthy();
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('Cells');
  });

  it('refuses a code with signs that no code has', async () => {
    const { api, dialog } = await open({ kind: 'create' });
    await userEvent.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Cells');
    await userEvent.type(dialog.getByRole('textbox', { name: /^Code/ }), '<b>');
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    expect(dialog.getByRole('textbox', { name: /^Code/ }).getAttribute('aria-invalid')).toBe('true');
    expect(api.sent(create)).toEqual([]);
  });
});

describe('a duplicate', () => {
  const asked: CourseDialog = {
    kind: 'duplicate',
    course: { id: courseId, name: 'Cell biology', code: 'BIO-1', term: '2026-autumn' },
  };
  const copy = `POST /api/courses/${courseId}/duplicates`;

  it('needs another term or another code, and opens once it is made', async () => {
    const made = sampleCourse({ id: idOf(2), term: '2027-spring' });
    const { api, dialog, address } = await open(asked, { [copy]: () => envelope(made, 201) });
    const term = dialog.getByLabelText(/^Term/);
    await userEvent.type(term, '2026-autumn');
    await userEvent.click(dialog.getByRole('button', { name: 'Duplicate' }));
    expect(dialog.getByText('Enter another term or code.')).toBeTruthy();
    await userEvent.clear(term);
    await userEvent.type(term, '2027-spring');
    await userEvent.click(dialog.getByRole('switch', { name: 'Keep the same people' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Duplicate' }));
    await waitFor(() => expect(address()).toContain(`/app/course/list/detail/${idOf(2)}`));
    expect(api.sent(copy)[0]?.body).toEqual({
      ...{ name: 'Cell biology', code: 'BIO-1', term: '2027-spring', withPeople: false },
    });
  });
});

describe('an export', () => {
  const report = {
    ...{ audience: 'campus', chapters: 2, resources: 3, files: 3, bytes: 2048, redacted: 1 },
    leftOut: [
      { kind: 'video', id: idOf(7), title: 'Lecture 1', chapter: '1.2', reason: 'blocked' },
      { kind: 'image', id: idOf(8), title: null, chapter: '2', reason: 'notForAudience' },
    ],
  };
  const course = { id: courseId, name: 'Optics', mayEdit: true };

  it('shows what would be left out for a format and an audience, then downloads exactly that', async () => {
    const asked: string[] = [];
    const call = `GET /api/courses/${courseId}/exportReport`;
    const { dialog } = await open(
      { kind: 'export', course },
      {
        [call]: ({ url }) => {
          asked.push(url.searchParams.toString());
          return envelope(report);
        },
      },
    );
    const leftOut = within(await dialog.findByRole('region', { name: '2 left out' }));
    expect(leftOut.getByText('Lecture 1').closest('li')?.textContent).toBe('Lecture 1 (chapter 1.2): Blocked');
    expect(leftOut.getByText('Image').closest('li')?.textContent).toContain('Not for this audience');
    expect(dialog.getByText(/1 of them contains masked content/)).toBeTruthy();
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Format/ }), 'Common Cartridge 1.1');
    await userEvent.click(dialog.getByRole('radio', { name: 'Everyone' }));
    await userEvent.click(dialog.getByRole('switch', { name: /^Include hidden chapters/ }));
    const chosen = 'format=imscc11&audience=everyone&hiddenChapters=true';
    await waitFor(() => expect(asked.at(-1)).toBe(chosen));
    expect(asked[0]).toBe('format=zip&audience=campus&hiddenChapters=false');
    const fetched: string[] = [];
    const note = (event: Event) => {
      if (event.target instanceof HTMLAnchorElement) fetched.push(event.target.href);
    };
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function () {
      note({ target: this } as unknown as Event);
    };
    await userEvent.click(dialog.getByRole('button', { name: 'Download' }));
    HTMLAnchorElement.prototype.click = click;
    expect(fetched).toEqual([expect.stringContaining(`/api/courses/${courseId}/file?${chosen}`)]);
    expect(notifications.get().at(-1)?.title).toContain('2 left out');
  });

  it('that is refused says why, and can’t be downloaded', async () => {
    const call = `GET /api/courses/${courseId}/exportReport`;
    const { dialog } = await open(
      { kind: 'export', course },
      { [call]: () => failure(409, 'This item is blocked.', { code: 'exportBlocked' }, 409) },
    );
    expect(await dialog.findByText('This course can’t be exported')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Download' })).toHaveProperty('disabled', true);
  });
});

describe('an import', () => {
  const bring = 'POST /api/courseImports';
  const choose = async (dialog: Awaited<ReturnType<typeof open>>['dialog'], file: File) => {
    await userEvent.click(dialog.getByRole('button', { name: 'Choose file…' }));
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('nothing asks for a file');
    // The test environment doesn't define `webkitRelativePath`.
    await userEvent.upload(input, Object.assign(file, { webkitRelativePath: '' }));
  };

  it('imports a file and shows the result and what was left out', async () => {
    const answer = {
      ...{ courseId, name: 'Optics', chapters: 3, matched: 2, broughtIn: 1 },
      leftOut: [{ title: 'Quiz 1', why: 'Tests are not taken over.' }],
    };
    const { api, dialog } = await open({ kind: 'import' }, { [bring]: () => envelope(answer, 201) });
    await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
    expect(dialog.getByRole('alert').textContent).toBe('Choose a file.');
    await choose(dialog, new File(['{}'], 'optics.json', { type: 'application/json' }));
    await userEvent.type(dialog.getByRole('textbox', { name: /^Code/ }), 'OPT-2');
    await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
    const report = within(await screen.findByRole('dialog', { name: '“Optics” imported' }));
    expect(report.getByText('3 chapters. 2 resources already in Lectern, 1 added.')).toBeTruthy();
    expect(report.getByText('Quiz 1')).toBeTruthy();
    expect(report.getByRole('link', { name: 'Open course' }).getAttribute('href')).toContain(courseId);
    const { searchParams } = api.sent(bring)[0]?.url ?? new URL('http://none');
    expect(Object.fromEntries(searchParams)).toEqual({ name: 'optics.json', code: 'OPT-2' });
  });

  it('shows why a file is refused, and takes another one', async () => {
    const { dialog } = await open(
      { kind: 'import' },
      { [bring]: () => failure(422, 'The file is no course.', { code: 'invalid' }, 422) },
    );
    await choose(dialog, new File(['x'], 'x.zip'));
    await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
    expect(await dialog.findByText('Course not imported')).toBeTruthy();
    await choose(dialog, new File(['y'], 'y.zip'));
    await waitFor(() => expect(dialog.queryByText('Course not imported')).toBeNull());
    expect(dialog.getByText(/^y\.zip/)).toBeTruthy();
  });
});

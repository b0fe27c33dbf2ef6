import type { CourseRow } from '@lectern/contract/features/course.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { CoursePage } from './course-page.tsx';
import { courseId, editor, idOf, sampleCourse, sampleRow } from './testing/sample-course.ts';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

type Calls = Parameters<typeof stubApi>[0];

async function openCourses(
  rows: readonly CourseRow[],
  { calls = {}, user = editor, query = '' }: { calls?: Calls; user?: typeof editor; query?: string } = {},
) {
  const count = { value: rows.length, exact: true };
  const api = stubApi({
    'GET /api/courses': () => envelope({ rows, count, tabs: { all: count }, next: null, previous: null }),
    'GET /api/lists/course/setup': () => envelope({ views: [], columns: null }),
    'GET /api/settings/public': () => envelope({}),
    'GET /api/courses/terms': () => envelope(['2026-autumn']),
    'GET /api/subjects': () => envelope([]),
    'GET /api/organisation/units': () => envelope({ colleges: [], departments: [], positions: [] }),
    'POST /api/operations': () => envelope({ id: idOf(500) }, 200, 'ok', 202),
    ...calls,
  });
  return { api, ...(await renderPage(`/app/course/list${query}`, CoursePage, user)) };
}
const menuOf = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  return within(await screen.findByRole('menu'));
};
const names = (menu: Awaited<ReturnType<typeof menuOf>>) =>
  menu.getAllByRole('menuitem').map((item) => item.textContent?.replace(/[A-Z]?$/, (key) => key));

describe('the list of courses', () => {
  it('links to the course, and from its completeness to what is missing', async () => {
    await openCourses([sampleRow()]);
    const link = await screen.findByRole('link', { name: 'Cell biology' });
    expect(link.getAttribute('href')).toContain(`/app/course/list/detail/${courseId}`);
    const complete = screen.getByRole('link', { name: /25%/ });
    expect(complete.getAttribute('href')).toContain('tab=checks');
    expect(complete.getAttribute('title')).toBe('1 resource learners can’t open\n2 without subtitles');
    expect(screen.getByText('Li Wei +1')).toBeTruthy();
  });

  it('offers only the next steps that are legal and this person’s', async () => {
    await openCourses([sampleRow({ state: 'published' })]);
    const menu = names(await menuOf('Cell biology'));
    expect(menu).toContain('Take offline');
    for (const illegal of ['Publish', 'Submit for review', 'Archive', 'Move to Trash', 'Restore'])
      expect(menu).not.toContain(illegal);
  });

  it('offers people without a say in it nothing but looking and copying', async () => {
    await openCourses([sampleRow({ owner: { id: idOf(7), name: 'Other' } })], { user: sampleUser({ roleId: 4 }) });
    expect(names(await menuOf('Cell biology'))).toEqual(['Open', 'Open chapters', 'Duplicate…']);
  });

  it('shows problems before publishing, and publishes only courses without any by default', async () => {
    const { api } = await openCourses([sampleRow()]);
    await userEvent.click((await menuOf('Cell biology')).getByRole('menuitem', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish “Cell biology”?' }));
    expect(dialog.getByText('2 without subtitles')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
    await waitFor(() =>
      expect(api.sent('POST /api/operations')[0]?.body).toMatchObject({
        list: 'course',
        action: 'publish',
        input: { despiteProblems: false },
      }),
    );
  });

  it('does not send a course back without a reason', async () => {
    const { api } = await openCourses([sampleRow({ state: 'in_review' })]);
    await userEvent.click((await menuOf('Cell biology')).getByRole('menuitem', { name: 'Reject' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(dialog.getByText('Enter a reason.')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'No goals');
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
    await waitFor(() =>
      expect(api.sent('POST /api/operations')[0]?.body).toMatchObject({
        action: 'reject',
        input: { reason: 'No goals' },
      }),
    );
  });

  it('creates a course, keeps the input when the code is taken, and opens its catalogue', async () => {
    let tries = 0;
    const { api, address } = await openCourses([], {
      calls: {
        'POST /api/courses': () =>
          tries++ === 0
            ? failure(409, 'This code is taken in that term.', { code: 'codeTaken' }, 409)
            : envelope(sampleCourse(), 201),
      },
    });
    await screen.findByText('No courses yet');
    await userEvent.click((await screen.findAllByRole('button', { name: /New course/ }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'New course' }));
    const confirm = () => userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    await confirm();
    expect(api.sent('POST /api/courses')).toEqual([]);
    await userEvent.type(dialog.getByLabelText(/^Name/), 'Cell biology');
    await userEvent.type(dialog.getByLabelText(/^Code/), 'BIO-1');
    await confirm();
    expect(await dialog.findByText('This code is taken in that term.')).toBeTruthy();
    await confirm();
    await waitFor(() => expect(address()).toBe(`/app/course/list/detail/${courseId}?tab=catalogue`));
    expect(api.sent('POST /api/courses')[1]?.body).toEqual({
      name: 'Cell biology',
      code: 'BIO-1',
      term: '',
      audience: 'campus',
      subjectId: null,
    });
  });

  it('asks for another term or code before it duplicates', async () => {
    const call = `POST /api/courses/${courseId}/duplicates`;
    const { api } = await openCourses([sampleRow({ term: '' })], {
      calls: { [call]: () => envelope(sampleCourse(), 201) },
    });
    await userEvent.click((await menuOf('Cell biology')).getByRole('menuitem', { name: /Duplicate/ }));
    const dialog = within(await screen.findByRole('dialog'));
    const confirm = () => userEvent.click(dialog.getByRole('button', { name: 'Duplicate' }));
    await confirm();
    expect(dialog.getByText('Enter another term or code.')).toBeTruthy();
    await userEvent.type(dialog.getByRole('combobox', { name: /^Term/ }), '2027-spring');
    await confirm();
    await waitFor(() => expect(api.sent(call)[0]?.body).toMatchObject({ term: '2027-spring', withPeople: true }));
  });

  it('offers Restore and Delete permanently in Trash', async () => {
    await openCourses([sampleRow({ state: 'trashed' })], { query: '?tab=trash' });
    expect(names(await menuOf('Cell biology'))).toEqual(['Open', 'Restore', 'Delete permanently']);
  });

  it('says in an empty Trash how long courses stay there', async () => {
    await openCourses([], { query: '?tab=trash' });
    expect(await screen.findByText('Trash is empty')).toBeTruthy();
    expect(screen.getByText(/^Deleted items stay here for 30 days/)).toBeTruthy();
  });
});

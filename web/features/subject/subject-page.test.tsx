import type { SubjectRow } from '@lectern/contract/features/subject-management.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure, type SentCall } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { at, below, openSubjects, sampleSubject } from './testing/open-subjects.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const physics = sampleSubject('physics', {
  name: 'Physics',
  subjects: 1,
  courses: 1,
  coursesBelow: 3,
  resourcesBelow: 7,
});
const optics = sampleSubject('optics', { name: 'Optics', courses: 2, coursesBelow: 2, ...below(physics) });
const law = sampleSubject('law', { name: 'Law' });
const all: SubjectRow[] = [physics, optics, law];
const item = (name: RegExp) => screen.findByRole('treeitem', { name });
const names = () => screen.getAllByRole('treeitem').map((row) => row.textContent?.split(' ', 1)[0]);

describe('the subjects page', () => {
  it('explains itself when empty and offers the first step to people who can take it', async () => {
    await openSubjects([]);
    expect(await screen.findByText('No subjects yet')).toBeTruthy();
    expect(screen.getByRole('button', { name: /New subject/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: /Import subjects/ })).toBeTruthy();
  });

  it('shows that a subject is withheld and links reviewers to its review', async () => {
    await openSubjects([sampleSubject('a', { withheld: true })], { query: '?id=a' });
    expect(await screen.findByText(/until its sensitive words are reviewed/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Review matches' }).getAttribute('href')).toContain('/a');
  });

  it('shows an error and retries', async () => {
    let tries = 0;
    await openSubjects([], {
      calls: { [`GET ${at}/tree`]: () => (tries++ === 0 ? failure(500, 'Broken.', {}, 500) : envelope(all)) },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await item(/Physics/)).toBeTruthy();
  });

  it('links the counts of a subject to their lists', async () => {
    await openSubjects(all, { query: '?id=physics' });
    const courses = await screen.findByRole('link', { name: /3 ?Courses/ });
    expect(courses.getAttribute('href')).toBe('/app/course/list?subject=physics');
    expect(screen.getByRole('link', { name: /7 ?Resources/ }).getAttribute('href')).toBe(
      '/app/resource/info?subject=physics',
    );
  });

  it('finds a subject by code and shows its parents', async () => {
    await openSubjects(all);
    await item(/Law/);
    await userEvent.type(screen.getByRole('searchbox'), 'c-opt{Enter}');
    await waitFor(() => expect(names()).toEqual(['Physics', 'Optics']));
  });

  it('shows when nothing matches and clears the search', async () => {
    await openSubjects(all);
    await item(/Law/);
    await userEvent.type(screen.getByRole('searchbox'), 'zzz{Enter}');
    expect(await screen.findByText('No subjects found')).toBeTruthy();
    expect(screen.queryByRole('treeitem')).toBeNull();
    await userEvent.click(screen.getByText('Clear search'));
    expect(await item(/Law/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  it('moves a subject by keyboard, with Undo', async () => {
    const call = `POST ${at}/law/move`;
    const { api } = await openSubjects(all, {
      calls: { [call]: () => envelope({ ...law, version: api.sent(call).length + 1 }) },
    });
    (await item(/Law/)).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(api.sent(call)[0]?.body).toEqual({ parentId: null, beforeId: 'physics', version: 1 }));
    await waitFor(() => expect(notifications.get().at(-1)?.action).toBeDefined());
    notifications.get().at(-1)?.action?.run();
    await waitFor(() => expect(api.sent(call)[1]?.body).toMatchObject({ parentId: null, beforeId: null }));
  });

  it('renames a subject in place', async () => {
    const call = `PATCH ${at}/law`;
    const { api } = await openSubjects(all, {
      calls: { [call]: ({ body }: SentCall) => envelope({ ...law, ...(body as object), version: 2 }) },
    });
    (await item(/Law/)).focus();
    await userEvent.keyboard('{F2}');
    const field = await screen.findByRole('textbox', { name: 'New name for Law' });
    await userEvent.clear(field);
    await userEvent.type(field, 'Jurisprudence{Enter}');
    await waitFor(() => expect(api.sent(call)[0]?.body).toEqual({ name: 'Jurisprudence', version: 1 }));
    expect(await item(/Jurisprudence/)).toBeTruthy();
  });

  it('creates a child subject and keeps the input when its code is taken', async () => {
    let tries = 0;
    const call = `POST ${at}`;
    const { api, address } = await openSubjects(all, {
      calls: {
        [call]: () =>
          tries++ === 0
            ? failure(409, '“Law” already uses this code.', { code: 'codeTaken' }, 409)
            : envelope(sampleSubject('waves', { name: 'Waves', ...below(physics) }), 201),
      },
    });
    (await item(/Physics/)).focus();
    await userEvent.keyboard('n');
    const dialog = within(await screen.findByRole('dialog', { name: 'New subject in “Physics”' }));
    const confirm = () => userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    await confirm();
    expect(api.sent(call)).toEqual([]);
    await userEvent.type(dialog.getByLabelText(/^Name/), 'Waves');
    await userEvent.type(dialog.getByLabelText(/^Code/), 'PH-2');
    await confirm();
    expect(await dialog.findByText(/already uses this code/)).toBeTruthy();
    await confirm();
    await waitFor(() => expect(address()).toBe('/app/course/subject?id=waves'));
    expect(api.sent(call)[1]?.body).toMatchObject({ name: 'Waves', code: 'PH-2', parentId: 'physics' });
  });

  it('previews a merge before it starts', async () => {
    const preview = `POST ${at}/physics/merge/preview`;
    const { api } = await openSubjects(all, {
      query: '?id=physics',
      calls: {
        [preview]: () => envelope({ subjects: 1, courses: 4, resources: 9 }),
        'POST /api/operations': () => envelope({ id: 'operation' }, 200, 'ok', 202),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Physics' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /Merge into/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Merge' }).disabled).toBe(true);
    await userEvent.click(dialog.getByRole('combobox', { name: 'Merge into' }));
    expect(dialog.getAllByRole('option').map((option) => option.textContent)).toEqual(['LawC-law']);
    await userEvent.click(dialog.getByRole('option'));
    expect((await dialog.findByRole('region', { name: /Moves to the other/ })).textContent).toContain('Courses4');
    await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
    await waitFor(() =>
      expect(api.sent('POST /api/operations')[0]?.body).toMatchObject({
        list: 'courseSubject',
        action: 'merge',
        selection: { ids: ['physics'] },
        input: { intoId: 'law' },
      }),
    );
  });

  it('asks for a target before deleting a full subject, and only confirms an empty one', async () => {
    await openSubjects(all);
    (await item(/Physics/)).focus();
    await userEvent.keyboard('{Delete}');
    expect(await screen.findByRole('dialog', { name: /^Delete “/ })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    (await item(/Law/)).focus();
    await userEvent.keyboard('{Delete}');
    expect(await screen.findByRole('dialog', { name: 'Delete “Law”?' })).toBeTruthy();
  });

  it('is read-only for people who can’t manage subjects', async () => {
    await openSubjects(all, { query: '?id=physics', user: sampleUser({ roleId: 4 }) });
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).readOnly).toBe(true);
    expect(screen.queryByRole('button', { name: /New subject|Import|Actions for/ })).toBeNull();
    (await item(/Law/)).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}{Delete}n');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(names()[0]).toBe('Physics');
  });
});

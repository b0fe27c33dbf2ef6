import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderSignedIn } from '../../lib/testing/render-signed-in.tsx';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { idOf, type Movable } from './testing/sample-lecture.ts';
import { useResourceMoves } from './use-resource-moves.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const call = `POST /api/resources/${idOf(1)}/moves`;
const resource: Movable = {
  id: idOf(1),
  title: 'Poster',
  state: 'in_review',
  version: 4,
  moves: ['reject', 'publish'],
};

function Moves({ given, onMoved }: { given: Movable; onMoved: () => void }) {
  const { next, others, begin, dialog } = useResourceMoves(given, { onMoved });
  return (
    <>
      {next && (
        <button type="button" onClick={() => begin(next.move)}>
          Next: {next.label}
        </button>
      )}
      {others.map(({ move, label }) => (
        <button key={move} type="button" onClick={() => begin(move)}>
          {label}
        </button>
      ))}
      {dialog}
    </>
  );
}

function open(given: Movable, answer = () => envelope({})) {
  const api = stubApi({ [call]: answer, [`GET /api/resources/${idOf(1)}/uses`]: () => envelope([]) });
  const onMoved = vi.fn();
  renderSignedIn(<Moves given={given} onMoved={onMoved} />);
  return { api, onMoved };
}
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('takes the next step immediately, with the loaded version, and says so', async () => {
  const { api, onMoved } = open(resource);
  await click('Next: Publish');
  await waitFor(() => expect(onMoved).toHaveBeenCalled());
  expect(api.sent(call)[0]?.body).toEqual({ move: 'publish', version: 4 });
  expect(notifications.get().at(-1)?.title).toBe('“Poster” published');
});

it('asks why first where a reason is needed, and shows in place why it was refused', async () => {
  const { api } = open(resource, () => failure(409, 'Somebody was faster', {}, 409));
  await click('Reject');
  await userEvent.type(screen.getByLabelText('Reason'), 'Blurred');
  await userEvent.click(screen.getAllByRole('button', { name: 'Reject' }).at(-1) as HTMLElement);
  expect(await screen.findByText('Couldn’t complete the action')).toBeTruthy();
  expect(api.sent(call)[0]?.body).toEqual({ move: 'reject', version: 4, reason: 'Blurred' });
});

it('asks before an out-of-date summary goes out with the resource', async () => {
  const stale = () => failure(409, 'The text has changed', { code: 'summaryOutOfDate' }, 409);
  let asked = 0;
  const { api, onMoved } = open(resource, () => (asked++ === 0 ? stale() : envelope({})));
  await click('Next: Publish');
  expect(await screen.findByText('The summary is out of date')).toBeTruthy();
  expect(onMoved).not.toHaveBeenCalled();
  await click('Publish anyway');
  await waitFor(() => expect(onMoved).toHaveBeenCalled());
  expect(api.sent(call)[1]?.body).toEqual({ move: 'publish', version: 4, acceptOutOfDate: true });
});

it('deletes for good only by the typed title', async () => {
  const { api } = open({ ...resource, state: 'trashed', moves: ['restore', 'purge'] }, () => envelope(null));
  expect(screen.getByRole('button', { name: 'Next: Restore' })).toBeTruthy();
  await click('Delete permanently');
  const confirm = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Delete permanently' }).at(-1);
  const field = screen.getByLabelText('To confirm, type the title: Poster');
  await userEvent.type(field, 'poster');
  expect(confirm?.disabled).toBe(true);
  await userEvent.clear(field);
  await userEvent.type(field, 'Poster{Enter}');
  await waitFor(() => expect(api.sent(call)[0]?.body).toEqual({ move: 'purge', version: 4, confirm: 'Poster' }));
});

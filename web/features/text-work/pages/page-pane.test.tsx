import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { at, idOf } from '../../../components/resource/testing/sample-detail.ts';
import { samplePart, sampleStep } from '../../../components/resource/testing/sample-reading.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { beginText, ocr, openPicture, pageLines, pageReading } from '../testing/open-text.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(closeWindow);

const textsOf = () =>
  [...screen.getByRole('region', { name: 'Lines of text' }).querySelectorAll('.wb-body')].map((line) =>
    (line.querySelector('textarea')?.value ?? line.textContent ?? '').replace('\u200b', ''),
  );

async function showPicture() {
  const picture = await screen.findByRole<HTMLImageElement>('img', { name: 'Respiration' });
  Object.defineProperties(picture, { naturalWidth: { value: 800 }, naturalHeight: { value: 600 } });
  fireEvent.load(picture);
}

describe('lines of an image', () => {
  it('change their order by keys and by buttons', async () => {
    const { user } = await openPicture();
    await beginText(user);
    await user.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
    await waitFor(() => expect(textsOf()).toEqual(['Second line', 'First line']));
    await user.click(screen.getByRole('button', { name: 'Move line up in the reading order' }));
    await waitFor(() => expect(textsOf()).toEqual(['First line', 'Second line']));
  });

  it('can be edited on the image too', async () => {
    const { user, container } = await openPicture();
    await showPicture();
    await waitFor(() => expect(container.querySelectorAll('.image-box')).toHaveLength(2));
    const [, second] = container.querySelectorAll('.image-box');
    expect(second?.className).toContain('image-box-doubtful');
    if (second) await user.dblClick(second);
    const box = await screen.findByRole('textbox', { name: 'Text of the line' });
    await user.type(box, ' more');
    await waitFor(() => expect(textsOf()[1]).toBe('Second line more'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Text of the line' })).toBeNull());
  });
});

describe('a selected area', () => {
  it('is framed by keys, read in a language, and put into its place beside what a person wrote', async () => {
    const edited = { ...pageReading, origin: 'edited' };
    const queuedAt = '2026-11-16T10:00:00.000Z';
    const run = sampleStep('ocr', { queuedAt });
    let versions: object[] = [edited];
    const { api, user } = await openPicture({
      [`GET ${ocr}/versions`]: () => envelope({ versions, draft: null, mayEdit: true }),
      [`POST ${at}/work/ocr`]: ({ body }) => {
        const { options } = body as { options: object };
        const made = { ...pageReading, id: idOf(310), number: 9, origin: 'machine', current: false, options };
        versions = [edited, made];
        return envelope({ ...run, state: 'done' }, 202);
      },
      [`GET ${at}/work`]: () => envelope([{ work: { ...run, state: 'done' }, log: '' }]),
      [`GET ${ocr}`]: ({ url }) => {
        const again = url.searchParams.get('readingId') === idOf(310);
        const [first, second] = pageLines;
        const lines = again ? [{ ...first, text: 'Read anew' }, second] : pageLines;
        return envelope({ reading: pageReading, parts: [samplePart(1, lines as typeof pageLines)] });
      },
    });
    await showPicture();
    await beginText(user);
    await user.click(screen.getByRole('button', { name: 'Re-read an area' }));
    const frame = await screen.findByRole('button', { name: 'Area to re-read' });
    frame.focus();
    await user.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'zh');
    frame.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(api.sent(`POST ${at}/work/ocr`)).toHaveLength(1));
    expect(api.sent(`POST ${at}/work/ocr`)[0]?.body).toEqual({
      options: { region: '0.1000,0.0900,0.5200,0.0800', page: 1, language: 'zh' },
    });
    await waitFor(() => expect(textsOf()).toEqual(['Read anew', 'Second line']), { timeout: 5_000 });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(textsOf()).toEqual(['First line', 'Second line']));
  });

  it('closes with Escape, and is hidden from readers', async () => {
    const { user, unmount } = await openPicture();
    await showPicture();
    await user.click(await screen.findByRole('button', { name: 'Re-read an area' }));
    (await screen.findByRole('button', { name: 'Area to re-read' })).focus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Area to re-read' })).toBeNull());
    unmount();
    await openPicture({}, { mayEdit: false });
    await screen.findByText(/You can read this text/);
    expect(within(document.body).queryByRole('button', { name: 'Re-read an area' })).toBeNull();
  });
});

describe('a re-read area', () => {
  it('is offered beside a person’s text, to be compared with', async () => {
    const edited = { ...pageReading, origin: 'edited' };
    const made = { ...pageReading, id: idOf(311), number: 9, origin: 'machine', current: false };
    const { user } = await openPicture({}, { versions: [made, edited] });
    await screen.findByText(/A new result is available \(version 9\)/);
    await user.click(screen.getByRole('button', { name: 'Compare' }));
    await screen.findByRole('dialog', { name: 'Versions of this text' });
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../../lib/testing/stub-event-source.ts';
import { at, idOf, openResource, sampleResource, sampleVersion } from '../testing/open-resource.tsx';
import { samplePart, sampleReading, sampleRendition } from '../testing/sample-reading.ts';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  );
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(closeWindow);

const parts = [
  samplePart(1, [{ text: 'Oxidative phosphorylation', heading: 1 }, { text: 'The gradient drives a turbine.' }]),
  samplePart(2, [{ text: 'ATP synthase', box: [0.1, 0.2, 0.5, 0.05] }]),
];
const withText = (change = {}) => {
  const reading = sampleReading({ source: 'document', ...change });
  return {
    [`GET ${at}/readings`]: () => envelope([reading]),
    [`GET ${at}/readings/${reading.source}`]: () => envelope({ reading, parts }),
    [`GET ${at}/renditions`]: () => envelope([]),
  };
};
const picture = sampleResource({
  kind: 'image',
  format: 'png',
  current: sampleVersion({ format: 'png', width: 100, height: 100 }),
});

describe('the text of a document', () => {
  it('is shown by page, with its source', async () => {
    await openResource(sampleResource(), withText(), '?tab=text');
    const first = within(await screen.findByRole('region', { name: 'Text of page 1' }));
    expect(first.getByText('Oxidative phosphorylation')).toBeTruthy();
    expect(screen.getByText('PP-OCR v4 · English · 93% confident · 1 word to check')).toBeTruthy();
  });

  it('is searched: only lines with the words stay, each with its page', async () => {
    const { api } = await openResource(sampleResource(), withText(), '?tab=text');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search text' }), 'atp');
    expect(await screen.findByText('1 match')).toBeTruthy();
    expect(screen.getByText('ATP').tagName).toBe('MARK');
    expect(screen.queryByText('The gradient drives a turbine.')).toBeNull();
    expect(api.sent(`GET ${at}/readings/document`).at(-1)?.url.searchParams.get('size')).toBe('50');
  });

  it('is fetched from the page that one jumps to', async () => {
    const { api } = await openResource(sampleResource(), withText({ parts: 40 }), '?tab=text');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Go to page' }), '37{Enter}');
    await waitFor(() =>
      expect(api.sent(`GET ${at}/readings/document`).at(-1)?.url.searchParams.get('from')).toBe('31'),
    );
    expect(await screen.findByRole('button', { name: 'Show earlier pages' })).toBeTruthy();
  });

  it('highlights uncertain words and moves between them, loading more parts as needed', async () => {
    const doubted = (text: string) => ({ text, words: [{ text, confidence: 0.3 }] });
    const read = sampleReading({ source: 'ocr', parts: 11, doubtful: 2 });
    const { api } = await openResource(
      sampleResource(),
      {
        ...withText(),
        [`GET ${at}/readings`]: () => envelope([read]),
        [`GET ${at}/readings/ocr`]: ({ url }) =>
          envelope({
            reading: read,
            parts: [
              url.searchParams.get('from') === '1'
                ? samplePart(1, [doubted('rnitochondria')])
                : samplePart(11, [doubted('cristoe')]),
            ],
          }),
      },
      '?tab=text',
    );
    const next = await screen.findByRole('button', { name: /^Next word to check/ });
    await userEvent.click(next);
    const first = screen.getByText('rnitochondria');
    expect([first.className, first.getAttribute('aria-current')]).toEqual(['reading-doubtful reading-reached', 'true']);
    expect(screen.getByText('1 of 2')).toBeTruthy();
    await userEvent.click(next);
    expect((await screen.findByText('cristoe')).getAttribute('aria-current')).toBe('true');
    expect(api.sent(`GET ${at}/readings/ocr`).at(-1)?.url.searchParams.get('words')).toBe('true');
    await userEvent.click(next);
    await waitFor(() => expect(screen.getByText('rnitochondria').getAttribute('aria-current')).toBe('true'));
  });

  it('is exported in the forms it has', async () => {
    await openResource(sampleResource(), withText(), '?tab=text');
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    const links = screen.getAllByRole('menuitem').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['txt', 'json'].map((format) => `${at}/readings/document/export?format=${format}`));
  });

  it('says when it was made from a file that is no longer the current one', async () => {
    const calls = { ...withText({ stale: true }), [`GET ${at}/work`]: () => envelope([]) };
    await openResource(sampleResource(), calls, '?tab=text');
    expect(await screen.findByText('Out of date')).toBeTruthy();
    expect(screen.getByText(/^Made from version 1\. The file has since been replaced/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'View processing' }));
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Processing', selected: true })).toBeTruthy());
  });

  it('can be chosen where both the file and its pictures had some', async () => {
    const both = [
      sampleReading({ source: 'document' }),
      sampleReading({ id: idOf(302), source: 'ocr', engine: 'Other' }),
    ];
    const { api } = await openResource(
      sampleResource(),
      {
        ...withText(),
        [`GET ${at}/readings`]: () => envelope(both),
        [`GET ${at}/readings/ocr`]: () => envelope({ reading: both[1], parts }),
      },
      '?tab=text',
    );
    await userEvent.selectOptions(await screen.findByLabelText('Text source'), 'ocr');
    await waitFor(() => expect(api.sent(`GET ${at}/readings/ocr`)).toHaveLength(1));
  });

  it('says that there is none yet and links to Processing', async () => {
    const { address } = await openResource(
      sampleResource(),
      { ...withText(), [`GET ${at}/readings`]: () => envelope([]), [`GET ${at}/work`]: () => envelope([]) },
      '?tab=text',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'View processing' }));
    expect(address()).toContain('tab=processing');
  });

  it('shows a loading error in place with Retry', async () => {
    await openResource(
      sampleResource(),
      { ...withText(), [`GET ${at}/readings`]: () => failure(500, 'Server error', {}, 500) },
      '?tab=text',
    );
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('the text of an image', () => {
  const lines = [
    { text: 'EXIT', box: [0.1, 0.2, 0.5, 0.05] as [number, number, number, number] },
    { text: 'smudge', confidence: 0.4, box: [0, 0.5, 0.2, 0.1] as [number, number, number, number] },
  ];
  const calls = (rotation = 0) => ({
    ...withText({ source: 'ocr', parts: 1 }),
    [`GET ${at}/readings/ocr`]: () =>
      envelope({ reading: sampleReading({ parts: 1 }), parts: [{ ...samplePart(1, lines), rotation }] }),
  });
  async function load() {
    const image = await screen.findByRole<HTMLImageElement>('img', { name: 'Respiration' });
    Object.defineProperty(image, 'naturalWidth', { value: 100 });
    Object.defineProperty(image, 'naturalHeight', { value: 100 });
    image.dispatchEvent(new Event('load'));
    return image;
  }

  it('lies over the image on request, coloured by confidence', async () => {
    const { container } = await openResource(picture, calls());
    await load();
    await userEvent.click(await screen.findByRole('button', { name: 'Highlight recognised text' }));
    await waitFor(() => expect(container.querySelectorAll('.image-box')).toHaveLength(2));
    expect(container.querySelector('.image-box-doubtful')?.getAttribute('title')).toBe('smudge');
    expect(container.querySelector<HTMLElement>('.image-box-sure')?.style.left).toBe('10%');
  });

  it('is marked where a line was clicked, on the picture as the file has it', async () => {
    const { container } = await openResource(picture, calls(180), '?tab=text');
    await load();
    await userEvent.click(await screen.findByText('EXIT'));
    await waitFor(() => expect(container.querySelector<HTMLElement>('.viewer-mark')?.style.top).toBe('75%'));
  });

  it('is marked where the address says', async () => {
    const { container } = await openResource(picture, calls(), '?box=0.25,0.5,0.5,0.1');
    await load();
    await waitFor(() => expect(container.querySelector<HTMLElement>('.viewer-mark')?.style.left).toBe('25%'));
  });
});

describe('renditions', () => {
  it('are listed with the versions, page images as one line', async () => {
    await openResource(
      sampleResource(),
      {
        ...withText(),
        [`GET ${at}/renditions`]: () =>
          envelope([
            sampleRendition('preview', { contentType: 'text/plain' }),
            sampleRendition('page', { page: 1 }),
            sampleRendition('page', { page: 2 }),
          ]),
      },
      '?tab=files',
    );
    expect((await screen.findByRole('link', { name: 'Open Preview' })).getAttribute('href')).toBe(
      '/api/renditions/preview',
    );
    expect(screen.getByText(/^2 files · 4 kB$/)).toBeTruthy();
  });
});

import { type KeyboardEvent, type Ref, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { ViewerButton } from '../viewer-icon.tsx';
import type { PageSize } from './use-pdf.ts';
import type { PdfSearch } from './use-pdf-search.ts';

type Props = {
  page: number;
  pages: number;
  goTo: (page: number) => void;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  onZoomStep: (by: 1 | -1) => void;
  showsThumbnails: boolean;
  onThumbnails: () => void;
  search: PdfSearch;
  searchRef: Ref<HTMLInputElement>;
  onFullScreen: () => void;
};

export function PdfToolbar(props: Props) {
  const { page, pages, goTo, zoom, onZoom, onZoomStep, showsThumbnails, onThumbnails, search, searchRef } = props;
  const { viewer } = useTexts();
  return (
    <div className="viewer-bar" role="toolbar" aria-label={viewer.toolbar}>
      <ViewerButton icon="pages" label={viewer.thumbnails} aria-pressed={showsThumbnails} onClick={onThumbnails} />
      <ViewerButton icon="up" label={viewer.previousPage} disabled={page <= 1} onClick={() => goTo(page - 1)} />
      <ViewerButton icon="down" label={viewer.nextPage} disabled={page >= pages} onClick={() => goTo(page + 1)} />
      <PageInput key={page} page={page} pages={pages} goTo={goTo} />
      <span className="pdf-bar-count">{fillText(viewer.ofPages, { count: pages })}</span>
      <span className="viewer-bar-line" />
      <ViewerButton icon="zoomOut" label={viewer.zoomOut} onClick={() => onZoomStep(-1)} />
      <ZoomChoice zoom={zoom} onZoom={onZoom} />
      <ViewerButton icon="zoomIn" label={viewer.zoomIn} onClick={() => onZoomStep(1)} />
      <span className="viewer-bar-space" />
      <div className="pdf-bar-find">
        <FindField search={search} searchRef={searchRef} pages={pages} />
        <ViewerButton
          icon="up"
          label={viewer.previousHit}
          disabled={!search.hits.length}
          onClick={() => search.step(-1)}
        />
        <ViewerButton
          icon="down"
          label={viewer.nextHit}
          disabled={!search.hits.length}
          onClick={() => search.step(1)}
        />
      </div>
      <span className="viewer-bar-line" />
      <ViewerButton icon="fullScreen" label={viewer.fullScreen} onClick={props.onFullScreen} />
    </div>
  );
}

function PageInput({ page, pages, goTo }: Pick<Props, 'page' | 'pages' | 'goTo'>) {
  const { viewer } = useTexts();
  const [typed, setTyped] = useState(String(page));
  const go = () => {
    const wanted = Number(typed);
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= pages) goTo(wanted);
    else setTyped(String(page));
  };
  return (
    <input
      className="field-input pdf-page-input"
      aria-label={viewer.pageNumber}
      inputMode="numeric"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={go}
      onKeyDown={(event) => event.key === 'Enter' && go()}
    />
  );
}

function ZoomChoice({ zoom, onZoom }: Pick<Props, 'zoom' | 'onZoom'>) {
  const { viewer } = useTexts();
  const format = useFormat();
  const steps = typeof zoom === 'number' && !zoomSteps.some((step) => step === zoom) ? [zoom, ...zoomSteps] : zoomSteps;
  return (
    <select
      className="field-input pdf-zoom"
      aria-label={viewer.zoom}
      value={String(zoom)}
      onChange={({ target: { value } }) => onZoom(value === 'width' || value === 'page' ? value : Number(value))}
    >
      <option value="width">{viewer.fitWidth}</option>
      <option value="page">{viewer.fitPage}</option>
      {steps.map((step) => (
        <option key={step} value={String(step)}>
          {format.percent(step)}
        </option>
      ))}
    </select>
  );
}

function FindField({ search, searchRef, pages }: Pick<Props, 'search' | 'searchRef' | 'pages'>) {
  const { viewer } = useTexts();
  const { query, setQuery, hits, at, readPages, step } = search;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && query) setQuery('');
    else return;
    event.preventDefault();
  };
  const words = () => {
    if (hits.length > 0) return fillText(viewer.hitOf, { at: at + 1, count: hits.length });
    return readPages === null ? viewer.noHits : fillText(viewer.searching, { page: readPages, count: pages });
  };
  return (
    <div className="pdf-find">
      <input
        ref={searchRef}
        type="search"
        className="field-input"
        placeholder={viewer.findShort}
        aria-label={viewer.find}
        aria-keyshortcuts="/"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status">{query.trim() === '' ? '' : words()}</span>
    </div>
  );
}

/** Fit to width, fit to page, or a factor of the printed size. */
export type Zoom = 'width' | 'page' | number;

const zoomSteps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;
/** Screen pixels per PDF point at 100%. */
const pixelsPerPoint = 96 / 72;
const margin = 32;

export function scaleOf(zoom: Zoom, room: PageSize, page: PageSize): number {
  const byWidth = Math.max(0.1, (room.width - margin) / page.width);
  if (zoom === 'width') return byWidth;
  if (zoom === 'page') return Math.min(byWidth, Math.max(0.1, (room.height - margin) / page.height));
  return zoom * pixelsPerPoint;
}

/** The next zoom step above or below any current scale. */
export function nextZoom(scale: number, by: 1 | -1): number {
  const now = scale / pixelsPerPoint;
  const further =
    by > 0 ? zoomSteps.filter((step) => step > now * 1.01) : zoomSteps.filter((step) => step < now * 0.99);
  return (by > 0 ? further[0] : further.at(-1)) ?? (by > 0 ? zoomSteps[zoomSteps.length - 1] : zoomSteps[0]) ?? 1;
}

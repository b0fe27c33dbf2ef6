import type { box } from '@lectern/contract/features/passage.ts';
import type { z } from 'zod';
import { createStore, type Store } from '../../lib/store.ts';

/** Left, top, width and height as fractions of the upright page or picture. */
export type Box = z.output<typeof box>;
/** Where in something one is: at a page of a document, or at a second of a recording. */
export type Place = { page: number | null; second: number | null };
/** The very characters that one comes for, and how the text goes on, which tells them from the same elsewhere. */
export type Words = { text: string; after: string };
/** Where one wants to go; with a box, it is marked there. */
export type Target = Partial<Place> & { box?: Box; words?: Words };
export type Mark = { page: number; box: Box; words?: Words };

/** Ties a viewer to what stands beside it: others see where it is, and send it elsewhere. */
export type ViewerLink = {
  place: Store<Place>;
  /** What is marked on a page or picture, until one is sent elsewhere. */
  mark: Store<Mark | null>;
  goTo(target: Target): void;
  /** For the viewer: where it is sent, also before it was there to hear it. */
  follow(listener: (target: Target) => void): () => void;
};

function markOf({ page, box: marked, words }: Target): Mark | null {
  return marked ? { page: page ?? 1, box: marked, ...(words && { words }) } : null;
}

export function createViewerLink(start?: Target): ViewerLink {
  const place = createStore<Place>({ page: null, second: null });
  const mark = createStore<Mark | null>(start ? markOf(start) : null);
  let waiting = start;
  let follower: ((target: Target) => void) | undefined;
  return {
    place,
    mark,
    goTo(wanted) {
      mark.set(markOf(wanted));
      if (follower) follower(wanted);
      else waiting = wanted;
    },
    follow(listener) {
      follower = listener;
      if (waiting) listener(waiting);
      waiting = undefined;
      return () => {
        if (follower === listener) follower = undefined;
      };
    },
  };
}

/**
 * The place that an address names, such as a search hit's: `?page=3&box=0.1,0.2,0.5,0.05`, `?second=12.5`, or a
 * picture's `?box=`. What makes no sense is left out.
 */
export function placeInAddress(searchStr: string): Target | undefined {
  const params = new URLSearchParams(searchStr);
  const page = Number(params.get('page'));
  const second = Number(params.get('second') ?? params.get('t'));
  const box = boxOf(params.get('box'));
  const target: Target = {
    ...(Number.isInteger(page) && page > 0 && { page }),
    ...(Number.isFinite(second) && second > 0 && { second }),
    ...(box && { box }),
  };
  return Object.keys(target).length > 0 ? target : undefined;
}

function boxOf(text: string | null): Box | undefined {
  const [left = Number.NaN, top = Number.NaN, width = Number.NaN, height = Number.NaN, ...more] = (text ?? '')
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const box: Box = [left, top, width, height];
  const isFraction = (value: number) => value >= 0 && value <= 1;
  return more.length === 0 && box.every(isFraction) && width > 0 && height > 0 ? box : undefined;
}

import type { box } from '@lectern/contract/features/passage.ts';
import type { z } from 'zod';
import { createStore, type Store } from '../../lib/store.ts';

/** Left, top, width and height as fractions of the upright page or picture. */
export type Box = z.output<typeof box>;
/** Where the user is: a page of a document or a second of a recording. */
export type Place = { page: number | null; second: number | null };
/** The exact words to find, and the text after them to tell repeated words apart. */
export type Words = { text: string; after: string };
/** Where to go; a box is highlighted there. */
export type Target = Partial<Place> & { box?: Box; words?: Words };
export type Mark = { page: number; box: Box; words?: Words };

/** Connects a viewer with the panels next to it: they read its position and tell it where to go. */
export type ViewerLink = {
  place: Store<Place>;
  /** The highlight on a page or picture, until the next target. */
  mark: Store<Mark | null>;
  goTo(target: Target): void;
  /** For the viewer: receives targets, including one set before it was mounted. */
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
 * The target in an address, such as a search result's: `?page=3&box=0.1,0.2,0.5,0.05`, `?second=12.5`, or a picture's
 * `?box=`. Invalid values are ignored.
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

import { createStore, type Store } from '../../lib/store.ts';

/** Where in something one is: at a page of a document, or at a second of a recording. */
export type Place = { page: number | null; second: number | null };

/** Ties a viewer to what stands beside it: others see where it is, and send it elsewhere. */
export type ViewerLink = {
  place: Store<Place>;
  goTo(place: Partial<Place>): void;
  /** For the viewer: where it is sent, also before it was there to hear it. */
  follow(listener: (place: Partial<Place>) => void): () => void;
};

export function createViewerLink(start?: Partial<Place>): ViewerLink {
  const place = createStore<Place>({ page: null, second: null });
  let waiting = start;
  let follower: ((place: Partial<Place>) => void) | undefined;
  return {
    place,
    goTo(wanted) {
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

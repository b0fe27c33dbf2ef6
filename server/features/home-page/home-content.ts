import type { Audience } from '@lectern/contract/audience.ts';
import type { HomeFallback, HomeRule, HomeThing } from '@lectern/contract/features/home-page.ts';
import type { HomeSource } from '@lectern/contract/features/home-page-states.ts';

/** An arrangement of the home page: the draft, and every version, as they are kept. Moments are ISO texts. */
export type HomeContent = { slots: ContentSlot[] };

export type ContentSlot = {
  id: string;
  key: string;
  name: string;
  capacity: number;
  fallback: HomeFallback | null;
  visible: boolean;
  entries: ContentEntry[];
};

export type ContentEntry = {
  id: string;
  source: HomeSource;
  resourceId: string | null;
  courseId: string | null;
  columnId: string | null;
  rule: HomeRule | null;
  title: string | null;
  coverFileId: string | null;
  audience: Audience;
  startsAt: string | null;
  endsAt: string | null;
  paused: boolean;
  addedBy: string | null;
  addedAt: string;
};

/** What readers get on one place. */
export type ShownEntry = {
  /** null: of the fallback. */
  entryId: string | null;
  source: HomeSource;
  kind: 'resource' | 'course';
  id: string;
  /** Replaces the title of the subject; null keeps it. */
  title: string | null;
  coverFileId: string | null;
};
export type ShownSlot = {
  id: string;
  key: string;
  name: string;
  capacity: number;
  /** Nothing else was to be shown in it. */
  onFallback: boolean;
  things: ShownEntry[];
};
/** `number`: the version; null: nothing was published yet. Hidden slots are left out, empty ones are there. */
export type ShownHomePage = { number: number | null; publishedAt: Date | null; slots: ShownSlot[] };

/** A resource, course or column, with what decides whether readers get it. */
export type ThingRow = HomeThing & {
  visibility: string | null;
  /** Of a course: whether today is within its dates. */
  inDates: boolean;
  /** Of a column: it and all above it are shown. */
  shown: boolean;
  description: string;
};

/** Addresses below the API base, by cookie. */
export function pictureOf(kind: HomeThing['kind'], id: string, pictureId: string | null): string | null {
  if (!pictureId) return null;
  if (kind === 'resource') return `/resources/${id}/renditions/${pictureId}`;
  return `/${kind === 'course' ? 'courses' : 'columns'}/${id}/cover?file=${pictureId}`;
}

export function coverAddress(fileId: string | null): string | null {
  return fileId && `/home-page/covers/${fileId}`;
}

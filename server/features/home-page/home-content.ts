import type { Audience } from '@lectern/contract/audience.ts';
import type { HomeFallback, HomeRule, HomeThing } from '@lectern/contract/features/home-page.ts';
import type { HomeSource } from '@lectern/contract/features/home-page-states.ts';

/** An arrangement of the home page, as stored for the draft and every version. Times are ISO strings. */
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

/** One item as readers see it. */
export type ShownEntry = {
  /** Null for items from the fallback. */
  entryId: string | null;
  source: HomeSource;
  kind: 'resource' | 'course';
  id: string;
  /** Replaces the subject's title; null keeps it. */
  title: string | null;
  coverFileId: string | null;
};
export type ShownSlot = {
  id: string;
  key: string;
  name: string;
  capacity: number;
  /** The slot shows its fallback because it has nothing else to show. */
  onFallback: boolean;
  things: ShownEntry[];
};
/** `number` is the published version, null before the first one. Hidden slots are left out; empty ones are included. */
export type ShownHomePage = { number: number | null; publishedAt: Date | null; slots: ShownSlot[] };

/** A resource, course or column, with everything that decides whether readers can see it. */
export type ThingRow = HomeThing & {
  visibility: string | null;
  /** Only meaningful for courses: today is within the course's dates. */
  inDates: boolean;
  /** Only meaningful for columns: it and all columns above it are shown. */
  shown: boolean;
  description: string;
};

/** URLs relative to the API base, authorised by the session cookie. */
export function pictureOf(kind: HomeThing['kind'], id: string, pictureId: string | null): string | null {
  if (!pictureId) return null;
  if (kind === 'resource') return `/resources/${id}/renditions/${pictureId}`;
  return `/${kind === 'course' ? 'courses' : 'columns'}/${id}/cover?file=${pictureId}`;
}

export function coverAddress(fileId: string | null): string | null {
  return fileId && `/home-page/covers/${fileId}`;
}

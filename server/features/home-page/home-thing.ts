import type { HomeThing } from '@lectern/contract/features/home-page.ts';

/** A resource, course or column, with what decides whether readers get it. */
export type ThingRow = HomeThing & {
  visibility: string | null;
  /** Of a course: where it stands in its dates. */
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

import { useEffect, useState } from 'react';

/** Only the parts of the portal's responses that this site uses; the OpenAPI description has the rest. */
export type Media = { url: string; expiresAt: string };
export type Kind = 'document' | 'video' | 'audio' | 'image';
type Named = { id: string; name: string };

export type ResourceCard = {
  id: string;
  kind: Kind;
  title: string;
  description: string;
  author: string;
  year: number | null;
  subject: Named | null;
  tags: string[];
  licence: string | null;
  durationSeconds: number | null;
  pageCount: number | null;
  altText: string;
  cover: Media | null;
};

type Rendition = { id: string; kind: string; page: number; contentType: string; media: Media | null };
export type Subtitle = { id: string; language: string; label: string; isDefault: boolean; media: Media | null };
type Place = { page: number | null; startMs: number | null };
export type Summary = {
  outOfDate: boolean;
  sentences: { text: string; places: Place[] }[];
  keywords: string[];
  chapters: { title: string; startMs: number }[];
};

export type Resource = ResourceCard & {
  source: string;
  columns: Named[];
  renditions: Rendition[];
  file: { name: string; contentType: string; sizeBytes: number; media: Media | null } | null;
  subtitles: Subtitle[];
  summary: Summary | null;
};

export type CourseCard = {
  id: string;
  name: string;
  code: string;
  term: string;
  description: string;
  subject: Named | null;
  college: Named | null;
  teachers: string[];
  cover: Media | null;
};

export type Lesson = {
  id: string;
  required: boolean;
  startMs: number | null;
  endMs: number | null;
  note: string;
  resource: ResourceCard;
};
export type Chapter = {
  id: string;
  parentId: string | null;
  title: string;
  goals: string;
  body: string;
  resources: Lesson[];
};
export type Course = CourseCard & { chapters: Chapter[] };

export type HomeItem = { entryId: string | null; title: string; cover: Media | null } & (
  | { type: 'resource'; resource: ResourceCard }
  | { type: 'course'; course: CourseCard }
);
export type HomePage = { publishedAt: string | null; slots: { key: string; name: string; items: HomeItem[] }[] };

export type Column = { id: string; parentId: string | null; name: string; description: string };
export type ColumnPage = { column: Column; resources: ResourceCard[]; next: string | null };

export type Moment = {
  source: string;
  page: number | null;
  startMs: number | null;
  text: string;
  marks: [number, number][];
};
export type SearchPage = { hits: { resource: ResourceCard; moments: Moment[] }[]; next: string | null };

export class PortalError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Goes through this site's own server, which adds the API key. */
export async function ask<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`/portal${path}`, init);
  const envelope = await response.json().catch(() => undefined);
  if (!response.ok) throw new PortalError(response.status, envelope?.message ?? response.statusText);
  return envelope.data;
}

export function post<Answer>(path: string, body: unknown, init: RequestInit = {}): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  return ask(path, { method: 'POST', headers, body: JSON.stringify(body), ...init });
}

/** Rewrites a signed URL to this site's address; undefined when there is no media. */
export function mediaAddress(media: Media | null | undefined, download = false): string | undefined {
  if (!media) return undefined;
  const signed = new URL(media.url, location.href);
  if (download) signed.searchParams.set('download', 'true');
  return signed.pathname.replace(/^\/api\/portal\//, '/portal/') + signed.search;
}

export type Asked<Answer> = { answer?: Answer; error?: PortalError };

/** Loads `path`, and again when it changes. Revalidation is left to the browser's cache. */
export function useAsked<Answer>(path: string | null): Asked<Answer> {
  const [state, setState] = useState<Asked<Answer> & { path: string | null }>({ path: null });
  useEffect(() => {
    if (path === null) return;
    const leaving = new AbortController();
    ask<Answer>(path, { signal: leaving.signal }).then(
      (answer) => setState({ path, answer }),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        setState({
          path,
          error: error instanceof PortalError ? error : new PortalError(0, 'The site can’t be reached.'),
        });
      },
    );
    return () => leaving.abort();
  }, [path]);
  return state.path === path ? state : {};
}

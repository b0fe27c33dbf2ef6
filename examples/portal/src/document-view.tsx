import { useEffect, useRef, useState } from 'react';
import { Notice } from './notices.tsx';
import { ask, mediaAddress, type Resource } from './portal.ts';

type Rendition = Resource['renditions'][number];

/** Shows a document as page images; pages after the first hundred are loaded on request. */
export function DocumentView({ resource, page: asked }: { resource: Resource; page: number | null }) {
  const [more, setMore] = useState<Rendition[]>([]);
  const wanted = useRef<HTMLImageElement>(null);
  const first = resource.renditions.filter(({ kind, media }) => kind === 'page' && media);
  const pages = [...first, ...more];
  const preview = mediaAddress(resource.renditions.find(({ kind }) => kind === 'preview')?.media);
  const lastPage = pages.at(-1)?.page ?? 0;
  useEffect(() => wanted.current?.scrollIntoView(), []);
  if (pages.length === 0) {
    const address = preview ?? mediaAddress(resource.file?.media);
    return (
      <Notice ofPart title="No preview available">
        {address && (
          <a className="button" href={address}>
            Open file
          </a>
        )}
      </Notice>
    );
  }
  const load = async () => {
    const answer = await ask<{ pages: Rendition[] }>(`/resources/${resource.id}/pages?after=${lastPage}`);
    setMore([...more, ...answer.pages]);
  };
  return (
    <section className="stage" aria-label="Pages">
      {pages.map((page) => (
        <img
          key={page.id}
          ref={page.page === asked ? wanted : undefined}
          src={mediaAddress(page.media)}
          alt={`Page ${page.page} of ${resource.pageCount ?? pages.length}`}
          loading="lazy"
        />
      ))}
      {resource.pageCount !== null && lastPage < resource.pageCount && first.length > 0 && (
        <button type="button" onClick={() => void load().catch(() => undefined)}>
          Show the pages after {lastPage}
        </button>
      )}
    </section>
  );
}

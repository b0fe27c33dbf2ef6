import { useEffect } from 'react';
import { Cover, noteOf } from './cards.tsx';
import { MorePages } from './more-pages.tsx';
import { Notice, Shown } from './notices.tsx';
import { type Moment, type ResourceCard, type SearchPage as SearchAnswer, useAsked } from './portal.ts';
import { tell } from './reader-events.ts';
import { Link } from './router.tsx';
import { clock, kindWords } from './words.ts';

export function SearchPage({ text }: { text: string }) {
  const path = text ? `/search?text=${encodeURIComponent(text)}` : null;
  const asked = useAsked<SearchAnswer>(path);
  const found = asked.answer?.hits.length;
  useEffect(() => {
    if (text && found !== undefined) tell({ action: 'search', query: text, hits: found });
  }, [text, found]);
  if (!path) return <Notice title="What are you looking for?">Search everything said, shown or written.</Notice>;
  return (
    <Shown asked={asked}>
      {(first) => (
        <>
          <h1>Results for “{text}”</h1>
          {first.hits.length === 0 && <p className="quiet">No results. Try fewer or other words.</p>}
          <MorePages key={path} path={path} first={first} nextOf={({ next }) => next}>
            {(pages) => (
              <ul className="hits">
                {pages
                  .flatMap(({ hits }) => hits)
                  .map(({ resource, moments }) => (
                    <li key={resource.id} className="hit">
                      <Cover
                        name={resource.title}
                        kind={resource.kind}
                        media={resource.cover}
                        note={noteOf(resource)}
                      />
                      <div className="hit-text">
                        <span className="label">{kindWords[resource.kind]}</span>
                        <h2>
                          <HitLink resource={resource} text={text}>
                            {resource.title}
                          </HitLink>
                        </h2>
                        <ul className="moments" aria-label="Moments">
                          {moments.map((moment) => (
                            <li key={`${moment.source} ${moment.page} ${moment.startMs} ${moment.text}`}>
                              <HitLink resource={resource} text={text} moment={moment}>
                                <span className="moment-place">{placeOf(moment)}</span>
                                <span>{marked(moment)}</span>
                              </HitLink>
                            </li>
                          ))}
                        </ul>
                      </div>
                    </li>
                  ))}
              </ul>
            )}
          </MorePages>
        </>
      )}
    </Shown>
  );
}

type HitProps = { resource: ResourceCard; text: string; moment?: Moment; children: React.ReactNode };

function HitLink({ resource, text, moment, children }: HitProps) {
  const place = new URLSearchParams();
  if (moment?.startMs != null) place.set('at', String(moment.startMs));
  if (moment?.page != null) place.set('page', String(moment.page));
  const address = `/resources/${resource.id}${place.size > 0 ? `?${place}` : ''}`;
  return (
    <Link
      className={moment ? 'moment' : undefined}
      href={address}
      onClick={() => tell({ action: 'click', resourceId: resource.id, query: text })}
    >
      {children}
    </Link>
  );
}

const sources: Record<string, string> = { title: 'Title', description: 'About', summary: 'Summary', ocr: 'Picture' };

function placeOf({ startMs, page, source }: Moment): string {
  if (startMs !== null) return clock(startMs);
  return page !== null ? `Page ${page}` : (sources[source] ?? 'Text');
}

/** Highlights the matches in the excerpt. */
function marked({ text, marks }: Moment) {
  const pieces: React.ReactNode[] = [];
  let done = 0;
  for (const [from, to] of marks) {
    pieces.push(text.slice(done, from), <mark key={from}>{text.slice(from, to)}</mark>);
    done = to;
  }
  return [...pieces, text.slice(done)];
}

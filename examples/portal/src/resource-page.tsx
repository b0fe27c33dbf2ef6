import { useEffect, useRef, useState } from 'react';
import { DocumentView } from './document-view.tsx';
import { Notice, Shown } from './notices.tsx';
import { Player, type Playing } from './player.tsx';
import { type Course, mediaAddress, type Resource, useAsked } from './portal.ts';
import { tell } from './reader-events.ts';
import { ReportDialog } from './report-dialog.tsx';
import { Link } from './router.tsx';
import { clock, kindWords, licenceName, megabytes } from './words.ts';

/** Reads from the URL where the resource was opened from and which place in it to show. */
function readPlace(place: URLSearchParams) {
  const number = (name: string) => {
    const value = place.get(name);
    return value !== null && /^\d{1,10}$/.test(value) ? Number(value) : null;
  };
  return {
    courseId: place.get('course') ?? undefined,
    chapterId: place.get('chapter') ?? undefined,
    startMs: number('start'),
    endMs: number('end'),
    atMs: number('at'),
    page: number('page'),
  };
}

export function ResourcePage({ id, place }: { id: string; place: URLSearchParams }) {
  const asked = useAsked<Resource>(`/resources/${id}`);
  const { courseId, chapterId, ...part } = readPlace(place);
  useEffect(() => tell({ action: 'view', resourceId: id, courseId, chapterId }), [id, courseId, chapterId]);
  return (
    <Shown asked={asked}>
      {(resource) => <ResourceView resource={resource} from={{ courseId, chapterId }} part={part} />}
    </Shown>
  );
}

type From = { courseId: string | undefined; chapterId: string | undefined };
type Part = { startMs: number | null; endMs: number | null; atMs: number | null; page: number | null };

function ResourceView({ resource, from, part }: { resource: Resource; from: From; part: Part }) {
  const [reporting, setReporting] = useState(false);
  const position = useRef<Playing>({ positionMs: undefined, seek: undefined });
  const { file, summary } = resource;
  const download = mediaAddress(file?.media, true);
  const told = { resourceId: resource.id, ...from };
  return (
    <>
      <header className="course-head-text">
        {from.courseId && <CourseLink id={from.courseId} />}
        <span className="label">{kindWords[resource.kind]}</span>
        <h1>{resource.title}</h1>
        <p className="quiet">
          {[resource.author, resource.year, resource.subject?.name, resource.licence && licenceName(resource.licence)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      <Content resource={resource} part={part} told={told} position={position.current} />
      <div className="actions">
        {download && file && (
          <a className="button button-main" href={download} onClick={() => tell({ action: 'download', ...told })}>
            Download ({megabytes(file.sizeBytes)})
          </a>
        )}
        <button type="button" onClick={() => setReporting(true)}>
          Report this resource
        </button>
      </div>
      {resource.description && (
        <section aria-label="About">
          <h2>About</h2>
          <p className="prose">{resource.description}</p>
        </section>
      )}
      {summary && summary.sentences.length > 0 && (
        <section className="prose" aria-label="Summary">
          <h2>Summary</h2>
          {summary.outOfDate && <p role="note">This resource has changed since the summary was written.</p>}
          <p>{summary.sentences.map(({ text }) => text).join(' ')}</p>
          {summary.chapters.length > 0 && (
            <div className="actions">
              {summary.chapters.map(({ title, startMs }) => (
                <button key={startMs} type="button" onClick={() => position.current.seek?.(startMs)}>
                  {clock(startMs)} {title}
                </button>
              ))}
            </div>
          )}
        </section>
      )}
      <Tags words={[...new Set([...(summary?.keywords ?? []), ...resource.tags])]} />
      {reporting && (
        <ReportDialog
          resourceId={resource.id}
          positionMs={position.current.positionMs?.()}
          onClose={() => setReporting(false)}
        />
      )}
    </>
  );
}

type ContentProps = { resource: Resource; part: Part; told: { resourceId: string } & From; position: Playing };

function Content({ resource, part, told, position }: ContentProps) {
  if (resource.kind === 'video' || resource.kind === 'audio') {
    return <Player resource={resource} part={part} told={told} playing={position} />;
  }
  if (resource.kind === 'document') return <DocumentView resource={resource} page={part.page} />;
  const picture =
    resource.renditions.find(({ kind }) => kind === 'preview')?.media ?? resource.file?.media ?? resource.cover;
  const address = mediaAddress(picture);
  if (!address) return <Notice ofPart title="This image isn’t available" />;
  return (
    <div className="stage">
      <img src={address} alt={resource.altText || resource.title} />
    </div>
  );
}

function CourseLink({ id }: { id: string }) {
  const course = useAsked<Course>(`/courses/${id}`).answer;
  return course ? <Link href={`/courses/${id}`}>← {course.name}</Link> : null;
}

function Tags({ words }: { words: string[] }) {
  if (words.length === 0) return null;
  return (
    <ul className="chips" aria-label="Keywords">
      {words.map((word) => (
        <li key={word}>
          <Link className="chip" href={`/search?text=${encodeURIComponent(word)}`}>
            {word}
          </Link>
        </li>
      ))}
    </ul>
  );
}

import type { CSSProperties } from 'react';
import { KindIcon } from './icons.tsx';
import { type CourseCard, type Kind, type Media, mediaAddress, type ResourceCard } from './portal.ts';
import { Link } from './router.tsx';
import { clock, kindWords } from './words.ts';

type CoverProps = { name: string; kind: Kind | 'course'; media: Media | null; note?: string | undefined };

/** Without a picture, the cover's colour is derived from the name, so it never changes. */
export function Cover({ name, kind, media, note }: CoverProps) {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
  const address = mediaAddress(media);
  return (
    <div className="cover" style={{ '--hue': hue } as CSSProperties}>
      <KindIcon kind={kind} />
      {address && (
        <img
          src={address}
          alt=""
          loading="lazy"
          // Documents are recognised by the top of their first page.
          style={kind === 'document' ? { objectPosition: 'top' } : undefined}
          onError={(event) => event.currentTarget.remove()}
        />
      )}
      {note && <span className="cover-note">{note}</span>}
    </div>
  );
}

export function noteOf(resource: ResourceCard): string | undefined {
  if (resource.durationSeconds !== null) return clock(resource.durationSeconds * 1000);
  return resource.pageCount ? `${resource.pageCount} ${resource.pageCount === 1 ? 'page' : 'pages'}` : undefined;
}

type Shown = { title?: string; cover?: Media | null; onOpen?: () => void };

export function ResourceTile({ resource, title, cover, onOpen }: Shown & { resource: ResourceCard }) {
  const name = title ?? resource.title;
  return (
    <Link className="card" href={`/resources/${resource.id}`} onClick={onOpen}>
      <Cover name={name} kind={resource.kind} media={cover ?? resource.cover} note={noteOf(resource)} />
      <div className="card-text">
        <span className="label">{kindWords[resource.kind]}</span>
        <h3 className="clamp">{name}</h3>
        <p className="quiet clamp">{resource.author || resource.description}</p>
      </div>
    </Link>
  );
}

export function CourseTile({ course, title, cover, onOpen }: Shown & { course: CourseCard }) {
  const name = title ?? course.name;
  return (
    <Link className="card" href={`/courses/${course.id}`} onClick={onOpen}>
      <Cover name={name} kind="course" media={cover ?? course.cover} note={course.term || undefined} />
      <div className="card-text">
        <span className="label">Course</span>
        <h3 className="clamp">{name}</h3>
        <p className="quiet clamp">{course.teachers.join(', ') || course.description}</p>
      </div>
    </Link>
  );
}

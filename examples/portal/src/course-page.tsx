import { useEffect } from 'react';
import { Cover } from './cards.tsx';
import { KindIcon } from './icons.tsx';
import { Shown } from './notices.tsx';
import { type Chapter, type Course, type Lesson, useAsked } from './portal.ts';
import { tell } from './reader-events.ts';
import { Link } from './router.tsx';
import { clock, kindWords, partOf } from './words.ts';

export function CoursePage({ id }: { id: string }) {
  const asked = useAsked<Course>(`/courses/${id}`);
  useEffect(() => tell({ action: 'view', courseId: id }), [id]);
  return (
    <Shown asked={asked}>
      {(course) => (
        <>
          <header className="course-head">
            <Cover name={course.name} kind="course" media={course.cover} />
            <div className="course-head-text">
              <span className="label">{[course.code, course.term].filter(Boolean).join(' · ') || 'Course'}</span>
              <h1>{course.name}</h1>
              <dl className="facts">
                <Fact name="Teachers" value={course.teachers.join(', ')} />
                <Fact name="Subject" value={course.subject?.name} />
                <Fact name="College" value={course.college?.name} />
              </dl>
              {course.description && <p className="prose">{course.description}</p>}
            </div>
          </header>
          <section aria-label="Chapters">
            <div className="row-head">
              <h2>Chapters</h2>
            </div>
            {course.chapters.length === 0 && <p className="quiet">This course has no chapters yet.</p>}
            <Chapters course={course} parentId={null} number="" />
          </section>
        </>
      )}
    </Shown>
  );
}

function Fact({ name, value }: { name: string; value: string | undefined }) {
  if (!value) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Chapters({ course, parentId, number }: { course: Course; parentId: string | null; number: string }) {
  const chapters = course.chapters.filter((chapter) => chapter.parentId === parentId);
  if (chapters.length === 0) return null;
  return (
    <ol className="chapters">
      {chapters.map((chapter, at) => (
        <li key={chapter.id} className="chapter">
          <div>
            <h3>
              <span className="label">{`${number}${at + 1}`}</span> {chapter.title}
            </h3>
            {chapter.goals && <p className="quiet prose">{chapter.goals}</p>}
          </div>
          {chapter.body && <p className="prose">{chapter.body}</p>}
          {chapter.resources.length > 0 && (
            <ol className="lessons">
              {chapter.resources.map((lesson) => (
                <li key={lesson.id}>
                  <LessonLink course={course} chapter={chapter} lesson={lesson} />
                </li>
              ))}
            </ol>
          )}
          <Chapters course={course} parentId={chapter.id} number={`${number}${at + 1}.`} />
        </li>
      ))}
    </ol>
  );
}

function LessonLink({ course, chapter, lesson }: { course: Course; chapter: Chapter; lesson: Lesson }) {
  const { resource, startMs, endMs } = lesson;
  const place = new URLSearchParams({ course: course.id, chapter: chapter.id });
  if (startMs !== null) place.set('start', String(startMs));
  if (endMs !== null) place.set('end', String(endMs));
  const long = resource.durationSeconds === null ? undefined : clock(resource.durationSeconds * 1000);
  const part = partOf(lesson);
  const told = [kindWords[resource.kind], part ? `clip ${part}` : long, lesson.note].filter(Boolean).join(' · ');
  return (
    <Link
      className="lesson"
      href={`/resources/${resource.id}?${place}`}
      onClick={() => tell({ action: 'click', resourceId: resource.id, courseId: course.id, chapterId: chapter.id })}
    >
      <span className="lesson-icon">
        <KindIcon kind={resource.kind} />
      </span>
      <span>
        {resource.title}
        <span className="quiet" style={{ display: 'block' }}>
          {told}
        </span>
      </span>
      <span className={lesson.required ? 'chip chip-main' : 'chip'}>{lesson.required ? 'Required' : 'Optional'}</span>
    </Link>
  );
}

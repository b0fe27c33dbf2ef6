import { CourseTile } from './cards.tsx';
import { MorePages } from './more-pages.tsx';
import { Shown } from './notices.tsx';
import { type CourseCard, useAsked } from './portal.ts';

type Courses = { courses: CourseCard[]; next: string | null };

export function CoursesPage() {
  const asked = useAsked<Courses>('/courses');
  return (
    <Shown asked={asked}>
      {(first) => (
        <>
          <h1>Courses</h1>
          {first.courses.length === 0 && <p className="quiet">No courses yet.</p>}
          <MorePages path="/courses" first={first} nextOf={({ next }) => next}>
            {(pages) => (
              <ul className="cards">
                {pages
                  .flatMap(({ courses }) => courses)
                  .map((course) => (
                    <li key={course.id}>
                      <CourseTile course={course} />
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

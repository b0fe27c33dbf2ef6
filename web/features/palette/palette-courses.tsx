import { chapterPath, coursePath } from '@lectern/contract/features/course.ts';
import { type CourseHit, searchCourses } from '@lectern/contract/features/search.ts';
import { getRoute } from '@lectern/contract/routes.ts';
import { Command } from 'cmdk';
import { Icon } from '../../components/icon.tsx';
import { pictureOver, signSize } from '../../components/resource/thumbnail.tsx';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { Marked } from './marked.tsx';
import { type Found, useFound } from './use-found.ts';

type Props = { found: Found<CourseHit>; text: string; onGo: (path: string) => void };

/** Courses and chapters that were found; the last entry opens the list of courses with this search. */
export function PaletteCourses({ found, text, onGo }: Props) {
  const texts = useTexts();
  const { palette, routes } = texts;
  const { hits, offered, searching, failed } = found;
  if (!offered || (hits.length === 0 && !searching && !failed)) return null;
  const wanted = text.trim();
  return (
    <Command.Group heading={palette.courses}>
      {hits.map((hit) => (
        <Command.Item key={hit.id} value={`${hit.type}.${hit.id}`} onSelect={() => onGo(pathOf(hit))}>
          {pictureOver(
            <Icon name={hit.type === 'course' ? 'course' : 'list'} size={signSize.row} />,
            hit.type === 'course' ? hit.course.cover : null,
            'row',
          )}
          <span className="palette-label palette-title">
            <Marked text={hit.title} wanted={wanted} />
          </span>
          <span className="palette-note">
            <Marked text={noteOf(hit, texts)} wanted={wanted} />
          </span>
        </Command.Item>
      ))}
      {searching && hits.length === 0 && <div className="palette-quiet">{palette.searchingCourses}</div>}
      {failed && <div className="palette-quiet">{palette.coursesFailed}</div>}
      {hits.some(({ type }) => type === 'course') && (
        <Command.Item
          value="course.all"
          onSelect={() => onGo(`${courseListPage.path}?search=${encodeURIComponent(wanted)}`)}
        >
          <Icon name="search" />
          <span className="palette-label">
            {fillText(palette.searchIn, { text: wanted, page: routes[courseListPage.id] })}
          </span>
          <span className="palette-note" />
        </Command.Item>
      )}
    </Command.Group>
  );
}

function pathOf({ type, id }: CourseHit): string {
  return type === 'course' ? coursePath(id) : chapterPath(id);
}

/** Of a chapter its course, of a course what tells it from others of the same name. */
function noteOf({ type, course: { name, code, term, state } }: CourseHit, { courseStates }: Texts): string {
  if (type === 'chapter') return `${name} · ${code}`;
  return [code, term, courseStates[state]].filter(Boolean).join(' · ');
}

const courseListPage = getRoute('course.list');

/** Courses and their chapters. */
export function useCourses(text: string): Found<CourseHit> {
  return useFound(text, courseListPage, (wanted) =>
    queryOf(searchCourses, { query: { text: wanted } }, { quiet: true }),
  );
}

import type { ChapterView } from '@lectern/contract/features/chapter.ts';
import { Fragment } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Button } from '../../../components/button.tsx';
import { TitleField } from '../../../components/detail/title-field.tsx';
import { useWalkKeys } from '../../../components/walk/use-walk-keys.ts';
import type { Walk } from '../../../components/walk/walk.ts';
import { WalkButtons } from '../../../components/walk/walk-buttons.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { chapterHref, courseHref } from '../course-href.ts';
import type { ChapterEdit } from './use-chapter-edit.ts';

type Props = { chapter: ChapterView; edit: ChapterEdit; onPreview: () => void };

/** Where it stands in the course, its title, and the ways to the chapters around it. */
export function ChapterHeader({ chapter, edit, onPreview }: Props) {
  const { chapter: words } = useTexts();
  const { course, ancestors, previous, next } = chapter;
  const { form, editable } = edit;
  const home = `${courseHref(course.id, { tab: 'catalogue' })}&chapter=${chapter.id}`;
  const walk: Walk = {
    previous: previous && chapterHref(previous.id),
    next: next && chapterHref(next.id),
    list: home,
    position: null,
    count: null,
  };
  useWalkKeys(walk);
  return (
    <>
      <nav className="chapter-line" aria-label={words.line}>
        <AppLink to={home}>{course.name}</AppLink>
        {ancestors.map(({ id, number, title }) => (
          <Fragment key={id}>
            <span aria-hidden="true">/</span>
            <AppLink to={chapterHref(id)}>
              {number} {title}
            </AppLink>
          </Fragment>
        ))}
      </nav>
      <div className="course-header">
        <WalkButtons walk={walk} words={{ back: words.backToCourse, previous: words.previous, next: words.next }} />
        <h1 className={editable ? 'visually-hidden' : 'course-title'}>
          {chapter.number} {chapter.title}
        </h1>
        {editable && (
          <>
            <span className="chapter-title-number" aria-hidden="true">
              {chapter.number}
            </span>
            <TitleField
              label={words.form.title}
              value={form.values.title}
              error={form.problems.title}
              changed={form.changed.includes('title')}
              maxLength={200}
              onChange={(value) => form.set('title', value)}
              onEnter={() => void form.submit()}
            />
          </>
        )}
        <div className="course-header-actions">
          <Button icon="eye" onClick={onPreview}>
            {words.preview}
          </Button>
        </div>
      </div>
    </>
  );
}

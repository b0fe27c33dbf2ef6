import { useLocation } from '@tanstack/react-router';
import { AppLink } from '../../components/app-link.tsx';
import type { ApiError } from '../../lib/api-error.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { listHref } from './course-href.ts';
import '../../components/page-body.css';

/** Says that it never was, or is gone, and leads back. */
export function MissingObject({ texts }: { texts: { title: string; text: string } }) {
  const { searchStr } = useLocation();
  return (
    <section className="notice-page">
      <p className="notice-page-code">404</p>
      <h1>{texts.title}</h1>
      <p>{texts.text}</p>
      <div className="notice-page-actions">
        <AppLink className="action action-primary" to={listHref(searchStr)}>
          {useTexts().course.backToList}
        </AppLink>
      </div>
    </section>
  );
}

/** Nothing can have an id that is none. */
export function isMissing(error: ApiError | null): boolean {
  return error !== null && [404, 410, 400, 422].includes(error.status);
}

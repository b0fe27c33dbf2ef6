import { useLocation } from '@tanstack/react-router';
import { AppLink } from '../../../components/app-link.tsx';
import { originHref, originOf } from '../../../components/resource/resource-href.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';

/** Says whether it never was, or is gone for good, and leads back. */
export function MissingResource({ error }: { error: ApiError }) {
  const { detail, resourceDetail } = useTexts();
  const { searchStr } = useLocation();
  const said = error.status === 410 ? resourceDetail.gone : resourceDetail.missing;
  return (
    <section className="notice-page">
      <p className="notice-page-code">{error.status === 410 ? 410 : 404}</p>
      <h1>{said.title}</h1>
      <p>{said.text}</p>
      <div className="notice-page-actions">
        <AppLink className="action action-primary" to={originHref(originOf(searchStr))}>
          {detail.backToList}
        </AppLink>
      </div>
    </section>
  );
}

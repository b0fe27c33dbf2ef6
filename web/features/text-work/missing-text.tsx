import { AppLink } from '../../components/app-link.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { useTextList } from './use-text-walk.ts';

/** Says that there is no such thing, and leads back. */
export function MissingText({ status }: { status: number }) {
  const { detail, textWork } = useTexts();
  const list = useTextList();
  return (
    <section className="notice-page">
      <p className="notice-page-code">{status === 410 ? 410 : 404}</p>
      <h1>{textWork.missing.title}</h1>
      <p>{textWork.missing.text}</p>
      <div className="notice-page-actions">
        <AppLink className="action action-primary" to={list}>
          {detail.backToList}
        </AppLink>
      </div>
    </section>
  );
}

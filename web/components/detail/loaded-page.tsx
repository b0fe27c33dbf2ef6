import { useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { AppLink } from '../app-link.tsx';
import { QueryError } from '../error-panel.tsx';
import { WalkBack } from '../walk/walk-buttons.tsx';
import '../page-header.css';
import '../page-body.css';

type Back = {
  list: string;
  /** “Back to the list” by default. */
  label?: string;
};

type Props<Data> = {
  query: { data: Data | undefined; error: ApiError | null; isFetching: boolean; refetch: () => Promise<unknown> };
  title: string;
  back: Back;
  missing: MissingTexts;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/** The page of one object: skeleton, content or error. Older content stays when a refresh fails. */
export function LoadedPage<Data>({ query, title, back, missing, skeleton, children }: Props<Data>) {
  const { data, error } = query;
  if (isMissing(error)) return <MissingPage texts={missing} back={back} status={error?.status} />;
  if (data !== undefined) {
    return (
      <>
        {error && <QueryError query={query} keepsOld />}
        {children(data)}
      </>
    );
  }
  if (!error) return skeleton;
  return (
    <div className="page-stack">
      <div className="page-header">
        <WalkBack {...back} />
        <h1>{title}</h1>
      </div>
      <QueryError query={query} />
    </div>
  );
}

/** Includes malformed ids: an id that the server refuses can't exist either. */
export function isMissing(error: ApiError | null): boolean {
  return error !== null && [404, 410, 400, 422].includes(error.status);
}

type MissingTexts = { title: string; text: string };
type MissingProps = { texts: MissingTexts; back: Back; status?: number | undefined };

/** Says that the object never existed or is gone, with a link back. */
export function MissingPage({ texts, back, status }: MissingProps) {
  const { detail } = useTexts();
  return (
    <section className="notice-page">
      <p className="notice-page-code">{status === 410 ? 410 : 404}</p>
      <h1>{texts.title}</h1>
      <p>{texts.text}</p>
      <div className="notice-page-actions">
        <AppLink className="action action-primary" to={back.list}>
          {back.label ?? detail.backToList}
        </AppLink>
      </div>
    </section>
  );
}

/** Corrects the address when the object's kind, and so its path, has changed or the address was typed by hand. */
export function useRightPath(path: string | undefined): void {
  const { pathname, searchStr } = useLocation();
  const { history } = useRouter();
  useEffect(() => {
    if (path && path !== pathname) history.replace(path + searchStr);
  }, [path, pathname, searchStr, history]);
}

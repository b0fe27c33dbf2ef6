import { useLocation } from '@tanstack/react-router';
import { AppLink } from '../components/app-link.tsx';
import { Icon } from '../components/icon.tsx';
import { useCurrentUser } from '../lib/current-user.tsx';
import { fillText, useTexts } from '../lib/i18n/use-texts.ts';
import { ownPath } from '../lib/own-path.ts';
import { ErrorPageActions } from './error-page-actions.tsx';
import { similarPages } from './similar-pages.ts';

/** Says which address does not exist, what may have happened, and where to go instead. */
export function NotFoundPage() {
  const { errorPages, routes } = useTexts();
  const user = useCurrentUser();
  const searchStr = useLocation({ select: (location) => location.searchStr });
  const from = ownPath(new URLSearchParams(searchStr).get('from'));
  const similar = from ? similarPages(from, user) : [];
  return (
    <section className="notice-page">
      <p className="notice-page-code">404</p>
      <h1>{errorPages.notFound.title}</h1>
      <p>{from ? fillText(errorPages.notFound.text, { path: from }) : errorPages.notFound.textBare}</p>
      <p>{errorPages.notFound.moved}</p>
      {similar.length > 0 && (
        <nav className="notice-page-links" aria-label={errorPages.notFound.similar}>
          <p>{errorPages.notFound.similar}</p>
          {similar.map((route) => (
            <AppLink key={route.id} to={route.path}>
              <Icon name={route.icon ?? 'list'} />
              {routes[route.id]}
            </AppLink>
          ))}
        </nav>
      )}
      <div className="notice-page-actions">
        <ErrorPageActions />
      </div>
    </section>
  );
}

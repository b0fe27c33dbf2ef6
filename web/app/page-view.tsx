import { mayOpen } from '@lectern/contract/access.ts';
import type { Route } from '@lectern/contract/routes.ts';
import { LaterPage } from '../features/later/later-page.tsx';
import { useCurrentUser } from '../lib/current-user.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useTexts } from '../lib/i18n/use-texts.ts';
import { ForbiddenPage } from './forbidden-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { pages } from './pages.ts';

/** One page of the table: what it shows for this user. The address stays, whatever that is. */
export function PageView({ route }: { route: Route }) {
  const user = useCurrentUser();
  useDocumentTitle(useTexts().routes[route.id]);
  if (route.id === 'notFound') return <NotFoundPage />;
  if (route.id === 'forbidden') return <ForbiddenPage />;
  if (!mayOpen(user, route)) return <ForbiddenPage route={route} />;
  const Page = pages[route.id];
  return Page ? <Page /> : <LaterPage />;
}

import { hasParameter, matchRoute, parentOf, type Route } from '@lectern/contract/routes.ts';
import { useLocation } from '@tanstack/react-router';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import './later-page.css';

/** What the page will hold, in one sentence. Pages of single entries share one. */
export function laterSentence(route: Route, texts: Texts): string {
  const { later, routes } = texts;
  const list = parentOf(route);
  if (hasParameter(route) && list) return fillText(later.detail, { list: routes[list.id] });
  return later.sentences[route.id] ?? later.unknown;
}

/** Stands where a page is not built yet, and says so: no made-up rows, no dead buttons. */
export function LaterPage() {
  const texts = useTexts();
  const route = matchRoute(useLocation({ select: (location) => location.pathname }));
  if (!route) return null;
  return (
    <>
      <PageHeader title={texts.routes[route.id]} />
      <div className="later">
        <span className="later-icon">
          <Icon name={route.icon ?? 'records'} size={24} />
        </span>
        <h2>{texts.later.notBuilt}</h2>
        <p>{laterSentence(route, texts)}</p>
        <p className="later-quiet">{texts.later.nothingLost}</p>
      </div>
    </>
  );
}

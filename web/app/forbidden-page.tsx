import { mayOpen, rulingRoute } from '@lectern/contract/access.ts';
import { askForAccess, findMyAccessRequest } from '@lectern/contract/features/access-request.ts';
import { abilityThresholds } from '@lectern/contract/roles.ts';
import { matchRoute, type Route } from '@lectern/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { AppLink } from '../components/app-link.tsx';
import { Button } from '../components/button.tsx';
import { LazyExplainChain } from '../components/permission/lazy-explain.ts';
import { TextareaField } from '../components/textarea-field.tsx';
import { useCurrentUser } from '../lib/current-user.tsx';
import { useFormat } from '../lib/format.ts';
import { fillText, useTexts } from '../lib/i18n/use-texts.ts';
import { refreshUser } from '../lib/initial-state.ts';
import { ownPath } from '../lib/own-path.ts';
import { queryOf, useMutationOf } from '../lib/queries.ts';
import { ErrorPageActions } from './error-page-actions.tsx';

/**
 * Shown in place of a page without right, and under /403, where `?from=` may name the page. Says which right is
 * missing and lets the user ask for it.
 */
export function ForbiddenPage({ route }: { route?: Route }) {
  const { errorPages, routes } = useTexts();
  const user = useCurrentUser();
  const asked = useAskedRoute(route);
  const explanation = useExplanation(asked?.route);
  const allowed = asked !== undefined && mayOpen(user, asked.route);
  const ruling = asked && rulingRoute(asked.route);
  const title = asked && fillText(errorPages.forbidden.titleNamed, { page: routes[asked.route.id] });
  return (
    <section className="notice-page">
      <p className="notice-page-code">403</p>
      <h1>{allowed ? errorPages.forbidden.nowAllowed : (title ?? errorPages.forbidden.title)}</h1>
      {!allowed && <p>{explanation}</p>}
      {!allowed && asked && (
        <div className="notice-page-actions">
          {ruling?.access === 'routeFilter' && <AskForAccess page={ruling.path} />}
          <WhyClosed path={asked.route.path} />
        </div>
      )}
      <div className="notice-page-actions">
        {allowed && (
          <AppLink className="action action-primary" to={asked.path}>
            {errorPages.forbidden.open}
          </AppLink>
        )}
        <ErrorPageActions />
      </div>
    </section>
  );
}

/** The whole chain, for who wants to know. */
function WhyClosed({ path }: { path: string }) {
  const { errorPages } = useTexts();
  const [shown, setShown] = useState(false);
  if (shown) return <LazyExplainChain path={path} />;
  return <Button onClick={() => setShown(true)}>{errorPages.forbidden.why}</Button>;
}

function useAskedRoute(route: Route | undefined): { route: Route; path: string } | undefined {
  const { pathname, searchStr } = useLocation();
  if (route) return { route, path: pathname };
  const from = ownPath(new URLSearchParams(searchStr).get('from'));
  const matched = from ? matchRoute(from.split(/[?#]/, 1)[0] ?? '') : undefined;
  return from && matched ? { route: matched, path: from } : undefined;
}

/** Which right is missing, in words. */
function useExplanation(route: Route | undefined): string {
  const { errorPages, words } = useTexts();
  const { roleId } = useCurrentUser();
  const ruling = route && rulingRoute(route);
  if (!ruling?.access) return errorPages.forbidden.unknownPage;
  if (ruling.access === 'routeFilter') return fillText(errorPages.forbidden.missingPermission, { path: ruling.path });
  const role = words.roles[abilityThresholds[ruling.access]];
  return fillText(errorPages.forbidden.missingAbility, { role, ownRole: words.roles[roleId] });
}

const noteLimit = 500;

/** Refused because it was granted meanwhile, perhaps: the user as loaded anew tells. */
const lookAgain = () => void refreshUser({ quiet: true });

/** Asks those who can grant it for a page, once; shows when that was. */
function AskForAccess({ page }: { page: string }) {
  const { forbidden } = useTexts().errorPages;
  const format = useFormat();
  const mine = useQuery(queryOf(findMyAccessRequest, { query: { page } }, { quiet: true }));
  const ask = useMutationOf(askForAccess, { idempotent: true, invalidates: [findMyAccessRequest] });
  const [note, setNote] = useState<string | null>(null);

  const asked = ask.data ?? mine.data;
  if (asked) {
    const text = ask.data ? forbidden.asked : forbidden.askedAgain;
    return <p role="status">{fillText(text, { when: format.relativeTime(asked.askedAt) })}</p>;
  }
  if (note === null) {
    return (
      <Button look="primary" disabled={mine.isPending} onClick={() => setNote('')}>
        {forbidden.ask}
      </Button>
    );
  }
  return (
    <form
      className="ask-for-access"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ask.isPending) ask.mutate({ body: { page, note: note.trim() } }, { onError: lookAgain });
      }}
    >
      <TextareaField label={forbidden.note} value={note} maxLength={noteLimit} onChange={setNote} autoFocus />
      <div className="notice-page-actions">
        <Button look="primary" submits busy={ask.isPending}>
          {ask.isPending ? forbidden.asking : forbidden.send}
        </Button>
        <Button onClick={() => setNote(null)}>{forbidden.cancel}</Button>
      </div>
    </form>
  );
}

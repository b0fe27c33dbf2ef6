import { landingPath } from '@lectern/contract/access.ts';
import { matchRoute } from '@lectern/contract/routes.ts';
import { useRouter } from '@tanstack/react-router';
import { AppLink } from '../components/app-link.tsx';
import { Button } from '../components/button.tsx';
import { findAction, runAction, useActions } from '../lib/actions.ts';
import { useCurrentUser } from '../lib/current-user.tsx';
import { useTexts } from '../lib/i18n/use-texts.ts';
import { navigate } from '../lib/navigation.ts';

const paletteAction = 'palette.open';

/** The ways on from an error page: back, the first page the user may open, search. */
export function ErrorPageActions() {
  const { errorPages: texts, routes } = useTexts();
  const user = useCurrentUser();
  const { history } = useRouter();
  const landing = landingPath(user);
  const landingPage = matchRoute(landing);
  const canSearch = useActions().some((action) => action.id === paletteAction);
  return (
    <>
      {history.canGoBack() && <Button onClick={() => history.back()}>{texts.back}</Button>}
      <AppLink to={landing} className="action">
        {landingPage && routes[landingPage.id]}
      </AppLink>
      {canSearch && (
        <Button
          icon="search"
          keys={findAction(paletteAction)?.keys}
          onClick={() => runAction(paletteAction, { navigate, user })}
        >
          {texts.search}
        </Button>
      )}
    </>
  );
}

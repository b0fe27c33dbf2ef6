import { homePath } from '@lectern/contract/constants.ts';
import { useRouter } from '@tanstack/react-router';
import { AppLink } from '../components/app-link.tsx';
import { Button } from '../components/button.tsx';
import { findAction, runAction, useActions } from '../lib/actions.ts';
import { useCurrentUser } from '../lib/current-user.tsx';
import { useTexts } from '../lib/i18n/use-texts.ts';
import { navigate } from '../lib/navigation.ts';

const paletteAction = 'palette.open';

/** The ways on from an error page: back, home, search. */
export function ErrorPageActions() {
  const { errorPages: texts } = useTexts();
  const user = useCurrentUser();
  const { history } = useRouter();
  const canSearch = useActions().some((action) => action.id === paletteAction);
  return (
    <>
      {history.canGoBack() && <Button onClick={() => history.back()}>{texts.back}</Button>}
      <AppLink to={homePath} className="action">
        {texts.home}
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

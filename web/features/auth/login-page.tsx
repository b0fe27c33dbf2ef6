import type { PublicSettings } from '@lectern/contract/features/settings.ts';
import {
  defaultLanguage,
  languageNames,
  languageOf,
  languageOffers,
  languages,
  languageTags,
} from '@lectern/contract/language.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { BrandMark } from '../../components/brand-mark.tsx';
import { call } from '../../lib/api-client.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { chooseLanguage } from '../../lib/chosen-language.ts';
import { useInitialState } from '../../lib/current-user.tsx';
import { noticeOf } from '../../lib/failure-listener.ts';
import { getPublicSettings } from '../../lib/first-calls.ts';
import { fillText, useCoreTexts, useLanguage } from '../../lib/i18n/use-texts.ts';
import { refreshUser } from '../../lib/initial-state.ts';
import { adoptLanguage, isLanguageRemembered } from '../../lib/theme.ts';
import { LoginForm } from './login-form.tsx';
import { LoginNotice } from './login-notice.tsx';
import { LoginPicture } from './login-picture.tsx';
import { MustChangeForm } from './must-change-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SignOnButton, useSignOn } from './sign-on-button.tsx';
import { VendorLogin } from './vendor-login.tsx';
import './login-page.css';

const firstPauseMs = 2_000;
const longestPauseMs = 30_000;

/** There is a session, but its user couldn't be loaded: retries with growing pauses and on demand. */
function UserLoadNotice({ error }: { error: ApiError }) {
  const { login } = useCoreTexts();
  const [pauseMs, setPauseMs] = useState(firstPauseMs);
  const [trying, setTrying] = useState(false);

  async function tryAgain(): Promise<void> {
    setTrying(true);
    await refreshUser({ quiet: true });
    setTrying(false);
    setPauseMs((pause) => Math.min(pause * 2, longestPauseMs));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed attempt sets the next pause
  useEffect(() => {
    if (trying) return;
    const timer = setTimeout(() => void tryAgain(), pauseMs);
    return () => clearTimeout(timer);
  }, [pauseMs, trying]);

  return (
    <LoginNotice tone="warn" text={login.userLoadFailed} hint={noticeOf(error)?.title} requestId={error.requestId}>
      <button type="button" className="action" aria-disabled={trying || undefined} onClick={() => void tryAgain()}>
        {trying ? login.retrying : login.retry}
      </button>
    </LoginNotice>
  );
}

/** Loaded on demand, because it is rarely used. */
const ForgottenPassword = lazy(async () => ({ default: (await import('./forgotten-password.tsx')).ForgottenPassword }));

const productName = 'Lectern';
/** Used until the platform's setting is loaded; the server enforces the rule anyway. */
const usualMinLength = 10;

type Props = {
  /** Starts loading the app early, because it is needed right after login. */
  warmUp(): void;
};

/** Login page: password, forced password change, or single sign-on. */
export function LoginPage({ warmUp }: Props) {
  const { login, vendor, signOn: words } = useCoreTexts();
  const { user, error } = useInitialState();
  const settings = usePublicSettings();
  const [oldPassword, setOldPassword] = useState<string | null>(null);
  const [challenge, setChallenge] = useState<string | null>(null);
  const [usesVendor, setUsesVendor] = useState(false);
  const signOn = useSignOn({ warmUp, onSecondFactor: setChallenge });
  const [resetToken] = useState(takeResetToken);
  const [forgot, setForgot] = useState(resetToken !== null);
  const platform = settings?.platformName ?? productName;
  const minLength = settings?.passwordMinLength ?? usualMinLength;

  useEffect(() => {
    document.title = `${login.documentTitle} · ${platform}`;
  }, [login, platform]);

  return (
    <div className="login">
      <div className="login-side">
        <header>
          <BrandMark size={24} />
          <span>{platform}</span>
          <LanguageSwitch />
        </header>
        <main>
          {user?.mustChangePassword ? (
            <MustChangeForm account={user.account} {...{ oldPassword, minLength, warmUp }} />
          ) : challenge !== null ? (
            <SecondFactorForm
              {...{ challenge, warmUp }}
              timeZone={settings?.timeZone}
              onRestart={() => setChallenge(null)}
            />
          ) : forgot ? (
            <Suspense>
              <ForgottenPassword
                {...{ minLength, token: resetToken }}
                timeZone={settings?.timeZone}
                onBack={() => setForgot(false)}
              />
            </Suspense>
          ) : (
            <>
              <h1>{fillText(login.title, { platform })}</h1>
              {error && error.kind !== 'loginExpired' && <UserLoadNotice error={error} />}
              {signOn.message && <LoginNotice tone="bad" {...signOn.message} />}
              {signOn.step === 'arriving' ? (
                <p role="status">{words.arriving}</p>
              ) : usesVendor ? (
                <VendorLogin warmUp={warmUp} onSecondFactor={setChallenge} />
              ) : (
                <LoginForm
                  timeZone={settings?.timeZone}
                  onPasswordAccepted={setOldPassword}
                  onSecondFactor={setChallenge}
                  warmUp={warmUp}
                />
              )}
              {!usesVendor && (
                <button type="button" className="login-link" onClick={() => setForgot(true)}>
                  {login.forgotten}
                </button>
              )}
              {settings?.signOn && <SignOnButton label={settings.signOn.label} {...signOn} />}
              {settings?.vendorLogin && (
                <button type="button" className="action login-other" onClick={() => setUsesVendor(!usesVendor)}>
                  {usesVendor ? vendor.usePassword : vendor.use}
                </button>
              )}
            </>
          )}
          {settings?.loginHelp && <p className="login-help">{settings.loginHelp}</p>}
        </main>
      </div>
      <aside className="login-aside">
        <LoginPicture />
        <p className="login-promise">{login.promise}</p>
        <p>{login.promiseText}</p>
      </aside>
    </div>
  );
}

/** Takes the secret of a mailed link and removes it from the address bar at once, so nobody can read it there later. */
function takeResetToken(): string | null {
  const token = /^#reset=([\w-]{1,200})$/.exec(window.location.hash)?.[1] ?? null;
  if (token) window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  return token;
}

/** Public settings of the platform. The form doesn't wait for them. */
function usePublicSettings(): PublicSettings | null {
  const [settings, setSettings] = useState<PublicSettings | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    call(getPublicSettings, {}, { withoutMiddleware: true, signal: leaving.signal })
      .then(async (answer) => {
        if (!isLanguageRemembered()) await adoptLanguage(answer.defaultLanguage);
        setSettings(answer);
      })
      // Without settings the page shows the product's own name and no help; login still works.
      .catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return settings;
}

/** Languages, each under its own name. */
function LanguageSwitch() {
  const { login } = useCoreTexts();
  const current = useLanguage();
  return (
    <fieldset className="login-languages">
      <legend className="login-hidden">{login.language}</legend>
      <LanguageOffer />
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={languageTags[language]}
          aria-pressed={language === current}
          onClick={() => void chooseLanguage(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </fieldset>
  );
}

/** The default is English, so offer the browser's preferred language. */
function LanguageOffer() {
  const current = useLanguage();
  const preferred = languageOf(navigator.languages.join());
  if (current !== defaultLanguage || preferred === current) return null;
  return (
    <button
      type="button"
      className="login-language-offer"
      lang={languageTags[preferred]}
      onClick={() => void chooseLanguage(preferred)}
    >
      {languageOffers[preferred]}
    </button>
  );
}

import { fillText } from '@lectern/contract/errors.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { BrandMark } from '../../components/brand-mark.tsx';
import { useInitialState } from '../../lib/current-user.tsx';
import { useCoreTexts } from '../../lib/i18n/use-texts.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { LoginForm } from './login-form.tsx';
import { LoginNotice } from './login-notice.tsx';
import { LoginPicture } from './login-picture.tsx';
import { MustChangeForm } from './must-change-form.tsx';
import { takeResetToken } from './reset-link.ts';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SignOnButton } from './sign-on-button.tsx';
import { usePublicSettings } from './use-public-settings.ts';
import { useSignOn } from './use-sign-on.ts';
import { UserLoadNotice } from './user-load-notice.tsx';
import { VendorLogin } from './vendor-login.tsx';
import './login-page.css';

/** Its code comes when somebody forgot: hardly anybody does. */
const ForgottenPassword = lazy(async () => ({ default: (await import('./forgotten-password.tsx')).ForgottenPassword }));

const productName = 'Lectern';
/** Until the platform has said its own rule; the server has the last word anyway. */
const usualMinLength = 10;

type Props = {
  /** Starts to fetch the app, because it is needed in a moment. */
  warmUp(): void;
};

/** The page before everything: log in, choose a new password where one must, or come in by somebody who vouches. */
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

import { vendorFrameSizes } from '@lectern/contract/constants.ts';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { inChunkTime } from '../../lib/chunk-time.ts';
import { getWecomConfig, loginWithWecom, startWecomLogin } from '../../lib/first-calls.ts';
import { currentLanguage } from '../../lib/i18n/language.ts';
import { useCoreTexts } from '../../lib/i18n/use-texts.ts';
import { enter, type LoginMessage, loginMessageOf } from './login-message.ts';
import { LoginNotice } from './login-notice.tsx';

type Props = { warmUp(): void; onSecondFactor(challenge: string): void };

/** The messaging vendor's embedded login frame, in a size that fits the window. */
export function VendorLogin({ warmUp, onSecondFactor }: Props) {
  const { vendor, login } = useCoreTexts();
  const size = useFrameSize();
  const place = useRef<HTMLDivElement>(null);
  const { state, message, restart } = useVendorFrame(place, size, { warmUp, onSecondFactor });
  return (
    <div className="login-vendor">
      {message && (
        <LoginNotice tone="bad" {...message}>
          <button type="button" className="action" onClick={restart}>
            {login.retry}
          </button>
        </LoginNotice>
      )}
      {state !== 'shown' && !message && (
        <p role="status">{state === 'signingIn' ? vendor.signingIn : vendor.loading}</p>
      )}
      <div ref={place} className="login-vendor-frame" hidden={state !== 'shown'} style={vendorFrameSizes[size]} />
    </div>
  );
}

/** Below this width the vendor's middle-sized frame doesn't fit with its margins. */
const small = '(max-width: 559px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(small);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

function useFrameSize(): 'middle' | 'small' {
  return useSyncExternalStore(subscribe, () => (window.matchMedia(small).matches ? 'small' : 'middle'));
}

type FrameState = 'loading' | 'shown' | 'signingIn' | 'failed';
type Outcome = { onCode(code: string, state: string): void; onFailure(error: unknown): void };

/** Mounts the vendor's frame and logs in with the code it returns. */
function useVendorFrame(
  place: RefObject<HTMLElement | null>,
  size: 'middle' | 'small',
  { warmUp, onSecondFactor }: { warmUp(): void; onSecondFactor(challenge: string): void },
) {
  const texts = useCoreTexts();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<FrameState>('loading');
  const [message, setMessage] = useState<LoginMessage | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt or size creates a new frame; new text does not
  useEffect(() => {
    let gone = false;
    let unmount: (() => void) | undefined;
    const messageOf = (error: unknown): LoginMessage =>
      error instanceof ApiError
        ? loginMessageOf(error, texts)
        : { kind: 'other', text: texts.vendor.failed, hint: error instanceof Error ? error.message : '' };
    const fail = (error: unknown) => {
      unmount?.();
      if (gone) return;
      setState('failed');
      setMessage(messageOf(error));
    };
    setState('loading');
    setMessage(null);
    const onCode = (code: string, oneTimeState: string) => {
      setState('signingIn');
      unmount?.();
      warmUp();
      signIn(code, oneTimeState, onSecondFactor).catch(fail);
    };
    openFrame(place, size, { onCode, onFailure: fail })
      .then((close) => {
        unmount = close;
        if (gone) close();
        else setState('shown');
      })
      .catch(fail);
    return () => {
      gone = true;
      unmount?.();
    };
  }, [attempt, size]);

  return { state, message, restart: () => setAttempt(attempt + 1) };
}

async function signIn(code: string, state: string, onSecondFactor: (challenge: string) => void): Promise<void> {
  const answer = await call(loginWithWecom, { body: { code, state } }, { withoutMiddleware: true });
  if ('challenge' in answer) onSecondFactor(answer.challenge);
  else await enter(answer);
}

async function openFrame(place: RefObject<HTMLElement | null>, size: 'middle' | 'small', outcome: Outcome) {
  const [sdk, config, { state }] = await Promise.all([
    inChunkTime(() => import('@wecom/jssdk')),
    call(getWecomConfig, {}, { withoutMiddleware: true }),
    call(startWecomLogin, {}, { withoutMiddleware: true }),
  ]);
  if (!place.current || !config) throw new Error('The vendor’s login is not configured');
  const panel = sdk.createWWLoginPanel({
    el: place.current,
    params: {
      login_type: sdk.WWLoginType.corpApp,
      appid: config.corpId,
      agentid: config.agentId,
      redirect_uri: config.redirectUri,
      state,
      redirect_type: sdk.WWLoginRedirectType.callback,
      panel_size: size === 'small' ? sdk.WWLoginPanelSizeType.small : sdk.WWLoginPanelSizeType.middle,
      lang: currentLanguage() === 'zh' ? sdk.WWLoginLangType.zh : sdk.WWLoginLangType.en,
      color_scheme: document.documentElement.classList.contains('dark') ? sdk.ColorScheme.Dark : sdk.ColorScheme.Light,
    },
    onLoginSuccess: ({ code }) => outcome.onCode(code, state),
    onLoginFail: ({ errMsg, errCode }) => outcome.onFailure(new Error(errMsg ?? String(errCode ?? ''))),
  });
  return () => panel.unmount();
}

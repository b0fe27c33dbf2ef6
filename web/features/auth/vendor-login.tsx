import { vendorFrameSizes } from '@lectern/contract/constants.ts';
import { useRef } from 'react';
import { useCoreTexts } from '../../lib/i18n/use-texts.ts';
import { LoginNotice } from './login-notice.tsx';
import { useFrameSize } from './use-frame-size.ts';
import { useVendorFrame } from './use-vendor-frame.ts';

type Props = { warmUp(): void; onSecondFactor(challenge: string): void };

/** The messaging vendor's own login frame, in the size that fits. */
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

import type { TwoFactorState } from '@lectern/contract/features/two-factor.ts';
import { Button } from '../../components/button.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Status } from '../../components/status.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';

export type TwoFactorDeed = 'setUp' | 'renew' | 'disable';

/** So few codes are left that new ones are worth having. */
const fewCodes = 3;

export function TwoFactorSummary({ state, onAsk }: { state: TwoFactorState; onAsk(deed: TwoFactorDeed): void }) {
  const { twoFactor } = useTexts().profile;
  const format = useFormat();
  const { enabled, since, recoveryCodesLeft: left } = state;
  const status = enabled
    ? since
      ? fillText(twoFactor.onSince, { date: format.date(since) })
      : twoFactor.on
    : twoFactor.off;
  const facts = [
    { label: twoFactor.state, value: <Status tone={enabled ? 'ok' : 'idle'}>{status}</Status> },
    ...(enabled
      ? [
          {
            label: twoFactor.codesLeft,
            value: (
              <Status tone={left <= fewCodes ? 'warn' : 'ok'}>
                {fillText(left <= fewCodes ? twoFactor.codesFew : twoFactor.codesCount, { count: left })}
              </Status>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <FactList facts={facts} />
      <div className="form-foot">
        {enabled ? (
          <>
            <Button onClick={() => onAsk('setUp')}>{twoFactor.otherDevice}</Button>
            <Button onClick={() => onAsk('renew')}>{twoFactor.newCodes}</Button>
            <Button look="danger" onClick={() => onAsk('disable')}>
              {twoFactor.turnOff}
            </Button>
          </>
        ) : (
          <Button look="primary" onClick={() => onAsk('setUp')}>
            {twoFactor.setUp}
          </Button>
        )}
      </div>
    </>
  );
}

import {
  disableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
  type TwoFactorSetup,
} from '@lectern/contract/features/two-factor.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TwoFactorSetupDialog } from './two-factor-setup-dialog.tsx';
import { type TwoFactorDeed, TwoFactorSummary } from './two-factor-summary.tsx';
import './two-factor-tab.css';

type Step =
  | { kind: 'password'; deed: TwoFactorDeed }
  | { kind: 'scan'; setup: TwoFactorSetup }
  | { kind: 'codes'; codes: readonly string[] };

const settings = { quiet: true, invalidates: [getTwoFactor] };

/** The second factor: whether it is on, and the steps to turn it on and off. */
export function TwoFactorTab() {
  const { twoFactor } = useTexts().profile;
  const state = useQuery(queryOf(getTwoFactor, {}, { quiet: true }));
  const [step, setStep] = useState<Step | null>(null);
  const setUp = useMutationOf(setUpTwoFactor, { quiet: true });
  const renew = useMutationOf(renewRecoveryCodes, settings);
  const disable = useMutationOf(disableTwoFactor, settings);
  const close = () => setStep(null);
  const ask = (deed: TwoFactorDeed) => {
    for (const mutation of [setUp, renew, disable]) mutation.reset();
    setStep({ kind: 'password', deed });
  };

  const deeds = {
    setUp: {
      mutation: setUp,
      run: (password: string) =>
        setUp.mutate({ body: { password } }, { onSuccess: (setup) => setStep({ kind: 'scan', setup }) }),
    },
    renew: {
      mutation: renew,
      run: (password: string) =>
        renew.mutate(
          { body: { password } },
          { onSuccess: ({ recoveryCodes }) => setStep({ kind: 'codes', codes: recoveryCodes }) },
        ),
    },
    disable: {
      mutation: disable,
      run: (password: string) =>
        disable.mutate({ body: { password } }, { onSuccess: () => finish(twoFactor.turnedOff) }),
    },
  } as const;

  function finish(title: string): void {
    close();
    notify({ level: 'success', title });
  }

  return (
    <Card title={twoFactor.title} text={twoFactor.text} className="card-narrow">
      {state.isError && (
        <div className="form-notice">
          <ErrorPanel error={state.error} retrying={state.isFetching} onRetry={() => void state.refetch()} />
        </div>
      )}
      {state.isPending && (
        <SkeletonRegion className="card-body">
          <Skeleton width="40%" />
        </SkeletonRegion>
      )}
      {state.data && <TwoFactorSummary state={state.data} onAsk={ask} />}
      {step?.kind === 'password' && (
        <PasswordDialog
          {...twoFactor.asks[step.deed]}
          look={step.deed === 'disable' ? 'danger' : 'primary'}
          busy={deeds[step.deed].mutation.isPending}
          error={deeds[step.deed].mutation.error}
          onConfirm={deeds[step.deed].run}
          onClose={close}
        />
      )}
      {step?.kind === 'scan' && (
        <TwoFactorSetupDialog
          setup={step.setup}
          onConfirmed={(codes) => setStep({ kind: 'codes', codes })}
          onClose={close}
        />
      )}
      {step?.kind === 'codes' && (
        <RecoveryCodesDialog codes={step.codes} onClose={() => finish(twoFactor.codesSaved)} />
      )}
    </Card>
  );
}

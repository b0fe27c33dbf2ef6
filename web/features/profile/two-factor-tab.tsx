import {
  confirmTwoFactor,
  disableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
  type TwoFactorSetup,
  type TwoFactorState,
} from '@lectern/contract/features/two-factor.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel, QueryError } from '../../components/error-panel.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { Status } from '../../components/status.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { PasswordDialog } from './password-tab.tsx';
import './two-factor-tab.css';
import '../../components/qr-code.css';

type Step =
  | { kind: 'password'; action: TwoFactorAction }
  | { kind: 'scan'; setup: TwoFactorSetup }
  | { kind: 'codes'; codes: readonly string[] };

const settings = { quiet: true, invalidates: [getTwoFactor] };

/** Two-factor authentication: its state, and the steps to turn it on and off. */
export function TwoFactorTab() {
  const { twoFactor } = useTexts().profile;
  const state = useQuery(queryOf(getTwoFactor, {}, { quiet: true }));
  const [step, setStep] = useState<Step | null>(null);
  const setUp = useMutationOf(setUpTwoFactor, { quiet: true });
  const renew = useMutationOf(renewRecoveryCodes, settings);
  const disable = useMutationOf(disableTwoFactor, settings);
  const close = () => setStep(null);
  const ask = (action: TwoFactorAction) => {
    for (const mutation of [setUp, renew, disable]) mutation.reset();
    setStep({ kind: 'password', action });
  };

  const actions = {
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
          <QueryError query={state} />
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
          {...twoFactor.asks[step.action]}
          look={step.action === 'disable' ? 'danger' : 'primary'}
          busy={actions[step.action].mutation.isPending}
          error={actions[step.action].mutation.error}
          onConfirm={actions[step.action].run}
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

type Props = { codes: readonly string[]; onClose(): void };

/** Recovery codes are shown only once, so a stray click or Escape must not close the dialog. */
function RecoveryCodesDialog({ codes, onClose }: Props) {
  const { twoFactor } = useTexts().profile;
  const [isWarned, setIsWarned] = useState(false);
  const text = codes.join('\n');
  const footer = (
    <Button look="primary" onClick={onClose}>
      {twoFactor.codesKept}
    </Button>
  );
  return (
    <Dialog open title={twoFactor.codesTitle} onClose={() => setIsWarned(true)} footer={footer}>
      <p className="two-factor-text">{twoFactor.codesText}</p>
      <div className="two-factor-codes">
        <ol aria-label={twoFactor.codesTitle}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <CopyButton text={text} label={twoFactor.copyCodes} />
      </div>
      <p className="two-factor-warning" role="alert">
        {isWarned && twoFactor.codesWarning}
      </p>
    </Dialog>
  );
}

type TwoFactorAction = 'setUp' | 'renew' | 'disable';

/** With this many codes or fewer left, suggest new ones. */
const fewCodes = 3;

function TwoFactorSummary({ state, onAsk }: { state: TwoFactorState; onAsk(action: TwoFactorAction): void }) {
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

type TwoFactorSetupDialogProps = { setup: TwoFactorSetup; onConfirmed(recoveryCodes: string[]): void; onClose(): void };

/** Shows the secret as a QR code and as text, and asks for a first code to confirm. */
function TwoFactorSetupDialog({ setup, onConfirmed, onClose }: TwoFactorSetupDialogProps) {
  const { profile, words } = useTexts();
  const { twoFactor } = profile;
  const confirm = useMutationOf(confirmTwoFactor, { quiet: true, invalidates: [getTwoFactor] });
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const isWrong = confirm.error?.code === 'wrongCode' || confirm.error?.details?.fields !== undefined;

  const submit = () => {
    setIsMissing(!code.trim());
    if (!code.trim()) return;
    confirm.mutate(
      { body: { setup: setup.setup, code } },
      { onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes) },
    );
  };
  return (
    <FormDialog
      title={twoFactor.setupTitle}
      confirmLabel={twoFactor.turnOn}
      busy={confirm.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      <p className="two-factor-text">{twoFactor.scan}</p>
      <div className="two-factor-secret">
        <QrCode qr={setup.qr} label={twoFactor.qrLabel} />
        <div>
          <p>{twoFactor.byHand}</p>
          <code>{setup.secret}</code>
          <CopyButton text={setup.secret.replaceAll(' ', '')} label={twoFactor.copySecret} />
        </div>
      </div>
      {confirm.error && !isWrong && <ErrorPanel error={confirm.error} title={profile.notSaved} />}
      <TextField
        label={twoFactor.firstCode}
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        data-first-focus
        maxLength={12}
        error={isMissing && !code.trim() ? words.required : isWrong ? twoFactor.wrongCode : undefined}
      />
    </FormDialog>
  );
}

type QrCodeProps = { qr: { size: number; path: string }; label: string };

/** Always dark on white, whatever the theme: scanners expect it. */
function QrCode({ qr: { size, path }, label }: QrCodeProps) {
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}

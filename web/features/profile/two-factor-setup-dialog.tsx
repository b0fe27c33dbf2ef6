import { confirmTwoFactor, getTwoFactor, type TwoFactorSetup } from '@lectern/contract/features/two-factor.ts';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { useMutationOf } from '../../lib/queries.ts';

type Props = { setup: TwoFactorSetup; onConfirmed(recoveryCodes: string[]): void; onClose(): void };

/** The secret, for the authenticator app to scan or for typing it in, and the app's first code as the proof. */
export function TwoFactorSetupDialog({ setup, onConfirmed, onClose }: Props) {
  const { profile, words } = useTexts();
  const { twoFactor } = profile;
  const confirm = useMutationOf(confirmTwoFactor, { quiet: true, invalidates: [getTwoFactor] });
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const formId = useId();
  const isWrong = confirm.error?.code === 'wrongCode' || confirm.error?.details?.fields !== undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(!code.trim());
    if (!code.trim() || confirm.isPending) return;
    confirm.mutate(
      { body: { setup: setup.setup, code } },
      { onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes) },
    );
  };
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look="primary" submits form={formId} busy={confirm.isPending}>
        {twoFactor.turnOn}
      </Button>
    </>
  );
  return (
    <Dialog open title={twoFactor.setupTitle} onClose={onClose} footer={footer}>
      <form id={formId} onSubmit={submit} noValidate className="page-stack">
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
      </form>
    </Dialog>
  );
}

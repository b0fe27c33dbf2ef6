import { accountLimits } from '@lectern/contract/features/auth.ts';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import type { ApiError } from '../../lib/api-error.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';

type Props = {
  title: string;
  text: string;
  confirmLabel: string;
  look?: 'primary' | 'danger';
  busy: boolean;
  error: ApiError | null;
  onConfirm(password: string): void;
  onClose(): void;
};

/** Asks for the current password again before something that a borrowed window must not do. */
export function PasswordDialog(props: Props) {
  const { title, text, confirmLabel, look = 'primary', busy, error, onConfirm, onClose } = props;
  const { profile, words } = useTexts();
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const formId = useId();
  const isWrong = error?.code === 'wrongPassword';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(!password);
    if (password && !busy) onConfirm(password);
  };
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look={look} submits form={formId} busy={busy}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} footer={footer}>
      <form id={formId} onSubmit={submit} noValidate className="page-stack">
        <p className="two-factor-text">{text}</p>
        {error && !isWrong && <ErrorPanel error={error} title={profile.notSaved} />}
        <PasswordField
          label={profile.oldPassword}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          data-first-focus
          maxLength={accountLimits.password}
          error={isMissing && !password ? words.required : isWrong ? error.message : undefined}
        />
      </form>
    </Dialog>
  );
}

import { accountLimits } from '@lectern/contract/features/auth.ts';
import { useState } from 'react';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PasswordField } from '../../components/text-field.tsx';
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
  const isWrong = error?.code === 'wrongPassword';

  const submit = () => {
    setIsMissing(!password);
    if (password) onConfirm(password);
  };
  return (
    <FormDialog title={title} confirmLabel={confirmLabel} look={look} busy={busy} onConfirm={submit} onClose={onClose}>
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
    </FormDialog>
  );
}

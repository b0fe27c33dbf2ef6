import { accountLimits, changePassword, listSessions } from '@lectern/contract/features/auth.ts';
import { listMyActivity } from '@lectern/contract/features/profile.ts';
import { defaultPlatformSettings, getPublicSettings } from '@lectern/contract/features/settings.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { fieldErrorsOf } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PasswordField } from '../../components/text-field.tsx';
import { type ApiError, isApiError } from '../../lib/api-error.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';

const empty: PasswordValues = { oldPassword: '', newPassword: '', repeatPassword: '' };

export function PasswordTab() {
  const texts = useTexts();
  const { profile } = texts;
  const { data: platform } = useQuery(queryOf(getPublicSettings, {}, { quiet: true }));
  const minLength = (platform ?? defaultPlatformSettings).passwordMinLength;
  const [values, setValues] = useState(empty);
  const [problems, setProblems] = useState<PasswordProblems>({});
  const save = useMutationOf(changePassword, { quiet: true, invalidates: [listSessions, listMyActivity] });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = passwordProblems(values, minLength, texts);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const { oldPassword, newPassword } = values;
    try {
      await save.mutateAsync({ body: { oldPassword, newPassword } });
      setValues(empty);
      notify({ level: 'success', title: profile.passwordSaved, text: profile.passwordSavedText });
    } catch (error) {
      if (isApiError(error) && error.code === 'wrongPassword') setProblems({ oldPassword: error.message });
      else setProblems(fieldErrorsOf(error));
    }
  };
  const field = (name: keyof PasswordValues) => ({
    label: profile[name],
    value: values[name],
    error: problems[name],
    maxLength: accountLimits.password,
    onChange: (value: string) => {
      setValues((known) => ({ ...known, [name]: value }));
      setProblems((known) => ({ ...known, [name]: undefined }));
    },
  });
  const unexplained = save.error && save.error.code !== 'wrongPassword' && !save.error.details?.fields;
  return (
    <Card title={profile.passwordTitle} text={profile.passwordText} className="card-narrow">
      <form onSubmit={(event) => void submit(event)} noValidate>
        {unexplained && (
          <div className="form-notice">
            <ErrorPanel error={save.error} title={profile.notSaved} />
          </div>
        )}
        <div className="card-body page-stack">
          <PasswordField {...field('oldPassword')} autoComplete="current-password" />
          <PasswordField
            {...field('newPassword')}
            autoComplete="new-password"
            hint={fillText(profile.passwordRule, { count: minLength })}
          />
          <PasswordField {...field('repeatPassword')} autoComplete="new-password" />
        </div>
        <div className="form-foot">
          <Button look="primary" submits busy={save.isPending}>
            {profile.passwordSubmit}
          </Button>
        </div>
      </form>
    </Card>
  );
}

type PasswordValues = { oldPassword: string; newPassword: string; repeatPassword: string };
type PasswordProblems = Partial<Record<keyof PasswordValues, string>>;

/** Checks the passwords before they are sent. */
function passwordProblems(values: PasswordValues, minLength: number, { profile, words }: Texts): PasswordProblems {
  const problems: PasswordProblems = {};
  const missing = minLength - Array.from(values.newPassword).length;
  if (!values.oldPassword) problems.oldPassword = words.required;
  if (!values.newPassword) problems.newPassword = words.required;
  else if (missing > 0) problems.newPassword = fillText(profile.passwordShort, { count: missing });
  else if (values.newPassword === values.oldPassword) problems.newPassword = profile.passwordSame;
  if (values.repeatPassword !== values.newPassword) problems.repeatPassword = profile.passwordUnequal;
  return problems;
}

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

/** Asks for the current password again before a sensitive action, in case someone else is using the open window. */
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

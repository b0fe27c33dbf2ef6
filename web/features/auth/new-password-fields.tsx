import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { fillText, useCoreTexts } from '../../lib/i18n/use-texts.ts';
import { PasswordInput } from './text-input.tsx';

type Options = {
  minLength: number;
  /** The current password, if known, so that the new one must differ. */
  old?: string;
};

/** State of a new password and its repetition. */
export function useNewPassword({ minLength, old }: Options) {
  const [fresh, setFresh] = useState('');
  const [repeated, setRepeated] = useState('');
  const missing = minLength - [...fresh].length;
  const isSame = fresh !== '' && fresh === old;
  const isEqual = fresh === repeated;
  const isFine = missing <= 0 && isEqual && !isSame;
  return { minLength, fresh, setFresh, repeated, setRepeated, missing, isSame, isEqual, isFine };
}

type Props = {
  password: ReturnType<typeof useNewPassword>;
  /** Whether the form was submitted; errors are shown only after that. */
  tried: boolean;
  busy: boolean;
  /** The server's reason for refusing the password. */
  refused: string | undefined;
  autoFocus: boolean;
};

export function NewPasswordFields({ password, tried, busy, refused, autoFocus }: Props) {
  const { mustChange } = useCoreTexts();
  const { minLength, fresh, setFresh, repeated, setRepeated, missing, isSame, isEqual } = password;
  const tooShort = fresh
    ? fillText(mustChange.tooShort, { count: missing })
    : fillText(mustChange.newMissing, { count: minLength });
  const isShort = tried && missing > 0;
  return (
    <>
      <PasswordInput
        label={mustChange.newPassword}
        autoComplete="new-password"
        autoFocus={autoFocus}
        readOnly={busy}
        maxLength={200}
        value={fresh}
        onChange={(event) => setFresh(event.target.value)}
        error={isSame ? mustChange.sameAsOld : isShort ? tooShort : refused}
        hint={missing <= 0 ? mustChange.longEnough : fillText(mustChange.rule, { count: minLength })}
      />
      <PasswordInput
        label={mustChange.repeatPassword}
        autoComplete="new-password"
        readOnly={busy}
        maxLength={200}
        value={repeated}
        onChange={(event) => setRepeated(event.target.value)}
        error={tried && !isEqual ? mustChange.notEqual : undefined}
        hint={repeated && isEqual ? mustChange.matches : undefined}
      />
    </>
  );
}

/** The server's reason for refusing a new password, such as being too common. */
export function passwordRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.details?.fields?.find(({ path }) => path === 'newPassword')?.message;
}

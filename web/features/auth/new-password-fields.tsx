import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { fillText, useCoreTexts } from '../../lib/i18n/use-texts.ts';
import { PasswordInput } from './text-input.tsx';

type Options = {
  minLength: number;
  /** The password it replaces, where that is known. */
  old?: string;
};

/** A new password that is typed twice. */
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
  /** The form was sent: from then on it says what is missing. */
  tried: boolean;
  busy: boolean;
  /** Why the server refused the password. */
  refused: string | undefined;
  autoFocus: boolean;
};

export function NewPasswordFields({ password, tried, busy, refused, autoFocus }: Props) {
  const { mustChange } = useCoreTexts();
  const { minLength, fresh, setFresh, repeated, setRepeated, missing, isSame, isEqual } = password;
  const tooShort = tried && missing > 0 ? fillText(mustChange.tooShort, { count: missing }) : undefined;
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
        error={(isSame ? mustChange.sameAsOld : tooShort) ?? refused}
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

/** Why the server refuses a new password, such as for being too common. */
export function passwordRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.details?.fields?.find(({ path }) => path === 'newPassword')?.message;
}

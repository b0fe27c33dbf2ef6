import { listUsers } from '@lectern/contract/features/user.ts';
import { handOutImportPasswords, userImport, userImportEndpoints } from '@lectern/contract/features/user-import.ts';
import type { ImportFile } from '@lectern/contract/import/define-import.ts';
import { useState } from 'react';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import type { ImportDefinition } from '../../components/import/import-definition.ts';
import { ImportDialog } from '../../components/import/import-dialog.tsx';
import { downloadCsv } from '../../components/import/import-steps.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { call } from '../../lib/api-client.ts';
import { type ApiError, isApiError } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { sentenceGap } from '../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useGroupChoices } from './group-field.tsx';
import { closeUserDialog } from './user-dialog.ts';

const definition: ImportDefinition = {
  declaration: userImport,
  endpoints: userImportEndpoints,
  title: ({ userDetail }) => userDetail.importTitle,
  fieldName: (field, { userDetail }) => userDetail.importFields[field as keyof typeof userImport.fields] ?? field,
  note: ({ userDetail }) => userDetail.importNote,
  Within: GroupOfNewUsers,
  Notice: NoPagesNotice,
  After: ImportPasswords,
  invalidates: [listUsers],
};

export function ImportUsersDialog() {
  return <ImportDialog definition={definition} onClose={closeUserDialog} />;
}

type GroupProps = { value: string | null; disabled?: boolean; onChange: (value: string | null) => void };

/** The permission group of new users. */
function GroupOfNewUsers({ value, disabled = false, onChange }: GroupProps) {
  const { userDetail } = useTexts();
  const groups = useGroupChoices();
  const options = (groups ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SelectField
      label={userDetail.importGroup}
      value={value ?? ''}
      options={[{ value: '', label: userDetail.importGroupByRole }, ...options]}
      disabled={disabled || !groups}
      onChange={(id) => onChange(id || null)}
    />
  );
}

type NoticeProps = { file: ImportFile; checking: boolean; onWithin: (value: string | null) => void };

/** Warns about new users who couldn't open any page, with the choice that avoids it. */
function NoPagesNotice({ file, checking, onWithin }: NoticeProps) {
  const { userDetail } = useTexts();
  const format = useFormat();
  const warned = file.counts?.warned ?? 0;
  if (warned === 0 && file.within === null) return null;
  return (
    <>
      {warned > 0 && (
        <Banner tone="warning">
          <strong>{fillText(userDetail.importNoPages, { count: format.number(warned) })}</strong>
          {sentenceGap()}
          {userDetail.importNoPagesHow}
        </Banner>
      )}
      <GroupOfNewUsers value={file.within} disabled={checking} onChange={onWithin} />
    </>
  );
}

type State = { kind: 'idle' } | { kind: 'busy' | 'done'; count: number } | { kind: 'failed'; error: ApiError };

/** Creates one-time passwords for imported users in batches; they exist only in the downloaded file. */
export function ImportPasswords({ importId }: { importId: string }) {
  const { userDetail, user } = useTexts();
  const format = useFormat();
  const [state, setState] = useState<State>({ kind: 'idle' });

  const loadPasswords = async () => {
    const rows: string[][] = [];
    setState({ kind: 'busy', count: 0 });
    let ending: State;
    try {
      for (let done = false; !done; ) {
        const answer = await call(handOutImportPasswords, { params: { id: importId } }, { quiet: true });
        rows.push(...answer.rows.map(({ account, name, password }) => [account, name, password]));
        setState({ kind: 'busy', count: rows.length });
        done = answer.done;
      }
      ending = { kind: 'done', count: rows.length };
    } catch (error) {
      if (!isApiError(error)) throw error;
      ending = { kind: 'failed', error };
    }
    // Download what was created even after a failure: these passwords can't be shown again.
    if (rows.length > 0) {
      const headings = [user.form.account, user.form.name, user.handover.password];
      downloadCsv(userDetail.handOutFile, [headings, ...rows]);
    }
    setState(ending);
  };

  return (
    <>
      {state.kind === 'failed' && <ErrorPanel error={state.error} onRetry={() => void loadPasswords()} />}
      {state.kind === 'done' ? (
        <p role="status">
          {state.count === 0
            ? userDetail.handOutNone
            : fillText(userDetail.handedOut, { count: format.number(state.count) })}
        </p>
      ) : (
        <p>{userDetail.handOutText}</p>
      )}
      {(state.kind === 'idle' || state.kind === 'busy') && (
        <Button icon="key" busy={state.kind === 'busy'} onClick={() => void loadPasswords()}>
          {state.kind === 'busy'
            ? fillText(userDetail.handingOut, { count: format.number(state.count) })
            : userDetail.handOut}
        </Button>
      )}
    </>
  );
}

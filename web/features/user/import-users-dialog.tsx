import { listUsers } from '@lectern/contract/features/user.ts';
import { userImport, userImportEndpoints } from '@lectern/contract/features/user-import.ts';
import type { ImportDefinition } from '../../components/import/import-definition.ts';
import { ImportDialog } from '../../components/import/import-dialog.tsx';
import { HandOutPasswords } from './hand-out-passwords.tsx';
import { closeUserDialog } from './user-dialog.ts';

const definition: ImportDefinition = {
  declaration: userImport,
  endpoints: userImportEndpoints,
  title: ({ userDetail }) => userDetail.importTitle,
  fieldName: (field, { userDetail }) => userDetail.importFields[field as keyof typeof userImport.fields] ?? field,
  note: ({ userDetail }) => userDetail.importNote,
  After: HandOutPasswords,
  invalidates: [listUsers],
};

export function ImportUsersDialog() {
  return <ImportDialog definition={definition} onClose={closeUserDialog} />;
}

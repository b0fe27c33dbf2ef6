import { subjectImport, subjectImportEndpoints } from '@lectern/contract/features/subject-management.ts';
import type { ImportDefinition } from '../../../components/import/import-definition.ts';
import { ImportDialog } from '../../../components/import/import-dialog.tsx';
import { closeSubjectDialog } from '../subject-dialog.ts';
import { subjectAnswers } from '../use-subjects.ts';

const definition: ImportDefinition = {
  declaration: subjectImport,
  endpoints: subjectImportEndpoints,
  title: ({ subject }) => subject.import,
  fieldName: (field, { subject }) => {
    const names: Record<string, string> = subject.importFields;
    return names[field] ?? field;
  },
  existing: ({ subject }) => subject.importExisting,
  note: ({ subject }) => subject.importNote,
  invalidates: subjectAnswers,
};

export function ImportSubjectsDialog() {
  return <ImportDialog definition={definition} onClose={closeSubjectDialog} />;
}

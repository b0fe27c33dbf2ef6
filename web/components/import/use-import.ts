import type { OperationRow } from '@lectern/contract/features/operation.ts';
import type { ImportFile, ImportMapping } from '@lectern/contract/import/define-import.ts';
import { useState } from 'react';
import { useMutationOf } from '../../lib/queries.ts';
import type { ImportDefinition } from './import-definition.ts';

export type ImportStep = 'file' | 'columns' | 'check' | 'run';

/** The steps of an import: read, map, check, run. Going back changes nothing on the server. */
export function useImport({ endpoints, declaration, within: given }: ImportDefinition) {
  const [step, setStep] = useState<ImportStep>('file');
  const [file, setFile] = useState<ImportFile | null>(null);
  const [reading, setReading] = useState<string | null>(null);
  const [mapping, setMapping] = useState<ImportMapping>({});
  const [existing, setExisting] = useState<ImportFile['existing']>('update');
  const [within, setWithin] = useState<string | null>(given ?? null);
  const [operation, setOperation] = useState<OperationRow | null>(null);
  const upload = useMutationOf(endpoints.upload, { quiet: true });
  const check = useMutationOf(endpoints.check, { quiet: true });
  const run = useMutationOf(endpoints.run, { quiet: true, idempotent: true });

  return {
    step,
    file,
    reading,
    mapping,
    existing,
    within,
    operation,
    upload,
    check,
    run,
    setMapping,
    setExisting,
    setWithin,
    goTo(next: ImportStep) {
      check.reset();
      run.reset();
      setStep(next);
    },
    isMapped: Object.entries(declaration.fields).every(
      ([field, { required }]) => !required || (mapping[field] ?? null) !== null,
    ),
    read(chosen: File) {
      setReading(chosen.name);
      upload.mutate(
        { query: { name: chosen.name.slice(-200) }, body: chosen },
        {
          onSuccess: (read) => {
            setFile(read);
            setMapping(read.mapping);
            setStep('columns');
          },
          onSettled: () => setReading(null),
        },
      );
    },
    checkAll(chosen = within) {
      if (!file) return;
      setWithin(chosen);
      check.mutate(
        { params: { id: file.id }, body: { mapping, existing, ...(chosen && { within: chosen }) } },
        {
          onSuccess: (checked) => {
            setFile(checked);
            setStep('check');
          },
        },
      );
    },
    start() {
      if (!file) return;
      run.mutate(
        { params: { id: file.id } },
        {
          onSuccess: (started) => {
            setOperation(started);
            setStep('run');
          },
        },
      );
    },
  };
}
export type ImportState = ReturnType<typeof useImport>;

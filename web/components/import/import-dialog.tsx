import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Dialog } from '../dialog.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { CheckedLines } from './checked-lines.tsx';
import { ChooseFile } from './choose-file.tsx';
import type { ImportDefinition } from './import-definition.ts';
import { ImportFooter } from './import-footer.tsx';
import { ImportProgress } from './import-progress.tsx';
import { MapColumns } from './map-columns.tsx';
import { type ImportState, type ImportStep, useImport } from './use-import.ts';
import './import.css';

type Props = { definition: ImportDefinition; onClose: () => void };

const steps: readonly ImportStep[] = ['file', 'columns', 'check', 'run'];

/** From a file to objects in four steps; nothing is changed before the last. */
export function ImportDialog({ definition, onClose }: Props) {
  const texts = useTexts();
  const { importing } = texts;
  const state = useImport(definition);
  const [asking, setAsking] = useState(false);
  const isUnderWay = state.step === 'columns' || state.step === 'check';
  const close = () => (isUnderWay ? setAsking(true) : onClose());
  return (
    <Dialog
      open
      className="import-dialog"
      title={definition.title(texts)}
      onClose={close}
      footer={<ImportFooter state={state} onClose={onClose} />}
    >
      <ol className="import-steps" aria-label={importing.stepsLabel}>
        {steps.map((step) => (
          <li key={step} aria-current={step === state.step ? 'step' : undefined}>
            {importing.steps[step]}
          </li>
        ))}
      </ol>
      <StepContent definition={definition} state={state} />
      <ConfirmDialog
        open={asking}
        title={importing.discardTitle}
        confirmLabel={importing.discard}
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      >
        {importing.discardText}
      </ConfirmDialog>
    </Dialog>
  );
}

function StepContent({ definition, state }: { definition: ImportDefinition; state: ImportState }) {
  const texts = useTexts();
  const { importing } = texts;
  const { step, file, operation } = state;
  const { Within } = definition;
  if (step === 'file' || !file) {
    return (
      <ChooseFile
        fieldNames={Object.keys(definition.declaration.fields).map((field) => definition.fieldName(field, texts))}
        note={definition.note?.(texts)}
        reading={state.reading}
        error={state.upload.error}
        onFile={state.read}
      />
    );
  }
  if (step === 'run' && operation) {
    return <ImportProgress definition={definition} file={file} started={operation} />;
  }
  return (
    <>
      <FileFacts state={state} />
      {state.check.error && <ErrorPanel error={state.check.error} title={importing.notChecked} />}
      {state.run.error && <ErrorPanel error={state.run.error} title={importing.notStarted} />}
      {step === 'check' && file.counts ? (
        <CheckedLines definition={definition} file={file} counts={file.counts} />
      ) : (
        <>
          <MapColumns
            definition={definition}
            file={file}
            mapping={state.mapping}
            existing={state.existing}
            onMapping={state.setMapping}
            onExisting={state.setExisting}
          />
          {Within && <Within value={state.within} onChange={state.setWithin} />}
        </>
      )}
    </>
  );
}

function FileFacts({ state: { file } }: { state: ImportState }) {
  const { importing } = useTexts();
  const format = useFormat();
  if (!file) return null;
  const { fileName: name, detail } = file;
  const facts = { name, detail, rows: format.number(file.rows), format: file.format.toUpperCase() };
  return <p className="import-file">{fillText(importing.fileFacts, facts)}</p>;
}

import type { ImportFile, ImportMapping } from '@lectern/contract/import/define-import.ts';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Dialog } from '../dialog.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { SelectField } from '../select-field.tsx';
import { SmallTable } from '../small-table.tsx';
import type { ImportDefinition } from './import-definition.ts';
import { CheckedLines, ChooseFile, ImportProgress } from './import-steps.tsx';
import { type ImportState, type ImportStep, useImport } from './use-import.ts';
import './import.css';
import { labelled } from '../../lib/i18n/punctuation.ts';

type Props = { definition: ImportDefinition; onClose: () => void };

const steps: readonly ImportStep[] = ['file', 'columns', 'check', 'run'];

/** Imports a file in four steps; nothing changes before the last one. */
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
  const { Within, Notice } = definition;
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
        <>
          {Notice && <Notice file={file} checking={state.check.isPending} onWithin={state.checkAll} />}
          <CheckedLines definition={definition} file={file} counts={file.counts} />
        </>
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

/** Next and back buttons of each step. */
function ImportFooter({ state, onClose }: { state: ImportState; onClose: () => void }) {
  const { importing, words } = useTexts();
  const format = useFormat();
  if (state.step === 'file' || state.step === 'run') return <Button onClick={onClose}>{words.close}</Button>;
  if (state.step === 'columns') {
    return (
      <>
        <Button onClick={() => state.goTo('file')}>{importing.another}</Button>
        <Button look="primary" busy={state.check.isPending} disabled={!state.isMapped} onClick={() => state.checkAll()}>
          {state.check.isPending ? importing.checking : importing.check}
        </Button>
      </>
    );
  }
  const counts = state.file?.counts;
  const count = (counts?.new ?? 0) + (counts?.changed ?? 0);
  const invalid = counts?.invalid ?? 0;
  return (
    <>
      {count === 0 && <span className="import-nothing">{importing.nothingToRun}</span>}
      {count > 0 && invalid > 0 && (
        <span className="import-nothing">{fillText(importing.leftOut, { count: format.number(invalid) })}</span>
      )}
      <Button onClick={() => state.goTo('columns')}>{importing.back}</Button>
      <Button look="primary" busy={state.run.isPending} disabled={count === 0} onClick={state.start}>
        {fillText(importing.run, { count: format.number(count) })}
      </Button>
    </>
  );
}

type MapColumnsProps = {
  definition: ImportDefinition;
  file: ImportFile;
  mapping: ImportMapping;
  existing: ImportFile['existing'];
  onMapping: (mapping: ImportMapping) => void;
  onExisting: (existing: ImportFile['existing']) => void;
};

const unused = '';

/** Maps the file's columns to fields, with sample values to recognise them by. */
function MapColumns({ definition, file, mapping, existing, onMapping, onExisting }: MapColumnsProps) {
  const texts = useTexts();
  const { importing } = texts;
  const options = [
    { value: unused, label: importing.notUsed },
    ...file.columns.map((column, index) => ({
      value: String(index),
      label: column.heading || fillText(importing.noHeading, { number: index + 1 }),
    })),
  ];
  return (
    <>
      <p>{importing.columnsText}</p>
      <SmallTable columns={[importing.field, importing.column, importing.samples]} className="import-mapping">
        {Object.entries(definition.declaration.fields).map(([field, { required }]) => {
          const chosen = mapping[field] ?? null;
          const name = definition.fieldName(field, texts);
          return (
            <tr key={field}>
              <td className="table-strong">
                {name} {required && <span className="field-changed">{importing.required}</span>}
              </td>
              <td>
                <select
                  className="field-input"
                  aria-label={labelled(name, importing.column)}
                  aria-invalid={(required && chosen === null) || undefined}
                  value={chosen === null ? unused : String(chosen)}
                  onChange={(event) =>
                    onMapping({
                      ...mapping,
                      [field]: event.target.value === unused ? null : Number(event.target.value),
                    })
                  }
                >
                  {options.map((option) => (
                    <option key={option.value} value={option.value}>
                      {option.label}
                    </option>
                  ))}
                </select>
              </td>
              <td className="table-quiet">{chosen !== null && file.columns[chosen]?.samples.join(' · ')}</td>
            </tr>
          );
        })}
      </SmallTable>
      <SelectField
        label={definition.existing?.(texts) ?? importing.existing}
        value={existing}
        options={(['update', 'skip'] as const).map((rule) => ({ value: rule, label: importing.existingRules[rule] }))}
        onChange={onExisting}
      />
    </>
  );
}

import type { ImportFile, ImportMapping } from '@lectern/contract/import/define-import.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { SelectField } from '../select-field.tsx';
import type { ImportDefinition } from './import-definition.ts';
import '../table.css';

type Props = {
  definition: ImportDefinition;
  file: ImportFile;
  mapping: ImportMapping;
  existing: ImportFile['existing'];
  onMapping: (mapping: ImportMapping) => void;
  onExisting: (existing: ImportFile['existing']) => void;
};

const unused = '';

/** Which column of the file holds what, with some of its values to recognise it by. */
export function MapColumns({ definition, file, mapping, existing, onMapping, onExisting }: Props) {
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
      <table className="table import-mapping">
        <thead>
          <tr>
            <th scope="col">{importing.field}</th>
            <th scope="col">{importing.column}</th>
            <th scope="col">{importing.samples}</th>
          </tr>
        </thead>
        <tbody>
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
                    aria-label={`${name}: ${importing.column}`}
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
        </tbody>
      </table>
      <SelectField
        label={definition.existing?.(texts) ?? importing.existing}
        value={existing}
        options={(['update', 'skip'] as const).map((rule) => ({ value: rule, label: importing.existingRules[rule] }))}
        onChange={onExisting}
      />
    </>
  );
}

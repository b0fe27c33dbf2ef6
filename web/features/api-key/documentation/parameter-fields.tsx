import type { Endpoint } from '@lectern/contract/endpoint.ts';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { type Parameter, typeName } from './open-api.ts';
import { nameOf } from './portal-operations.ts';
import { hasSample } from './sample-values.ts';

type Props = {
  operation: Endpoint;
  parameters: readonly Parameter[];
  values: Record<string, string>;
  onChange: (name: string, value: string) => void;
};

/** What a call takes, each with its rules; empty means that it is left out. */
export function ParameterFields({ operation, parameters, values, onChange }: Props) {
  const texts = useTexts().apiKey.documentation;
  if (nameOf(operation) === 'media') {
    return (
      <TextField
        label={texts.signedAddress}
        hint={texts.mediaHint}
        value={values.address ?? ''}
        autoComplete="off"
        wide
        onChange={(value) => onChange('address', value)}
      />
    );
  }
  if (parameters.length === 0) return <p className="documentation-needs">{texts.noParameters}</p>;
  return (
    <fieldset className="documentation-parameters">
      <legend>{texts.parameters}</legend>
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          isSampled={hasSample(operation, parameter.name)}
          value={values[parameter.name] ?? ''}
          onChange={(value) => onChange(parameter.name, value)}
        />
      ))}
    </fieldset>
  );
}

type FieldProps = { parameter: Parameter; isSampled: boolean; value: string; onChange: (value: string) => void };

function ParameterField({ parameter, isSampled, value, onChange }: FieldProps) {
  const texts = useTexts().apiKey.documentation;
  const { name, schema, required } = parameter;
  const { minimum, maximum } = schema;
  const hint = [
    schema.enum ? '' : typeName(schema),
    required && texts.required,
    minimum !== undefined && maximum !== undefined && fillText(texts.between, { min: minimum, max: maximum }),
    schema.maxLength !== undefined && fillText(texts.atMostLetters, { count: schema.maxLength }),
    schema.default !== undefined && fillText(texts.defaultIs, { value: String(schema.default) }),
    isSampled && texts.idHint,
  ]
    .filter(Boolean)
    .join(' · ');
  if (schema.enum) {
    const options = ['', ...schema.enum.map(String)].map((one) => ({ value: one, label: one || '—' }));
    return <SelectField label={name} hint={hint} value={value} options={options} onChange={onChange} />;
  }
  return <TextField label={name} hint={hint} value={value} autoComplete="off" onChange={onChange} />;
}

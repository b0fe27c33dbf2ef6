import type { Endpoint } from '@lectern/contract/endpoint.ts';
import { useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Status } from '../../../components/status.tsx';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { copyText } from '../../../lib/copy-text.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import {
  addressWith,
  answerSchema,
  asCurl,
  asFetch,
  type describedIn,
  fieldsOf,
  fillIn,
  hasSample,
  isWriting,
  nameOf,
  type Parameter,
  type Prepared,
  type Ran,
  runCall,
  sampleBody,
  typeName,
} from './open-api.ts';

type Props = { operation: Endpoint; described: ReturnType<typeof describedIn>; apiKey: string };

/** One call: parameters, response fields, and a form to run it. */
export function OperationCard({ operation, described, apiKey }: Props) {
  const { apiKey: all, words } = useTexts();
  const texts = all.documentation;
  const [isOpen, setOpen] = useState(false);
  const run = useRun(operation, apiKey);
  const { access } = operation;
  const needsKey = access.kind === 'apiKey';
  const fields = fieldsOf(answerSchema(described));
  const copy = async (make: typeof asCurl) => {
    const isCopied = await copyText(make(run.prepared(), location.origin, needsKey));
    if (isCopied) notify({ level: 'success', title: words.copied });
  };
  const summary = texts.operations[nameOf(operation)] ?? operation.summary;
  return (
    <details className="card documentation-call" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={`documentation-method documentation-${operation.method.toLowerCase()}`}>
          {operation.method}
        </span>
        <code>/api{operation.path}</code>
        <span className="documentation-summary">{summary}</span>
      </summary>
      {isOpen && (
        <div className="documentation-body">
          <p className="documentation-needs">
            {needsKey ? fillText(texts.needs, { scope: all.scopes[access.scope] }) : texts.needsNoKey}
            {isWriting(operation) && <strong> · {texts.writes}</strong>}
          </p>
          <ParameterFields
            operation={operation}
            parameters={described?.parameters ?? []}
            values={run.values}
            onChange={run.setValue}
          />
          {run.body !== undefined && (
            <TextareaField
              label={texts.body}
              className="documentation-code"
              rows={Math.min(14, run.body.split('\n').length + 1)}
              spellCheck={false}
              value={run.body}
              error={run.isBodyJson ? undefined : texts.bodyProblem}
              onChange={run.setBody}
            />
          )}
          <div className="documentation-actions">
            <Button look="primary" busy={run.isBusy} onClick={() => void run.start()}>
              {texts.run}
            </Button>
            {run.ran?.etag && (
              <Button busy={run.isBusy} onClick={() => void run.start(run.ran?.etag ?? undefined)}>
                {texts.runAgain}
              </Button>
            )}
            <Button look="quiet" icon="copy" onClick={() => void copy(asCurl)}>
              {texts.copyCurl}
            </Button>
            <Button look="quiet" icon="copy" onClick={() => void copy(asFetch)}>
              {texts.copyFetch}
            </Button>
          </div>
          <div role="status">{run.problem && <p className="documentation-problem">{texts[run.problem]}</p>}</div>
          {run.ran && <ResponseView ran={run.ran} path={operation.path} />}
          {fields.length > 0 && (
            <details className="documentation-fields">
              <summary>{texts.answers}</summary>
              <ul>
                {fields.map(({ name, type }) => (
                  <li key={name}>
                    <code>{name}</code> <span>{type}</span>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      )}
    </details>
  );
}

/** The raw response. */
function ResponseView({ ran, path }: { ran: Ran; path: string }) {
  const texts = useTexts().apiKey.documentation;
  const format = useFormat();
  const { status, text } = ran;
  const tone = status < 300 ? 'ok' : status < 400 ? 'info' : 'bad';
  return (
    <section className="documentation-response" aria-label={fillText(texts.response, { path })}>
      <p className="documentation-status">
        {texts.status} <Status tone={tone}>{status}</Status>
        <small>{fillText(texts.took, { count: format.number(ran.tookMs) })}</small>
      </p>
      <details>
        <summary>
          {texts.headers} ({ran.headers.length})
        </summary>
        <pre>{ran.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>
      </details>
      {status === 304 && <p>{texts.noContent}</p>}
      {text !== null && text !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long answer is scrolled by keys, too
        <section className="documentation-answer" tabIndex={0} aria-label={fillText(texts.content, { path })}>
          <pre>{text}</pre>
        </section>
      )}
      {ran.isCut && <p>{texts.cut}</p>}
      {text === null && ran.bytes > 0 && (
        <p>{fillText(texts.bytes, { size: format.bytes(ran.bytes), type: ran.type })}</p>
      )}
    </section>
  );
}

type Problem = 'needsKey' | 'nothingPublished' | 'failed';

/** State of one call: parameter values, body, request and response. */
function useRun(operation: Endpoint, key: string) {
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState(() => sampleBody(operation));
  const [ran, setRan] = useState<Ran>();
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(0);
  const isBodyJson = body === undefined || isJson(body);

  const prepared = (known = values): Prepared => ({
    method: operation.method,
    address: known.address ?? addressWith(operation, known),
    body,
  });

  const attempt = async (etag: string | undefined): Promise<Problem | Ran> => {
    const filled = await fillIn(operation, values, key);
    if ('missing' in filled) return 'nothingPublished';
    if ('refused' in filled) return filled.refused;
    setValues(filled.values);
    const needsKey = operation.access.kind === 'apiKey';
    return runCall(prepared(filled.values), needsKey ? key : null, etag);
  };

  const start = async (etag?: string) => {
    if (isBusy || !isBodyJson) return;
    if (!key) return setProblem('needsKey');
    latest.current += 1;
    const own = latest.current;
    setBusy(true);
    setProblem(undefined);
    const result = await attempt(etag).catch((): Problem => 'failed');
    if (own !== latest.current) return;
    setBusy(false);
    if (typeof result === 'string') setProblem(result);
    else setRan(result);
  };

  return {
    ...{ values, body, setBody, isBodyJson, ran, problem, isBusy, prepared, start },
    setValue: (name: string, value: string) => setValues((known) => ({ ...known, [name]: value })),
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

type ParameterFieldsProps = {
  operation: Endpoint;
  parameters: readonly Parameter[];
  values: Record<string, string>;
  onChange: (name: string, value: string) => void;
};

/** Parameter fields with their rules; empty ones are not sent. */
function ParameterFields({ operation, parameters, values, onChange }: ParameterFieldsProps) {
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

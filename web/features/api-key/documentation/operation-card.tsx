import type { Endpoint } from '@lectern/contract/endpoint.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { TextareaField } from '../../../components/textarea-field.tsx';
import { copyText } from '../../../lib/copy-text.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { answerSchema, type describedIn, fieldsOf } from './open-api.ts';
import { ParameterFields } from './parameter-fields.tsx';
import { isWriting, nameOf } from './portal-operations.ts';
import { ResponseView } from './response-view.tsx';
import { asCurl, asFetch } from './run-call.ts';
import { useRun } from './use-run.ts';

type Props = { operation: Endpoint; described: ReturnType<typeof describedIn>; apiKey: string };

/** One call: what it takes, what it answers, and the call itself. */
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

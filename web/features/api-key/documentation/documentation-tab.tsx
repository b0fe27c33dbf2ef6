import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconButton } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Field } from '../../../components/field.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { describedIn, nameOf, openApiAddress, openApiQuery, portalOperations } from './open-api.ts';
import { OperationCard } from './operation-card.tsx';
import './documentation.css';

/** A key whose secret was just shown on this page. */
export type KnownKey = { id: string; name: string; secret: string };

const pasted = 'pasted';

/** Documentation of all portal calls from the server's OpenAPI document, with live requests. */
export function DocumentationTab({ known }: { known: readonly KnownKey[] }) {
  const texts = useTexts().apiKey.documentation;
  const document = useQuery(openApiQuery);
  const [chosen, setChosen] = useState(known[0]?.id ?? pasted);
  const [typed, setTyped] = useState('');
  const [filter, setFilter] = useState('');
  const key = known.find(({ id }) => id === chosen)?.secret ?? typed.trim();
  const wanted = filter.trim().toLowerCase();
  const shown = portalOperations.filter((operation) =>
    `${operation.path} ${texts.operations[nameOf(operation)] ?? operation.summary}`.toLowerCase().includes(wanted),
  );
  return (
    <div className="page-stack">
      <Card
        title={texts.title}
        text={texts.text}
        aside={
          <a className="button button-plain button-small" href={openApiAddress} target="_blank" rel="noreferrer">
            {texts.openApi}
          </a>
        }
      >
        <div className="form-grid">
          {known.length > 0 && (
            <SelectField
              label={texts.known}
              value={chosen}
              options={[
                ...known.map(({ id, name }) => ({ value: id, label: name })),
                { value: pasted, label: texts.knownPaste },
              ]}
              onChange={setChosen}
            />
          )}
          {!known.some(({ id }) => id === chosen) && <KeyField value={typed} onChange={setTyped} />}
          <TextField label={texts.filter} type="search" value={filter} onChange={setFilter} />
        </div>
        {document.isError && (
          <div className="form-notice">
            <ErrorPanel error={document.error} onRetry={() => void document.refetch()} retrying={document.isFetching} />
          </div>
        )}
      </Card>
      {shown.length === 0 && <p className="documentation-none">{texts.noneFound}</p>}
      {shown.map((operation) => (
        <OperationCard
          key={operation.id}
          operation={operation}
          described={describedIn(document.data, operation)}
          apiKey={key}
        />
      ))}
    </div>
  );
}

/** A masked text field instead of a password input, because browsers would offer to store the key. */
function KeyField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const texts = useTexts().apiKey.documentation;
  const [isShown, setShown] = useState(false);
  return (
    <Field label={texts.key} hint={texts.keyHint}>
      {(control) => (
        <div className="field-with-button">
          <input
            {...control}
            className={isShown ? 'field-input' : 'field-input documentation-hidden'}
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="lk_…"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <IconButton
            icon={isShown ? 'eyeOff' : 'eye'}
            label={isShown ? texts.hideKey : texts.showKey}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  );
}

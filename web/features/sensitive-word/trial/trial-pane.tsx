import { type NewSensitiveWord, wordLimits } from '@lectern/contract/features/sensitive-word.ts';
import { useState } from 'react';
import { Spinner } from '../../../components/button.tsx';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FindField } from '../../../components/resource/find-field.tsx';
import { useResourceSearch } from '../../../components/resource/resource-search.tsx';
import { TextareaField } from '../../../components/text-field.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { TrialText, useTrial } from './trial-text.tsx';
import './trial.css';

type Props = {
  /** Tries only this word, as it would be saved; undefined tries all enabled words. */
  word?: NewSensitiveWord;
  /** Receives the focus when the surrounding dialog opens. */
  first?: boolean;
};

/** Matches in a text or a resource, updated as the user types. */
export function TrialPane({ word, first }: Props) {
  const { trial } = useTexts().sensitiveTools;
  const [source, setSource] = useState<'text' | 'resource'>('text');
  const [text, setText] = useState('');
  const [resource, setResource] = useState<ChosenResource | null>(null);
  const ofText = text.trim() === '' ? null : { text };
  const of = source === 'text' ? ofText : resource && { resourceId: resource.id };
  const found = useTrial(of, word);
  const title = source === 'resource' && resource ? fillText(trial.resultOf, resource) : trial.result;
  const hint = word?.text ? fillText(trial.pasteWord, { word: word.text }) : trial.pasteHint;
  return (
    <div className="trial">
      <div className="trial-input">
        <ChoiceField
          label={trial.of}
          value={source}
          options={[
            { value: 'text', label: trial.ofText },
            { value: 'resource', label: trial.ofResource },
          ]}
          onChange={setSource}
        />
        {source === 'text' ? (
          <TextareaField
            label={trial.paste}
            hint={hint}
            value={text}
            rows={word ? 4 : 12}
            maxLength={wordLimits.testCharacters}
            spellCheck={false}
            onChange={setText}
            {...(first && { 'data-first-focus': true })}
          />
        ) : (
          <ResourceChoice onPick={setResource} />
        )}
        {word && <p className="trial-start">{trial.unsaved}</p>}
      </div>
      <TrialResult trial={found} title={title} start={source === 'text' ? trial.nothingYet : trial.noResourceYet} />
    </div>
  );
}

type ChosenResource = { id: string; title: string };

/** Picks a resource by search. */
function ResourceChoice({ onPick }: { onPick: (resource: ChosenResource) => void }) {
  const { resource, sensitiveTools } = useTexts();
  const { trial } = sensitiveTools;
  const { text, setText, isEmpty, hits } = useResourceSearch();
  return (
    <FindField
      label={trial.resource}
      placeholder={trial.findResource}
      text={text}
      options={hits.map(({ id, title, kind }) => ({ id, label: title, note: resource.kinds[kind] }))}
      none={isEmpty ? trial.noResourceYet : trial.noResource}
      onText={setText}
      onPick={({ id, label }) => {
        setText(label);
        onPick({ id, title: label });
      }}
    />
  );
}

type TrialResultProps = {
  trial: ReturnType<typeof useTrial>;
  title: string;
  /** Hint shown before there is anything to search in. */
  start: string;
};

function TrialResult({ trial: { found, error, looking, retry }, title, start }: TrialResultProps) {
  const { trial } = useTexts().sensitiveTools;
  const format = useFormat();
  const count = found?.texts.reduce((sum, { marks }) => sum + marks.length, 0) ?? 0;
  const counted = count === 0 ? trial.nothing : fillText(trial.found, { count: format.number(count) });
  return (
    <section className="trial-result" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span role="status">{looking ? trial.looking : found && !error && counted}</span>
        {looking && <Spinner />}
      </header>
      {error && <ErrorPanel error={error} retrying={looking} onRetry={retry} />}
      {!error && !found && !looking && <p className="trial-start">{start}</p>}
      {!error && found && (
        <div className="trial-texts" data-old={looking || undefined}>
          {found.texts.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: texts are identified by position
            <TrialText key={at} found={one} />
          ))}
          {found.more && <p className="trial-start">{trial.more}</p>}
        </div>
      )}
    </section>
  );
}

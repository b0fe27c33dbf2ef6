import { type NewSensitiveWord, wordLimits } from '@lectern/contract/features/sensitive-word.ts';
import { useState } from 'react';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { TextareaField } from '../../../components/textarea-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { type ChosenResource, ResourceChoice } from './resource-choice.tsx';
import { TrialResult } from './trial-result.tsx';
import { useTrial } from './use-trial.ts';
import './trial.css';

type Props = {
  /** Only this one, as it would be saved; absent: all that are looked for. */
  word?: NewSensitiveWord;
  /** Takes the focus when what it stands in opens. */
  first?: boolean;
};

/** A text or a resource, and beside it what is found in it, as one types. */
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

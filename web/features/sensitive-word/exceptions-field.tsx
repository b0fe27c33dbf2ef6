import { wordLimits } from '@lectern/contract/features/sensitive-word.ts';
import { useState } from 'react';
import { Field, type FieldProps } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { printList, readList } from './word-values.ts';
import '../../components/resource/tag-chips.css';
import '../../components/resource/tag-chooser.css';

type Props = Omit<FieldProps, 'children' | 'label' | 'hint'> & {
  value: string;
  /** Absent: it can be read only. */
  onChange: ((value: string) => void) | undefined;
};

/** Phrases as chips; Enter or leaving the field adds what was typed, Backspace in it takes the last one out. */
export function ExceptionsField({ value, onChange, ...field }: Props) {
  const { form } = useTexts().sensitiveWord;
  const [text, setText] = useState('');
  const phrases = readList(value);
  const isFull = phrases.length >= wordLimits.exceptions;
  const add = () => {
    const phrase = text.trim();
    setText('');
    if (phrase && !isFull && !phrases.includes(phrase)) onChange?.(printList([...phrases, phrase]));
  };
  const remove = (phrase: string) => onChange?.(printList(phrases.filter((other) => other !== phrase)));
  const hint = isFull ? fillText(form.tooManyExceptions, { count: wordLimits.exceptions }) : form.exceptionsHint;
  return (
    <Field {...field} label={form.exceptions} hint={hint}>
      {(control) => (
        <>
          {phrases.length > 0 && (
            <ul className="tag-chooser-chosen word-exceptions" aria-label={form.exceptions}>
              {phrases.map((phrase) => (
                <li key={phrase} className="tag-chip" title={phrase}>
                  <span>{phrase}</span>
                  {onChange && (
                    <button
                      type="button"
                      aria-label={fillText(form.removeException, { text: phrase })}
                      onClick={() => remove(phrase)}
                    >
                      <Icon name="close" size={10} />
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )}
          <input
            {...control}
            className="field-input"
            placeholder={form.addException}
            autoComplete="off"
            maxLength={wordLimits.characters}
            value={text}
            readOnly={!onChange || isFull}
            onChange={(event) => setText(event.target.value)}
            onBlur={add}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              if (event.key === 'Enter' && text.trim()) {
                // The form is not sent by the key that adds a phrase.
                event.preventDefault();
                add();
              }
              const last = phrases.at(-1);
              if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last);
            }}
          />
        </>
      )}
    </Field>
  );
}

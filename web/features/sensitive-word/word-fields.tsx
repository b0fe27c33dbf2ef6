import { wordLimits } from '@lectern/contract/features/sensitive-word.ts';
import { type ReactNode, useId, useState } from 'react';
import { Field, type FieldProps } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { Switch } from '../../components/switch.tsx';
import { TextareaField } from '../../components/text-field.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { usePacks } from './use-packs.ts';
import { optionsOf, printList, readList, type WordProblems, type WordValues, wordNames } from './word-values.ts';
import './word-fields.css';
import '../../components/data-grid/grid-checkbox.css';
import '../../components/field.css';
import '../../components/resource/tag-chips.css';
import '../../components/resource/tag-chooser.css';

type WordFieldsProps = {
  values: WordValues;
  problems: WordProblems;
  changed: readonly (keyof WordValues)[];
  /** Content below a field, such as its newer stored value. */
  noteOf?: (name: keyof WordValues) => ReactNode;
  editable: boolean;
  set: <Name extends keyof WordValues>(name: Name, value: WordValues[Name]) => void;
};

/** How a word is matched, and its severity. */
export function MatchFields({ values, problems, changed, noteOf, editable, set }: WordFieldsProps) {
  const texts = useTexts();
  const { sensitiveWord } = texts;
  const { form } = sensitiveWord;
  const names = wordNames(texts);
  const packs = usePacks().data;
  const chosenPack = packs?.find(({ id }) => id === values.packId);
  const field = <Name extends keyof WordValues>(name: Name) => ({
    value: values[name],
    error: problems[name],
    changed: changed.includes(name),
    note: noteOf?.(name),
    disabled: !editable,
    onChange: (value: WordValues[Name]) => set(name, value),
  });
  const packOptions = [
    { value: '', label: sensitiveWord.noPack },
    ...(packs ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <SelectField
        {...field('severity')}
        label={form.severity}
        hint={form.severityHints[values.severity]}
        options={optionsOf(names.severity)}
      />
      <SelectField
        {...field('mode')}
        label={form.mode}
        hint={form.modeHints[values.mode]}
        options={optionsOf(names.mode)}
      />
      <SelectField {...field('category')} label={form.category} options={optionsOf(names.category)} />
      <SelectField
        {...field('packId')}
        label={form.pack}
        hint={chosenPack?.enabled === false ? form.packOff : undefined}
        options={packOptions}
        disabled={!editable || !packs}
      />
      <div className="field-wide">
        <Switch
          label={form.variants}
          hint={form.variantsHint}
          checked={values.variants}
          disabled={!editable}
          onChange={(checked) => set('variants', checked)}
        />
      </div>
      <div className="field-wide">
        <Switch
          label={form.ignoreLikelyFalse}
          hint={form.ignoreLikelyFalseHint}
          checked={values.ignoreLikelyFalse}
          disabled={!editable}
          onChange={(checked) => set('ignoreLikelyFalse', checked)}
        />
      </div>
    </>
  );
}

/** Where the word is searched for, its exceptions, and why it was added. */
export function ScopeFields({ values, problems, changed, noteOf, editable, set }: WordFieldsProps) {
  const texts = useTexts();
  const { sensitiveWord } = texts;
  const { form } = sensitiveWord;
  const names = wordNames(texts);
  const field = (name: 'exceptions' | 'sources' | 'kinds' | 'note' | 'language') => ({
    value: values[name],
    error: problems[name],
    changed: changed.includes(name),
    note: noteOf?.(name),
    wide: true,
    onChange: editable ? (value: string) => set(name, value) : undefined,
  });
  const { onChange: changeNote, ...note } = field('note');
  const { onChange: changeLanguage, ...language } = field('language');
  const languages = [{ value: '', label: sensitiveWord.everyLanguage }, ...optionsOf(names.language)];
  return (
    <>
      <ExceptionsField {...field('exceptions')} />
      <TickField {...field('sources')} label={form.sources} hint={form.sourcesHint} options={optionsOf(names.source)} />
      <TickField {...field('kinds')} label={form.kinds} hint={form.kindsHint} options={optionsOf(names.kind)} />
      <SelectField
        {...language}
        label={form.language}
        options={languages}
        disabled={!editable}
        onChange={(value) => changeLanguage?.(value)}
      />
      <TextareaField
        {...note}
        label={form.note}
        hint={form.noteHint}
        rows={2}
        maxLength={wordLimits.note}
        {...(changeNote && { onChange: changeNote })}
      />
    </>
  );
}

type Props = Pick<FieldProps, 'label' | 'hint' | 'changed' | 'note'> & {
  value: string;
  options: readonly { value: string; label: string }[];
  /** Undefined when the field is read-only. */
  onChange: ((value: string) => void) | undefined;
};

/** Checkboxes for a few choices; the value keeps the order of the options. */
function TickField({ label, hint, changed, note, value, options, onChange }: Props) {
  const { words } = useTexts();
  const helpId = useId();
  const chosen = new Set(readList(value));
  const toggle = (one: string) => {
    if (!chosen.delete(one)) chosen.add(one);
    onChange?.(printList(options.map((option) => option.value).filter((name) => chosen.has(name))));
  };
  return (
    <fieldset className="field field-wide word-ticks" aria-describedby={helpId}>
      <legend className="field-label">
        {label}
        {changed && <span className="field-changed">{words.changed}</span>}
      </legend>
      <div className="word-ticks-options">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="checkbox"
              className="grid-checkbox"
              checked={chosen.has(option.value)}
              disabled={!onChange}
              onChange={() => toggle(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      <div id={helpId}>
        <div className="field-help">{hint}</div>
        {note && <div className="field-note">{note}</div>}
      </div>
    </fieldset>
  );
}

type ExceptionsFieldProps = Omit<FieldProps, 'children' | 'label' | 'hint'> & {
  value: string;
  /** Undefined when the field is read-only. */
  onChange: ((value: string) => void) | undefined;
};

/**
 * Phrases as chips. Enter or leaving the field adds the typed phrase; Backspace in the empty field removes the last
 * one.
 */
function ExceptionsField({ value, onChange, ...field }: ExceptionsFieldProps) {
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
                // Enter adds a phrase here and must not submit the form.
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

import { wordLimits } from '@lectern/contract/features/sensitive-word.ts';
import type { ReactNode } from 'react';
import { SelectField } from '../../components/select-field.tsx';
import { Switch } from '../../components/switch.tsx';
import { TextareaField } from '../../components/textarea-field.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { ExceptionsField } from './exceptions-field.tsx';
import { TickField } from './tick-field.tsx';
import { usePacks } from './use-packs.ts';
import { optionsOf, wordNames } from './word-names.ts';
import type { WordProblems, WordValues } from './word-values.ts';
import './word-fields.css';

export type WordFieldsProps = {
  values: WordValues;
  problems: WordProblems;
  changed: readonly (keyof WordValues)[];
  /** What stands below a field, such as a newer value. */
  noteOf?: (name: keyof WordValues) => ReactNode;
  editable: boolean;
  set: <Name extends keyof WordValues>(name: Name, value: WordValues[Name]) => void;
};

/** How a word is matched, and how grave it is. */
export function MatchFields({ values, problems, changed, noteOf, editable, set }: WordFieldsProps) {
  const { sensitiveWord } = useTexts();
  const { form } = sensitiveWord;
  const names = wordNames();
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

/** Where it is looked for, what is meant otherwise, and why it is here. */
export function ScopeFields({ values, problems, changed, noteOf, editable, set }: WordFieldsProps) {
  const { sensitiveWord } = useTexts();
  const { form } = sensitiveWord;
  const names = wordNames();
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

import { resourceLanguages } from '@lectern/contract/features/resource.ts';
import { resourceKinds } from '@lectern/contract/features/resource-state.ts';
import { resourceKindWords } from '@lectern/contract/features/resource-words.ts';
import { scanSources, severities } from '@lectern/contract/features/scan.ts';
import { scanSourceWords, severityWords } from '@lectern/contract/features/scan-words.ts';
import { wordCategories, wordLimits, wordModes } from '@lectern/contract/features/sensitive-word.ts';
import { wordCategoryWords, wordModeWords } from '@lectern/contract/features/sensitive-word-words.ts';
import type { ImportProblem } from '@lectern/contract/import/define-import.ts';
import { type ImportValues, problem } from '../../../platform/import/import-source.ts';
import type { WordFields } from '../word-fields.ts';
import { type Choice, choiceOf } from './choice.ts';

/** What a line says, as far as it can be told without looking anything up. An empty cell says nothing. */
export type WordLine = { text: string; fields: Partial<WordFields>; packName?: string; problems: ImportProblem[] };

const choices = {
  mode: choiceOf(wordModes, wordModeWords),
  language: choiceOf(resourceLanguages),
  category: choiceOf(wordCategories, wordCategoryWords),
  severity: choiceOf(severities, severityWords),
  sources: choiceOf(scanSources, scanSourceWords),
  kinds: choiceOf(resourceKinds, resourceKindWords),
};
const yesNo: Choice<boolean> = {
  names: 'yes, no',
  values: new Map([
    ...['yes', 'y', 'true', '1', 'on', 'enabled', '是', '启用', '开'].map((name) => [name, true] as const),
    ...['no', 'n', 'false', '0', 'off', 'disabled', '否', '停用', '关'].map((name) => [name, false] as const),
  ]),
};
const everywhere = new Set(['everywhere', 'all', '*', '全部', '所有']);
const shown = 60;

export function readWordLine(values: ImportValues): WordLine {
  const problems: ImportProblem[] = [];
  const fields: Partial<WordFields> = {};
  const cell = (field: string) => values[field] || undefined;
  const pick = <Value>(field: string, text: string, choice: Choice<Value>): Value | undefined => {
    const value = choice.values.get(text.toLowerCase());
    if (value === undefined) problems.push(wrong(field, 'unknownChoice', text, { choices: choice.names }));
    return value;
  };
  const set = <Field extends keyof WordFields>(field: Field, value: WordFields[Field] | undefined) => {
    if (value !== undefined) fields[field] = value;
  };
  const one = <Value>(field: string, choice: Choice<Value>) => {
    const text = cell(field);
    return text === undefined ? undefined : pick(field, text, choice);
  };
  const several = <Value>(field: string, text: string, choice: Choice<Value>) =>
    partsOf(text, /[;,；，、|\n]/)
      .filter((part) => !everywhere.has(part.toLowerCase()))
      .flatMap((part) => pick(field, part, choice) ?? []);
  set('mode', one('mode', choices.mode));
  set('variants', one('variants', yesNo));
  set('language', one('language', choices.language));
  set('category', one('category', choices.category));
  set('severity', one('severity', choices.severity));
  set('enabled', one('enabled', yesNo));
  // An export says both in one cell: sources, and after a stroke the kinds.
  const [sources, kinds] = cell('sources')?.split('/') ?? [];
  if (sources !== undefined) set('sources', several('sources', sources, choices.sources));
  if (cell('kinds') ?? kinds) set('kinds', several('kinds', cell('kinds') ?? kinds ?? '', choices.kinds));
  const exceptions = cell('exceptions');
  if (exceptions) set('exceptions', readExceptions(exceptions, problems));
  const note = cell('note');
  if (note && note.length > wordLimits.note) problems.push(problem('note', 'tooLong', { limit: wordLimits.note }));
  set('note', note);
  const packName = cell('pack');
  return { text: values.text ?? '', fields, ...(packName && { packName }), problems };
}

function readExceptions(text: string, problems: ImportProblem[]): string[] {
  const phrases = partsOf(text, /[;；|\n]/);
  if (phrases.length > wordLimits.exceptions)
    problems.push(problem('exceptions', 'tooManyExceptions', { limit: wordLimits.exceptions }));
  if (phrases.some((phrase) => phrase.length > wordLimits.characters))
    problems.push(problem('exceptions', 'tooLong', { limit: wordLimits.characters }));
  return [...new Set(phrases)];
}

function partsOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
}

export function wrong(
  field: string,
  code: ImportProblem['code'],
  value: string,
  more: ImportProblem['values'] = {},
): ImportProblem {
  return problem(field, code, { ...more, value: value.slice(0, shown) });
}

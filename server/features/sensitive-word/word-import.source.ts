import { resourceLanguages } from '@lectern/contract/features/resource.ts';
import { resourceKinds } from '@lectern/contract/features/resource-state.ts';
import { scanSources, severities } from '@lectern/contract/features/scan.ts';
import { defaultWordMode, wordCategories, wordLimits, wordModes } from '@lectern/contract/features/sensitive-word.ts';
import { sensitiveWordImport } from '@lectern/contract/features/sensitive-word-import.ts';
import type { ImportLine, ImportProblem } from '@lectern/contract/import/define-import.ts';
import { languages } from '@lectern/contract/language.ts';
import type { Messages } from '@lectern/contract/messages/messages.ts';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import {
  type ImportRules,
  type ImportSource,
  type ImportValues,
  type JudgedLine,
  problem,
} from '../../platform/import/import-source.ts';
import { messagesIn } from '../../platform/messages.ts';
import {
  changedFields,
  countWords,
  fieldsOf,
  listWordsByName,
  type WordFields,
  type WordRow,
} from './sensitive-word.repository.ts';
import type { WordChangeService, Written } from './sensitive-word.service.ts';
import { only, undoTogether } from './word-actions.ts';
import type { WordRules } from './word-rules.ts';

type Line = { line: JudgedLine<WordPlan>; objectId: string };
type Done = { before: unknown; version: number };

/** Imports words from a file. Undo deletes the words it added and restores those it changed. */
export function wordImportSource(changes: WordChangeService, judge: WordRules): ImportSource<WordPlan> {
  const carryOutAll = async (transaction: Executor, context: SignedInContext, lines: readonly Line[]) => {
    const made = lines.filter(({ line }) => line.verdict === 'new');
    await changes.add(
      transaction,
      context,
      made.map(({ line, objectId }) => ({ ...(line.plan.fields as WordFields), id: objectId })),
    );
    const changed = lines.filter(({ line }) => line.verdict !== 'new');
    const results = new Map(made.map(({ objectId }): [string, Done] => [objectId, { before: unmade, version: 1 }]));
    for (const [id, done] of await change(transaction, context, changes, changed)) results.set(id, done);
    return lines.map(({ objectId }) => results.get(objectId) ?? { before: null, version: -1 });
  };
  return {
    declaration: sensitiveWordImport,
    judge: (db, _principal, lines, rules) => judgeWordLines(db, judge, lines, rules),
    carryOutAll,
    async carryOut(transaction, context, line, objectId) {
      const [done] = await carryOutAll(transaction, context, [{ line, objectId }]);
      if (!done) throw new Error('Nothing became of a line');
      return done;
    },
    undoAll: (transaction, items, actor) => undoTogether(transaction, actor, changes, items),
    undo: async (transaction, item, actor) => only(await undoTogether(transaction, actor, changes, [item])),
  };
}

/** The state before a word was added, expressed as an edit. */
const unmade = { deleted: true };

async function change(
  transaction: Executor,
  context: SignedInContext,
  changes: WordChangeService,
  lines: readonly Line[],
): Promise<[string, Done][]> {
  if (lines.length === 0) return [];
  const rows = await changes.take(
    transaction,
    lines.map(({ objectId }) => objectId),
  );
  const wanted = lines.map(({ line, objectId }) => {
    const row = rows.get(objectId);
    if (!row || row.deleted_at) throw new AppError('changedMeanwhile');
    return { row, edit: line.plan.fields };
  });
  const results = await changes.change(transaction, context, wanted, 'sensitiveWord.imported');
  return wanted.map(({ row }, index) => [row.id, doneOf(row.version, results[index])]);
}

function doneOf(version: number, written: Written | undefined): Done {
  if (written && 'refusal' in written) throw written.refusal;
  return written && 'version' in written ? written : { before: {}, version };
}

/** The fields of a new word, or the changed fields of an existing one. */
type WordPlan = { fields: Partial<WordFields> };

const usual: Omit<WordFields, 'text' | 'mode'> = {
  ...{ variants: true, language: null, category: 'other', severity: 'review' },
  ...{ sources: [], kinds: [], exceptions: [], ignoreLikelyFalse: false, note: '', packId: null, enabled: true },
};
const fewestLetters = 2;
/** Words in these modes have the same key. */
const unsaidModes = ['exact', 'contains'] as const;

type Named = { line: WordLine; mode: WordFields['mode']; key: string | undefined; problems: ImportProblem[] };

/** Judges each line against the existing words; everything it needs is looked up once for all lines. */
async function judgeWordLines(
  db: Executor,
  judge: WordRules,
  values: readonly ImportValues[],
  rules: ImportRules,
): Promise<JudgedLine<WordPlan>[]> {
  const lines = values.map(readWordLine).map((line) => nameOf(line, judge));
  const names = lines.flatMap(({ key, mode, line }) =>
    key === undefined ? [] : line.fields.mode ? [{ key, mode }] : unsaidModes.map((one) => ({ key, mode: one })),
  );
  const there = names.length > 0 ? await listWordsByName(db, names) : [];
  const packNames = lines.flatMap(({ line }) => line.packName?.toLowerCase() ?? []);
  const packs = await listPacksBy(db, packNames, rules.within);
  const known: Known = {
    words: new Map(there.map((row) => [`${row.mode} ${row.key}`, row])),
    packs: new Map(packs.map((pack) => [pack.name.toLowerCase(), pack])),
    names: new Map(packs.map((pack) => [pack.id, pack.name])),
    room: wordLimits.words - (await countWords(db)),
  };
  return lines.map((line) => checkLine(inKnownMode(line, known), known, judge, rules));
}

type Known = {
  words: Map<string, WordRow>;
  packs: Map<string, KnownPack>;
  names: Map<string, string>;
  /** How many more words the library can hold. */
  room: number;
};

/** A line without a mode refers to the existing word with that text, whatever its mode. */
function inKnownMode(named: Named, { words }: Known): Named {
  if (named.line.fields.mode) return named;
  const isThere = (mode: string) => words.has(`${mode} ${named.key}`);
  return { ...named, mode: [named.mode, ...unsaidModes].find(isThere) ?? named.mode };
}

/** Mode and key of the line's word, or why the matcher refuses it. */
function nameOf(line: WordLine, judge: WordRules): Named {
  const { text } = line;
  const mode = line.fields.mode ?? defaultWordMode(text);
  const named = { line, mode, key: undefined };
  if (text === '') return { ...named, problems: [problem('text', 'required'), ...line.problems] };
  const wrongText = (found: ImportProblem): Named => ({ ...named, problems: [found, ...line.problems] });
  if (text.length > wordLimits.characters)
    return wrongText(problem('text', 'tooLong', { limit: wordLimits.characters }));
  if (text.includes('\ufffd')) return wrongText(wrong('text', 'lostCharacters', text));
  const judged = judge.judge(text, mode);
  if ('refusal' in judged) return wrongText(wrong('text', judged.refusal, text, { limit: fewestLetters }));
  return { line, mode, key: judged.key, problems: [...line.problems] };
}

function checkLine(
  { line, mode, key, problems: found }: Named,
  known: Known,
  judge: WordRules,
  rules: ImportRules,
): JudgedLine<WordPlan> {
  const problems = [...found];
  const row = key === undefined ? undefined : known.words.get(`${mode} ${key}`);
  const pack = line.packName ? known.packs.get(line.packName.toLowerCase()) : undefined;
  if (line.packName && !pack) problems.push(wrong('pack', 'unknownPack', line.packName));
  if (!line.packName && rules.within && !known.names.has(rules.within))
    problems.push(wrong('pack', 'unknownPack', rules.within));
  const said: Partial<WordFields> = { ...line.fields, ...(pack && { packId: pack.id }) };
  const before = row && fieldsOf(row);
  const word = { ...usual, packId: rules.within, ...before, ...said, text: line.text, mode };
  const phrase = key && word.exceptions.find((exception) => !judge.isException(word, exception));
  if (phrase) problems.push(wrong('exceptions', 'exceptionWithoutWord', phrase));
  const base = { label: line.text.slice(0, 200), key: key === undefined ? null : `${mode} ${key}` };
  const judged = (verdict: JudgedLine['verdict'], why: ImportProblem[], fields: Partial<WordFields>) => {
    const changes = verdict === 'new' || verdict === 'changed' ? changesOf(fields, before, known) : [];
    return { ...base, objectId: row?.id ?? null, verdict, problems: why, changes, plan: { fields } };
  };
  if (problems.length > 0) return judged('invalid', problems, {});
  if (!before) {
    if (known.room <= 0) return judged('invalid', [problem(null, 'tooManyWords', { limit: wordLimits.words })], {});
    known.room -= 1;
    return judged('new', [], word);
  }
  // Spelling conflicts are left for people to resolve one by one.
  if (before.text !== line.text) return judged('skipped', [wrong('text', 'sameWord', before.text)], {});
  const fields = changedFields(before, said);
  const why = rules.existing === 'skip' ? 'existsAlready' : Object.keys(fields).length === 0 ? 'nothingToChange' : null;
  return why ? judged('skipped', [problem(null, why)], {}) : judged('changed', [], fields);
}

/** Formatted for people, with packs by name. */
function changesOf(fields: Partial<WordFields>, before: WordFields | undefined, known: Known): ImportLine['changes'] {
  const labelOf = (field: string, value: unknown): string => {
    if (field === 'packId') return known.names.get(String(value)) ?? '';
    return Array.isArray(value) ? value.join('; ') : String(value ?? '');
  };
  return Object.entries(fields)
    .filter(([field, value]) => before || (labelOf(field, value) !== '' && field !== 'text'))
    .map(([field, value]) => ({
      field: field === 'packId' ? 'pack' : field,
      before: before ? labelOf(field, before[field as keyof WordFields]) : null,
      after: labelOf(field, value),
    }));
}

/** Values by lower-case name; `names` lists the valid ones for error messages. */
type Choice<Value> = { names: string; values: ReadonlyMap<string, Value> };

/** Accepts each value by its code or its name in any language; codes win over names. */
function choiceOf<Value extends string>(
  values: readonly Value[],
  namesIn?: (messages: Messages) => Readonly<Record<Value, string>>,
): Choice<Value> {
  const called = languages.flatMap((language) => {
    const names = namesIn?.(messagesIn(language));
    return names ? values.map((value) => [names[value], value] as const) : [];
  });
  const own = values.map((value) => [value, value] as const);
  return {
    names: values.join(', '),
    values: new Map([...called, ...own].map(([name, value]) => [name.toLowerCase(), value])),
  };
}

/** The fields of a line that need no lookup; an empty cell leaves its field unset. */
type WordLine = { text: string; fields: Partial<WordFields>; packName?: string; problems: ImportProblem[] };

const choices = {
  mode: choiceOf(wordModes, ({ sensitiveWord }) => sensitiveWord.modes),
  language: choiceOf(resourceLanguages),
  category: choiceOf(wordCategories, ({ scan }) => scan.categories),
  severity: choiceOf(severities, ({ scan }) => scan.severities),
  sources: choiceOf(scanSources, ({ scan }) => scan.sources),
  kinds: choiceOf(resourceKinds, ({ resource }) => resource.kinds),
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

function readWordLine(values: ImportValues): WordLine {
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
  // Exports put sources and kinds into one cell, separated by a slash.
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

function wrong(
  field: string,
  code: ImportProblem['code'],
  value: string,
  more: ImportProblem['values'] = {},
): ImportProblem {
  return problem(field, code, { ...more, value: value.slice(0, shown) });
}

type KnownPack = { id: string; name: string };

/** Packs with these names, plus the one with this id. */
async function listPacksBy(db: Executor, names: readonly string[], id: string | null): Promise<KnownPack[]> {
  if (names.length === 0 && id === null) return [];
  const { rows } = await sql<KnownPack>`select id, name from sensitive_packs
    where lower(name) = any (${[...new Set(names)]}::text[]) or id = ${id}::uuid`.execute(db);
  return rows;
}

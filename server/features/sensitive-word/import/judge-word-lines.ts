import { defaultWordMode, wordLimits } from '@lectern/contract/features/sensitive-word.ts';
import type { ImportLine, ImportProblem } from '@lectern/contract/import/define-import.ts';
import type { Executor } from '../../../platform/db/database.ts';
import {
  type ImportRules,
  type ImportValues,
  type JudgedLine,
  problem,
} from '../../../platform/import/import-source.ts';
import { countWords, listWordsByName } from '../sensitive-word.repository.ts';
import { changedFields, fieldsOf, type WordFields, type WordRow } from '../word-fields.ts';
import type { WordJudge } from '../word-judge.ts';
import { readWordLine, type WordLine, wrong } from './read-word-line.ts';
import { type KnownPack, listPacksBy } from './word-import.repository.ts';

/** What a new word gets, or what changes of one that is there. */
export type WordPlan = { fields: Partial<WordFields> };

const usual: Omit<WordFields, 'text' | 'mode'> = {
  ...{ variants: true, language: null, category: 'other', severity: 'review' },
  ...{ sources: [], kinds: [], exceptions: [], ignoreLikelyFalse: false, note: '', packId: null, enabled: true },
};
const fewestLetters = 2;
/** Words in these modes have the same key. */
const unsaidModes = ['exact', 'contains'] as const;

type Named = { line: WordLine; mode: WordFields['mode']; key: string | undefined; problems: ImportProblem[] };

/** What each line would do to the words that are there. Everything it needs is looked up once for all lines. */
export async function judgeWordLines(
  db: Executor,
  judge: WordJudge,
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
  return lines.map((line) => judgeLine(inKnownMode(line, known), known, judge, rules));
}

type Known = {
  words: Map<string, WordRow>;
  packs: Map<string, KnownPack>;
  names: Map<string, string>;
  /** For so many more. */
  room: number;
};

/** A line that does not say how to match is about the word that is there, however that is matched. */
function inKnownMode(named: Named, { words }: Known): Named {
  if (named.line.fields.mode) return named;
  const isThere = (mode: string) => words.has(`${mode} ${named.key}`);
  return { ...named, mode: [named.mode, ...unsaidModes].find(isThere) ?? named.mode };
}

/** What the line is about, by the rules of the matcher. */
function nameOf(line: WordLine, judge: WordJudge): Named {
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

function judgeLine(
  { line, mode, key, problems: found }: Named,
  known: Known,
  judge: WordJudge,
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
  // Which spelling is kept is for people to decide, one by one.
  if (before.text !== line.text) return judged('skipped', [wrong('text', 'sameWord', before.text)], {});
  const fields = changedFields(before, said);
  const why = rules.existing === 'skip' ? 'existsAlready' : Object.keys(fields).length === 0 ? 'nothingToChange' : null;
  return why ? judged('skipped', [problem(null, why)], {}) : judged('changed', [], fields);
}

/** As people read it: packs by name. */
function changesOf(fields: Partial<WordFields>, before: WordFields | undefined, known: Known): ImportLine['changes'] {
  const told = (field: string, value: unknown): string => {
    if (field === 'packId') return known.names.get(String(value)) ?? '';
    return Array.isArray(value) ? value.join('; ') : String(value ?? '');
  };
  return Object.entries(fields)
    .filter(([field, value]) => before || (told(field, value) !== '' && field !== 'text'))
    .map(([field, value]) => ({
      field: field === 'packId' ? 'pack' : field,
      before: before ? told(field, before[field as keyof WordFields]) : null,
      after: told(field, value),
    }));
}

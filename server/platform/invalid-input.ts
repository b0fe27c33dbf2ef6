import { inputFieldWord } from '@lectern/contract/input-field-words.ts';
import { type InputProblem, inputProblems, isInputProblem } from '@lectern/contract/input-problems.ts';
import type { Language, Words } from '@lectern/contract/language.ts';
import type { z } from 'zod';
import { AppError, type FieldFault, fillWords } from './app-error.ts';

type Issue = z.core.$ZodIssue;
const shownIssues = 20;
const longestReason = 500;

/** What a schema refused, field by field, in words of both languages; `below` says where the value stands in the input. */
export function invalidInput({ issues }: z.core.$ZodError, ...below: string[]): AppError {
  const fields = issues.slice(0, shownIssues).map((issue) => ({
    path: [...below, ...pathOf(issue)].join('.'),
    message: issueWords(issue),
  }));
  return new AppError('invalidInput', { params: { reason: reasonOf(fields) }, details: { fields } });
}

/** All of them as one text, each with the name of its field. */
function reasonOf(faults: readonly FieldFault[]): Words {
  const inLanguage = (language: Language) => {
    const [colon, stop] = language === 'zh' ? ['：', '；'] : [': ', '; '];
    const said = faults.map(({ path, message }) => {
      const field = path.split('.').findLast((step) => !/^\d*$/.test(step));
      return field ? `${inputFieldWord(field, language)}${colon}${message[language]}` : message[language];
    });
    return said.join(stop).slice(0, longestReason).toWellFormed();
  };
  return { en: inLanguage('en'), zh: inLanguage('zh') };
}

function pathOf(issue: Issue): PropertyKey[] {
  return [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])];
}

function issueWords(issue: Issue): Words {
  const said = (problem: InputProblem, values: Record<string, string | number> = {}) =>
    fillWords(inputProblems[problem], values);
  switch (issue.code) {
    case 'unrecognized_keys':
      return said('unknownField');
    case 'invalid_type':
      return said(
        /received undefined/.test(issue.message) ? 'required' : (wrongTypes[issue.expected] ?? 'notAccepted'),
      );
    case 'invalid_format':
      return said(wrongForms[issue.format] ?? 'wrongForm');
    case 'invalid_value': {
      const values = issue.values.map(String);
      const isShort = values.length <= 10 && values.join().length <= 200;
      return isShort ? said('notOneOf', { values: values.join(', ') }) : said('notAccepted');
    }
    case 'too_small':
    case 'too_big':
      return sizeWords(issue);
    case 'custom':
      return isInputProblem(issue.message) ? said(issue.message) : { en: issue.message, zh: issue.message };
    default:
      return said('notAccepted');
  }
}

const wrongTypes: Partial<Record<string, InputProblem>> = {
  string: 'notText',
  number: 'notNumber',
  int: 'notWhole',
  boolean: 'notYesNo',
  array: 'notList',
  tuple: 'notList',
  object: 'notObject',
  record: 'notObject',
};

const wrongForms: Partial<Record<string, InputProblem>> = {
  uuid: 'notId',
  email: 'notEmail',
  date: 'notDate',
  datetime: 'notInstant',
  url: 'notAddress',
};

function sizeWords(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): Words {
  const isSmall = issue.code === 'too_small';
  const limit = Number(isSmall ? issue.minimum : issue.maximum);
  const [small, large] = (
    {
      string: [limit <= 1 ? 'empty' : 'textShort', 'textLong'],
      array: ['listEmpty', 'listLong'],
    } as const
  )[issue.origin as 'string' | 'array'] ?? ['numberSmall', 'numberLarge'];
  return fillWords(inputProblems[isSmall ? small : large], { limit });
}

import type { InputProblem } from '@lectern/contract/input-problems.ts';
import type { Words } from '@lectern/contract/language.ts';
import type { z } from 'zod';
import { AppError, type FieldFault, problemWords } from './app-error.ts';
import { namesInWords } from './error-values.ts';
import { ofField } from './input-field-name.ts';
import { inEveryLanguage, messagesIn } from './messages.ts';

type Issue = z.core.$ZodIssue;
const shownIssues = 20;
const longestReason = 500;

/** Turns schema issues into one error with a fault per field; `below` is the path of the value within the input. */
export function invalidInput({ issues }: z.core.$ZodError, ...below: string[]): AppError {
  const fields = issues.slice(0, shownIssues).map((issue) => ({
    path: [...below, ...pathOf(issue)].join('.'),
    message: issueWords(issue),
  }));
  return new AppError('invalidInput', { params: { reason: reasonOf(fields) }, details: { fields } });
}

/** Joins all faults into one text, each with its field's name. */
function reasonOf(faults: readonly FieldFault[]): Words {
  return inEveryLanguage((language) => {
    const reasons = faults.map(({ path, message }) => {
      const field = path.split('.').findLast((step) => !/^\d*$/.test(step));
      return ofField(field, message[language], language);
    });
    return reasons.join(messagesIn(language).errorReasons.separator).slice(0, longestReason).toWellFormed();
  });
}

function pathOf(issue: Issue): PropertyKey[] {
  return [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])];
}

function isMissing({ code, message }: Pick<Issue, 'code' | 'message'>): boolean {
  return code === 'invalid_type' && /received undefined/.test(message);
}

function isMissingEverywhere(branches: readonly (readonly Issue[])[]): boolean {
  return branches.length > 0 && branches.every(([first]) => first !== undefined && isMissing(first));
}

function issueWords(issue: Issue): Words {
  switch (issue.code) {
    case 'unrecognized_keys':
      return problemWords('unknownField');
    case 'invalid_type':
      return problemWords(isMissing(issue) ? 'required' : (wrongTypes[issue.expected] ?? 'notAccepted'));
    case 'invalid_union':
      return problemWords(isMissingEverywhere(issue.errors) ? 'required' : 'notAccepted');
    case 'invalid_format':
      return problemWords(wrongForms[issue.format] ?? 'wrongForm');
    case 'invalid_value': {
      const values = issue.values.map(String);
      const isShort = values.length <= 10 && values.join().length <= 200;
      return isShort ? problemWords('notOneOf', { values: namesInWords(values) }) : problemWords('notAccepted');
    }
    case 'too_small':
    case 'too_big':
      return sizeWords(issue);
    case 'custom':
      return isInputProblem(issue.message) ? problemWords(issue.message) : inEveryLanguage(() => issue.message);
    default:
      return problemWords('notAccepted');
  }
}

const isInputProblem = (text: string): text is InputProblem => Object.hasOwn(messagesIn('en').problems, text);

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
      string: [limit <= 1 ? 'empty' : 'textShort', 'tooLong'],
      array: ['listEmpty', 'listLong'],
    } as const
  )[issue.origin as 'string' | 'array'] ?? ['numberSmall', 'numberLarge'];
  return problemWords(isSmall ? small : large, { limit });
}

import { z } from 'zod';
import { bytesBody, defineEndpoint, type Endpoint, idParams } from '../endpoint.ts';
import { operationRow } from '../features/operation.ts';
import type { InputProblem } from '../input-problems.ts';
import { integerInAddress } from '../integer.ts';
import type { Ability } from '../roles.ts';
import type { PagePath } from '../routes.ts';

/** Why a line of an import is invalid or skipped. */
const importProblemCodes = [
  'required',
  'tooLong',
  'notAnEmail',
  'wrongCharacters',
  'unknownRole',
  'unknownDepartment',
  'unknownPosition',
  'twice',
  'morePower',
  'outOfScope',
  'oneself',
  'pagesBeyondOwn',
  'scopeBeyondOwn',
  'unknownCollege',
  'unknownPerson',
  'codeCharacters',
  'otherCollege',
  'placeNeedsMove',
  'scopeRefused',
  'nothingToChange',
  'unknownResource',
  'severalResources',
  'libraryNeeded',
  'notEditable',
  'unknownSubject',
  'unknownLanguage',
  'unknownLicence',
  'unknownVisibility',
  'notAYear',
  'notADay',
  'tooManyTags',
  'lostCharacters',
  'nothingToMatch',
  'onlyWildcards',
  'sameWord',
  'tooManyWords',
  'tooManyExceptions',
  'exceptionWithoutWord',
  'unknownChoice',
  'unknownPack',
  'existsAlready',
] as const satisfies readonly InputProblem[];

type ImportFieldDeclaration = {
  /** Must be mapped, and filled in every line that makes something new. */
  required?: true;
  /** Tells lines apart and finds what is there already. */
  key?: true;
  /** What columns for it are called in files, in lower case. The field's own name need not be listed. */
  headings: readonly string[];
};

export type ImportDeclaration<Fields extends string = string> = {
  /** Belongs to the list of this id, such as `user`. */
  list: string;
  page: PagePath;
  ability: Ability;
  /** Below the API base. */
  path: string;
  fields: Readonly<Record<Fields, ImportFieldDeclaration>>;
  /** Lines are looked for within one of these, which is chosen before the check. */
  within?: 'library' | 'sensitivePack';
  /** A plain text (.txt) is taken, too: each of its lines fills this field. */
  oneInALine?: NoInfer<Fields>;
};

export function defineImport<const Fields extends string>(
  declaration: ImportDeclaration<Fields>,
): ImportDeclaration<Fields> {
  return declaration;
}

export const importLimits = { bytes: 20 * 1024 * 1024, rows: 100_000 } as const;
export const lineVerdicts = ['new', 'changed', 'skipped', 'invalid'] as const;
export type LineVerdict = (typeof lineVerdicts)[number];
/** What becomes of lines about something that is there already. */
const existingRules = ['update', 'skip'] as const;

/** Which column of the file, counted from 0, fills which field. */
const mapping = z.record(z.string().max(60), z.number().int().min(0).max(1000).nullable());
export type ImportMapping = z.output<typeof mapping>;

const importFile = z.strictObject({
  id: z.uuid(),
  fileName: z.string(),
  /** As a person would say it: CSV or TXT and its encoding, or XLSX and its sheet. */
  format: z.enum(['csv', 'xlsx', 'txt']),
  detail: z.string(),
  columns: z.array(z.strictObject({ heading: z.string(), samples: z.array(z.string()) })),
  rows: z.number().int(),
  mapping,
  existing: z.enum(existingRules),
  /** Where lines are looked for, where the import asks for that. */
  within: z.uuid().nullable(),
  /** null until it was checked. */
  counts: z
    .strictObject({
      new: z.number().int(),
      changed: z.number().int(),
      skipped: z.number().int(),
      invalid: z.number().int(),
    })
    .nullable(),
  operationId: z.uuid().nullable(),
  createdAt: z.iso.datetime(),
});
export type ImportFile = z.output<typeof importFile>;

const importProblem = z.strictObject({
  field: z.string().nullable(),
  code: z.enum(importProblemCodes),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type ImportProblem = z.output<typeof importProblem>;

const importLine = z.strictObject({
  line: z.number().int(),
  verdict: z.enum(lineVerdicts),
  label: z.string(),
  problems: z.array(importProblem.extend({ text: z.string() })),
  /** As people read it: names rather than ids. `before` is null in new ones. */
  changes: z.array(z.strictObject({ field: z.string(), before: z.string().nullable(), after: z.string() })),
});
export type ImportLine = z.output<typeof importLine>;

/** The calls that every import has. */
export function importEndpoints(declaration: ImportDeclaration) {
  const access = { kind: 'page', pages: [declaration.page], ability: declaration.ability } as const;
  const id = (verb: string) => `${declaration.list}Import.${verb}`;
  const one = `${declaration.path}/{id}`;
  return {
    upload: defineEndpoint({
      id: id('upload'),
      method: 'POST',
      path: declaration.path,
      access,
      summary: 'Upload a CSV or XLSX file to import; nothing is imported yet',
      query: z.strictObject({ name: z.string().trim().min(1).max(200) }),
      body: bytesBody,
      bodyForm: 'bytes',
      bodyLimit: importLimits.bytes,
      rateLimit: { calls: 60, windowMs: 3_600_000 },
      output: importFile,
      successStatus: 201,
    }),
    get: defineEndpoint({
      id: id('get'),
      method: 'GET',
      path: one,
      access,
      summary: 'Get an import',
      params: idParams,
      output: importFile,
    }),
    check: defineEndpoint({
      id: id('check'),
      method: 'POST',
      path: `${one}/check`,
      access,
      summary: 'Check an import without changing anything',
      params: idParams,
      body: z.strictObject({
        mapping,
        existing: z.enum(existingRules).default('update'),
        within: z.uuid().nullable().default(null),
      }),
      output: importFile,
    }),
    listLines: defineEndpoint({
      id: id('listLines'),
      method: 'GET',
      path: `${one}/lines`,
      access,
      summary: 'List the checked rows of an import',
      params: idParams,
      query: z.strictObject({
        verdict: z.enum(lineVerdicts).optional(),
        after: integerInAddress.min(0).default(0),
        size: z.coerce.number().int().min(1).max(200).default(50),
      }),
      output: z.strictObject({ rows: z.array(importLine), more: z.boolean() }),
    }),
    run: defineEndpoint({
      id: id('run'),
      method: 'POST',
      path: `${one}/run`,
      access,
      summary: 'Import the new and changed rows as an operation',
      params: idParams,
      output: operationRow,
      successStatus: 202,
    }),
    report: defineEndpoint({
      id: id('report'),
      method: 'GET',
      path: `${one}/report`,
      access,
      carrier: 'cookie',
      answer: 'stream',
      summary: 'Download the report of an import as CSV',
      params: idParams,
    }),
  } satisfies Record<string, Endpoint>;
}
export type ImportEndpoints = ReturnType<typeof importEndpoints>;

import { z } from 'zod';
import { bytesBody, defineEndpoint, type Endpoint, idParams } from '../endpoint.ts';
import { operationRow } from '../features/operation.ts';
import type { InputProblem } from '../input-problems.ts';
import { integerInAddress } from '../integer.ts';
import type { Ability } from '../roles.ts';
import type { PagePath } from '../routes.ts';

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
  'opensNoPage',
] as const satisfies readonly InputProblem[];

type ImportFieldDeclaration = {
  /** Must be mapped to a column, and have a value in every line that creates an object. */
  required?: true;
  /** Identifies a line and finds the existing object. */
  key?: true;
  /** Accepted column headings, in lower case. The field's own name is always accepted. */
  headings: readonly string[];
};

export type ImportDeclaration<Fields extends string = string> = {
  /** ID of the list the import belongs to, such as `user`. */
  list: string;
  page: PagePath;
  ability: Ability;
  /** Relative to the API base. */
  path: string;
  fields: Readonly<Record<Fields, ImportFieldDeclaration>>;
  /**
   * The import belongs to one library, where files find their resources, or to one pack or permission group, which new
   * words or people join.
   */
  within?: 'library' | 'sensitivePack' | 'permissionGroup';
  /** Also accept plain text (.txt), with each line filling this field. */
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
/** What happens to lines that match an existing object. */
const existingRules = ['update', 'skip'] as const;

/** Field names mapped to column indexes, from 0; null if unmapped. */
const mapping = z.record(z.string().max(60), z.number().int().min(0).max(1000).nullable());
export type ImportMapping = z.output<typeof mapping>;

const importFile = z.strictObject({
  id: z.uuid(),
  fileName: z.string(),
  /** `detail` adds the encoding of a CSV or TXT file, or the sheet of an XLSX file. */
  format: z.enum(['csv', 'xlsx', 'txt']),
  detail: z.string(),
  columns: z.array(z.strictObject({ heading: z.string(), samples: z.array(z.string()) })),
  rows: z.number().int(),
  mapping,
  existing: z.enum(existingRules),
  /** The chosen library, pack or group; null if the import doesn't need one. */
  within: z.uuid().nullable(),
  /** null until checked. */
  counts: z
    .strictObject({
      new: z.number().int(),
      changed: z.number().int(),
      skipped: z.number().int(),
      invalid: z.number().int(),
      /** New and changed rows with a warning, which doesn't hold them back. */
      warned: z.number().int(),
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
  /** Display values, with names instead of IDs. `before` is null for new objects. */
  changes: z.array(z.strictObject({ field: z.string(), before: z.string().nullable(), after: z.string() })),
});
export type ImportLine = z.output<typeof importLine>;

/** Endpoints shared by all imports. */
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

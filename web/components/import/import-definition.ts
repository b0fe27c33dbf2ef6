import type { ImportDeclaration, ImportEndpoints, ImportFile } from '@lectern/contract/import/define-import.ts';
import type { ComponentType } from 'react';
import type { Callable } from '../../lib/callable.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';

/** Everything that defines one import. */
export type ImportDefinition = {
  declaration: ImportDeclaration;
  endpoints: ImportEndpoints;
  /** Default scope for matching lines, if the import needs one. */
  within?: string;
  /** Lets people choose that scope, next to the column mapping. */
  Within?: ComponentType<{ value: string | null; onChange: (value: string | null) => void }>;
  /** Shown above the checked lines, such as a warning with a way to avoid it; a new choice checks the file again. */
  Notice?: ComponentType<{ file: ImportFile; checking: boolean; onWithin: (value: string | null) => void }>;
  /** Label of the option for lines about existing objects, when these aren't people. */
  existing?: (texts: Texts) => string;
  title: (texts: Texts) => string;
  fieldName: (field: string, texts: Texts) => string;
  /** Display text of a value that is stored as a code. */
  valueName?: (field: string, value: string, texts: Texts) => string | undefined;
  /** What people should know beforehand, such as what new accounts don't have yet. */
  note?: (texts: Texts) => string;
  /** Offered when the import is done. */
  After?: ComponentType<{ importId: string }>;
  /** Calls whose data is outdated after the import. */
  invalidates: readonly Callable[];
};

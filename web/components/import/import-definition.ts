import type { ImportDeclaration, ImportEndpoints } from '@lectern/contract/import/define-import.ts';
import type { ComponentType } from 'react';
import type { Callable } from '../../lib/callable.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';

/** Everything that makes one import out of the engine. */
export type ImportDefinition = {
  declaration: ImportDeclaration;
  endpoints: ImportEndpoints;
  /** Where lines are looked for, where the import asks for that. */
  within?: string;
  /** Lets someone choose it, beside the columns. */
  Within?: ComponentType<{ value: string | null; onChange: (value: string | null) => void }>;
  /** Names the choice of what becomes of lines about something that is there, where people are not meant. */
  existing?: (texts: Texts) => string;
  title: (texts: Texts) => string;
  fieldName: (field: string, texts: Texts) => string;
  /** A value as people read it, where it is stored as a code. */
  valueName?: (field: string, value: string, texts: Texts) => string | undefined;
  /** What someone has to know before, such as what newcomers do not have yet. */
  note?: (texts: Texts) => string;
  /** What is offered once it is done. */
  After?: ComponentType<{ importId: string }>;
  /** Reading calls that are out of date when it is done. */
  invalidates: readonly Callable[];
};

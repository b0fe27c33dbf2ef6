import type { ImportDeclaration, ImportLine, ImportProblem } from '@lectern/contract/import/define-import.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { Executor } from '../db/database.ts';
import type { Principal } from '../http/principal.ts';
import type { SignedInContext } from '../http/request-context.ts';
import type { ItemOutcome, UndoItem } from '../operation/operation-action.ts';

/** Cell text by field, for mapped fields only; empty for empty cells. */
export type ImportValues = Readonly<Record<string, string>>;
export type ImportRules = {
  existing: 'update' | 'skip';
  within: string | null;
  /** Language for describing the changes. */
  language: Language;
  /** Keys of lines checked before these; their objects don't exist yet. */
  earlier?: ReadonlyMap<string, number>;
};

/** The result of checking a line. Lines about the same object share a `key`. */
export type JudgedLine<Plan = unknown> = Omit<ImportLine, 'line' | 'problems'> & {
  problems: ImportProblem[];
  key: string | null;
  /** The existing object; null when the line creates one. */
  objectId: string | null;
  plan: Plan;
};

/** How a feature turns file lines into objects. The dry run and the import use the same `judge`. */
export type ImportSource<Plan = unknown> = {
  declaration: ImportDeclaration;
  judge(
    db: Executor,
    principal: Principal,
    lines: readonly ImportValues[],
    rules: ImportRules,
  ): Promise<JudgedLine<Plan>[]>;
  /** Creates or changes one object; new ones get the given id. */
  carryOut(
    transaction: Executor,
    context: SignedInContext,
    line: JudgedLine<Plan>,
    objectId: string,
  ): Promise<{ before: unknown; version: number }>;
  /** Restores `before`; skips an object that has changed since. */
  undo(transaction: Executor, item: UndoItem, actor: SignedInContext): Promise<ItemOutcome>;
  /** Like `carryOut` for a whole batch in few statements; if it throws, the lines are carried out one by one. */
  carryOutAll?(
    transaction: Executor,
    context: SignedInContext,
    lines: readonly { line: JudgedLine<Plan>; objectId: string }[],
  ): Promise<{ before: unknown; version: number }[]>;
  undoAll?(transaction: Executor, items: readonly UndoItem[], actor: SignedInContext): Promise<ItemOutcome[]>;
};

export function problem(
  field: string | null,
  code: ImportProblem['code'],
  values: ImportProblem['values'] = {},
): ImportProblem {
  return { field, code, values };
}

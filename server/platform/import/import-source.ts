import type { ImportDeclaration, ImportLine, ImportProblem } from '@lectern/contract/import/define-import.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { Executor } from '../db/database.ts';
import type { Principal } from '../http/principal.ts';
import type { SignedInContext } from '../http/request-context.ts';
import type { ItemOutcome, UndoItem } from '../operation/operation-action.ts';

/** Text by field, for the fields that a column was chosen for; empty where the cell was. */
export type ImportValues = Readonly<Record<string, string>>;
export type ImportRules = {
  existing: 'update' | 'skip';
  within: string | null;
  /** Of what the changes say. */
  language: Language;
  /** Keys of lines that were judged before these: what they make is not there yet. */
  earlier?: ReadonlyMap<string, number>;
};

/** What a line would do. `key` is the same for lines about the same object. */
export type JudgedLine<Plan = unknown> = Omit<ImportLine, 'line' | 'problems'> & {
  problems: ImportProblem[];
  key: string | null;
  /** The object that is there already. */
  objectId: string | null;
  plan: Plan;
};

/** How lines of a file become objects of a feature. The dry run and the run itself judge by the same code. */
export type ImportSource<Plan = unknown> = {
  declaration: ImportDeclaration;
  judge(
    db: Executor,
    principal: Principal,
    lines: readonly ImportValues[],
    rules: ImportRules,
  ): Promise<JudgedLine<Plan>[]>;
  /** Makes or changes one object; a new one gets the id that is given. */
  carryOut(
    transaction: Executor,
    context: SignedInContext,
    line: JudgedLine<Plan>,
    objectId: string,
  ): Promise<{ before: unknown; version: number }>;
  /** Puts `before` back; an object that was changed since is skipped. */
  undo(transaction: Executor, item: UndoItem, actor: SignedInContext): Promise<ItemOutcome>;
  /** The same for all lines of a batch in few statements; when it throws, they are carried out one by one. */
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

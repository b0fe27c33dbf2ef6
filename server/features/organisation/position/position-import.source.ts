import { type DataScopeName, dataScopes } from '@lectern/contract/data-scopes.ts';
import { type NewPosition, newPosition, positionFields, positionImport } from '@lectern/contract/features/position.ts';
import type { ImportProblem } from '@lectern/contract/import/define-import.ts';
import { type Language, languages } from '@lectern/contract/language.ts';
import { type RoleId, roleIds } from '@lectern/contract/roles.ts';
import { sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { type ImportSource, type ImportValues, problem } from '../../../platform/import/import-source.ts';
import { messagesIn } from '../../../platform/messages.ts';
import { judgePower } from '../unit.policy.ts';
import { madeByLine, pick, undoLine, verdictOf, wrong } from '../unit-import.ts';
import type { StoredPosition } from './position.repository.ts';
import { type PositionKeeper, type PositionRemoval, positionValues } from './position-removal.ts';

type Plan = Partial<Omit<NewPosition, 'groupIds'>> & { name: string };
const limits = { name: 100, description: 2000 } as const;
const usualRole: RoleId = 4;

const rolesByWord = new Map<string, RoleId>(
  roleIds.flatMap((id) => [
    [String(id), id] as const,
    ...languages.map((language) => [messagesIn(language).words.roles[id].toLowerCase(), id] as const),
  ]),
);
const scopeName = (scope: DataScopeName, language: Language) => messagesIn(language).position.scopes[scope];
const scopesByWord = new Map<string, DataScopeName>(
  dataScopes.flatMap((scope) => [
    [scope, scope],
    ...languages.map((language) => [scopeName(scope, language).toLowerCase(), scope] as const),
  ]),
);

/** Positions are identified by name. A file can’t change their permission groups. */
export function positionImportSource(
  keeper: PositionKeeper,
  removal: Pick<PositionRemoval, 'remove'>,
): ImportSource<Plan> {
  const way = {
    take: keeper.take.bind(keeper),
    edit: keeper.edit.bind(keeper),
    remove: removal.remove.bind(removal),
  };
  return {
    declaration: positionImport,
    async judge(db, principal, lines, rules) {
      const known = await listByName(
        db,
        lines.map((line) => line.name ?? ''),
      );
      return lines.map((values) => {
        const { plan, problems } = readLine(values, rules.language);
        const existing = known.get(plan.name.toLowerCase());
        if (problems.length === 0) problems.push(...powerProblems(principal, plan, existing));
        const there = existing && { id: existing.id, values: wordsOf(positionValues(existing, []), rules.language) };
        const { name: _, ...said } = wordsOf(plan, rules.language);
        return verdictOf({ label: plan.name, key: plan.name.toLowerCase(), plan, problems }, there, said, rules);
      });
    },
    async carryOut(transaction, context, { verdict, plan }, objectId) {
      if (verdict === 'new') {
        const position = newPosition.parse({ ...plan, roleId: plan.roleId ?? usualRole });
        await keeper.add(transaction, context, position, objectId);
        return madeByLine;
      }
      const { row } = await keeper.take(transaction, context, objectId);
      const { name: _, ...edit } = plan;
      const before = pick(positionValues(row, []), edit);
      return { before, version: await keeper.edit(transaction, context, objectId, edit) };
    },
    undo: (transaction, item, actor) => undoLine(transaction, actor, item, way),
  };
}

function readLine(values: ImportValues, language: Language): { plan: Plan; problems: ImportProblem[] } {
  const problems: ImportProblem[] = [];
  const plan: Plan = { name: values.name ?? '' };
  if (!plan.name) problems.push(problem('name', 'required'));
  for (const field of ['name', 'description'] as const) {
    const text = values[field];
    if (text && !positionFields[field].safeParse(text).success) {
      problems.push(problem(field, 'tooLong', { limit: limits[field] }));
    } else if (text) plan[field] = text;
  }
  const roleId = values.role ? rolesByWord.get(values.role.toLowerCase()) : undefined;
  if (values.role && !roleId) problems.push(wrong('role', 'unknownRole', values.role));
  const dataScope = values.dataScope ? scopesByWord.get(values.dataScope.toLowerCase()) : undefined;
  if (values.dataScope && !dataScope) {
    const choices = dataScopes.map((scope) => scopeName(scope, language)).join(', ');
    problems.push(problem('dataScope', 'unknownChoice', { value: values.dataScope.slice(0, 60), choices }));
  }
  return { plan: { ...plan, ...(roleId && { roleId }), ...(dataScope && { dataScope }) }, problems };
}

function powerProblems(principal: Principal, plan: Plan, existing: StoredPosition | undefined): ImportProblem[] {
  const before = existing && positionValues(existing, []);
  const roleId = plan.roleId ?? before?.roleId ?? usualRole;
  const dataScope = plan.dataScope ?? before?.dataScope ?? 'role';
  try {
    judgePower(principal.roleId, { roleId, dataScope }, before);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [
      error.code === 'morePowerful' ? problem('role', 'morePower') : wrong('dataScope', 'scopeRefused', dataScope),
    ];
  }
}

function wordsOf(
  { name, roleId, dataScope, description }: Partial<NewPosition>,
  language: Language,
): Record<string, string> {
  return {
    ...(name && { name }),
    ...(roleId && { role: messagesIn(language).words.roles[roleId] }),
    ...(dataScope && { dataScope: scopeName(dataScope, language) }),
    ...(description && { description }),
  };
}

async function listByName(db: Executor, names: readonly string[]): Promise<Map<string, StoredPosition>> {
  const rows = await db
    .selectFrom('positions')
    .selectAll()
    .where(sql`lower(name)`, '=', sql`any (${names.map((name) => name.toLowerCase())}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.name.toLowerCase(), row]));
}

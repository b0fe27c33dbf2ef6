import { type DataOf, namedInEffect, type OrganisationEffect } from '@lectern/contract/features/organisation-effect.ts';
import type { RoleId } from '@lectern/contract/roles.ts';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { AccessEffect, Moved } from '../permission-group/public.ts';
import {
  type Concerned,
  countConcerned,
  listDepartmentContents,
  listNamesOf,
  listSights,
  type Sight,
} from './effect.repository.ts';

/** Runs a change, compares page access before and after, and rolls it back. */
type TryChange = (db: Db, change: (transaction: Executor) => Promise<void>, moved?: Moved) => Promise<AccessEffect>;

type Seen = ReadonlySet<string> | 'everything';
const departmentsNamed = 8;

/**
 * Previews how a change to the organisation affects people by making it and rolling it back. People and resources of a
 * merge, possibly thousands, are counted as if moved instead.
 */
export class EffectService {
  readonly #db: Db;
  readonly #tryChange: TryChange;

  constructor(db: Db, tryChange: TryChange) {
    this.#db = db;
    this.#tryChange = tryChange;
  }

  async measure(
    concerned: Concerned,
    change: (transaction: Executor) => Promise<void>,
    moved?: Moved,
  ): Promise<OrganisationEffect> {
    let counts = { people: 0, departments: 0, resources: 0, libraries: 0, groups: [] as OrganisationEffect['groups'] };
    let data: OrganisationEffect['data'] = { gains: [], loses: [], gainers: 0, losers: 0 };
    const access = await this.#tryChange(
      this.#db,
      async (transaction) => {
        counts = await countConcerned(transaction, concerned);
        const before = await readSights(transaction);
        const contents = await listDepartmentContents(transaction);
        await change(transaction);
        const after = await readSights(transaction, moved);
        data = await compare(transaction, before, after, { contents, moved });
      },
      moved,
    );
    const { gains, loses } = access;
    return {
      ...counts,
      pages: { gains: first(gains), loses: first(loses), gainers: gains.length, losers: loses.length },
      data,
    };
  }
}

const first = <Entry>(entries: readonly Entry[]): Entry[] => entries.slice(0, namedInEffect);

async function readSights(transaction: Executor, moved?: Moved): Promise<Map<string, Seen>> {
  const sights = new Map<string, Seen>();
  for (const sight of await listSights(transaction, moved)) {
    const seen = seenBy(sight);
    for (const userId of sight.userIds) sights.set(userId, seen);
  }
  return sights;
}

function seenBy({ roleId, dataScope, departmentIds }: Sight): Seen {
  const scope = dataScopeOf({ userId: '', roleId: roleId as RoleId, dataScope, departmentIds });
  if (scope.kind === 'all') return 'everything';
  return new Set(scope.kind === 'departments' ? scope.ids : []);
}

type Contents = Awaited<ReturnType<typeof listDepartmentContents>>;
type Circumstances = { contents: Contents; moved: Moved | undefined };

/** Compares access by the departments' content before the change, wherever it ends up. */
async function compare(
  transaction: Executor,
  before: ReadonlyMap<string, Seen>,
  after: ReadonlyMap<string, Seen>,
  { contents, moved }: Circumstances,
): Promise<OrganisationEffect['data']> {
  const sees = (seen: Seen, id: string) => seen === 'everything' || seen.has(id);
  const gone = moved?.of === 'department' ? moved : undefined;
  const seesAfter = (seen: Seen, id: string) => sees(seen, id === gone?.from ? gone.to : id);
  const gains = new Map<string, Contents>();
  const loses = new Map<string, Contents>();
  for (const [userId, seen] of before) {
    const then = after.get(userId) ?? new Set<string>();
    if (seen === then || (seen === 'everything' && then === 'everything')) continue;
    const gained = contents.filter(({ id }) => !sees(seen, id) && seesAfter(then, id));
    const lost = contents.filter(({ id }) => sees(seen, id) && !seesAfter(then, id));
    if (gained.length > 0) gains.set(userId, gained);
    if (lost.length > 0) loses.set(userId, lost);
  }
  return {
    gains: await presentData(transaction, gains),
    loses: await presentData(transaction, loses),
    gainers: gains.size,
    losers: loses.size,
  };
}

async function presentData(transaction: Executor, changes: ReadonlyMap<string, Contents>): Promise<DataOf[]> {
  const names = await listNamesOf(transaction, [...changes.keys()], namedInEffect);
  return names.map(({ id, name }) => {
    const departments = changes.get(id) ?? [];
    return {
      userId: id,
      name,
      departments: departments.slice(0, departmentsNamed).map((department) => department.name),
      departmentCount: departments.length,
      resources: departments.reduce((sum, department) => sum + department.resources, 0),
    };
  });
}

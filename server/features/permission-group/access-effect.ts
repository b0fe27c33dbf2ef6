import { mayOpen } from '@lectern/contract/access.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { type PagePath, routes } from '@lectern/contract/routes.ts';
import { type Db, type Executor, isLockConflict } from '../../platform/db/database.ts';
import { type AlikePeople, listHolders, listNames, type Moved } from './access-effect.repository.ts';

export type PersonPages = { userId: string; name: string; paths: PagePath[] };
export type AccessEffect = {
  gains: PersonPages[];
  loses: PersonPages[];
  /** Number of people who gain or lose a page. */
  people: number;
  /** Pages that some non-administrator could open before the change and none can after it. */
  closed: PagePath[];
};

/** Pages with restricted access. */
const guardedPages = routes.filter((route) => route.access && route.access !== 'user');

/** Thrown to roll back a transaction while returning its result. */
class Undone extends Error {
  readonly effect: AccessEffect;

  constructor(effect: AccessEffect) {
    super('The change was only tried');
    this.effect = effect;
  }
}

const tries = 3;

/**
 * Who would gain or lose which pages. The change is made and rolled back, so it must write only through the given
 * transaction. People who would only move, possibly thousands, are passed as `moved` and counted as if they had.
 */
export async function accessEffect(
  db: Db,
  change: (transaction: Executor) => Promise<void>,
  moved?: Moved,
): Promise<AccessEffect> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runUndone(db, change, moved);
    } catch (error) {
      if (!isLockConflict(error) || attempt === tries) throw error;
    }
  }
}

async function runUndone(
  db: Db,
  change: (transaction: Executor) => Promise<void>,
  moved: Moved | undefined,
): Promise<AccessEffect> {
  // Keeps other people's concurrent changes out of the measured effect.
  const trial = db.transaction().setIsolationLevel('repeatable read');
  try {
    return await trial.execute(async (transaction): Promise<never> => {
      throw new Undone(await measureEffect(transaction, () => change(transaction), moved));
    });
  } catch (error) {
    if (error instanceof Undone) return error.effect;
    throw error;
  }
}

/** Measures the effect of a change without rolling it back. */
export async function measureEffect(
  transaction: Executor,
  change: () => Promise<void>,
  moved?: Moved,
): Promise<AccessEffect> {
  const before = pagesByPerson(await listHolders(transaction));
  await change();
  const after = pagesByPerson(await listHolders(transaction, moved));
  return compare(transaction, before, after);
}

type Pages = { paths: ReadonlySet<PagePath>; ordinary: boolean };

function pagesByPerson(kinds: readonly AlikePeople[]): Map<string, Pages> {
  const people = new Map<string, Pages>();
  for (const kind of kinds) {
    const open = kind.forbidden ? [] : guardedPages.filter((route) => mayOpen(kind, route));
    const pages = {
      paths: new Set(open.map((route) => route.path)),
      ordinary: !hasAbility(kind.roleId, 'superAdmin'),
    };
    for (const userId of kind.userIds) people.set(userId, pages);
  }
  return people;
}

const nothing: Pages = { paths: new Set(), ordinary: true };

async function compare(
  db: Executor,
  before: ReadonlyMap<string, Pages>,
  after: ReadonlyMap<string, Pages>,
): Promise<AccessEffect> {
  const gained = new Map<string, PagePath[]>();
  const lost = new Map<string, PagePath[]>();
  for (const userId of new Set([...before.keys(), ...after.keys()])) {
    const had = before.get(userId) ?? nothing;
    const has = after.get(userId) ?? nothing;
    const more = missingFrom(had, has);
    const fewer = missingFrom(has, had);
    if (more.length > 0) gained.set(userId, more);
    if (fewer.length > 0) lost.set(userId, fewer);
  }
  const people = [...new Set([...gained.keys(), ...lost.keys()])];
  const names = people.length > 0 ? await listNames(db, people) : new Map<string, string>();
  const stillOpen = openToOrdinary(after);
  return {
    gains: named(gained, names),
    loses: named(lost, names),
    people: people.length,
    closed: [...openToOrdinary(before)].filter((path) => !stillOpen.has(path)),
  };
}

function missingFrom(some: Pages, others: Pages): PagePath[] {
  return some.paths === others.paths ? [] : [...others.paths].filter((path) => !some.paths.has(path));
}

function openToOrdinary(people: ReadonlyMap<string, Pages>): Set<PagePath> {
  const open = new Set<PagePath>();
  for (const pages of new Set(people.values())) if (pages.ordinary) for (const path of pages.paths) open.add(path);
  return open;
}

function named(pages: ReadonlyMap<string, PagePath[]>, names: ReadonlyMap<string, string>): PersonPages[] {
  return [...pages]
    .map(([userId, paths]) => ({ userId, name: names.get(userId) ?? '', paths }))
    .sort((one, other) => one.name.localeCompare(other.name) || (one.userId < other.userId ? -1 : 1));
}

import type { Audience } from '@lectern/contract/audience.ts';
import type { HomeRule } from '@lectern/contract/features/home-page.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { PublicRule } from '../publication/public.ts';
import type { HomeContent, ShownHomePage, ShownSlot } from './home-content.ts';
import {
  findPublic,
  listNewest,
  listShownColumns,
  listViewed,
  listWithheld,
  type ViewedThings,
} from './home-rule.repository.ts';
import { findPublished } from './home-version.repository.ts';
import { type AskedRule, type FoundThing, resolveContent, ruleKey, rulesOf } from './resolve-content.policy.ts';

/** What a column shows to an audience, in its order; provided by the columns feature. */
type ShownInColumn = (
  db: Executor,
  columnId: string,
  wanted: { shown: PublicRule; limit: number },
) => Promise<string[]>;
type Dependencies = {
  db: Db;
  timeZone: string;
  shownInColumn: ShownInColumn;
  viewedThings: ViewedThings;
  now?: () => Date;
};
/** `at` is a time to preview. Without it, public conditions use the database's current time. */
type ShownWhen = { audience: Audience; at?: Date | undefined };

/** Counting views is expensive, and the most viewed hardly change within a minute. */
const viewedMs = 60_000;

/** Resolves the home page: entries chosen by people and rules, as far as they are public at that time. */
export class HomePageReader {
  readonly #dependencies: Dependencies;
  readonly #viewed = new Map<string, { until: number; ids: Promise<string[]> }>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** The published page at a given time. */
  async shownAt(at: Date, audience: Audience, db: Executor = this.#dependencies.db): Promise<ShownHomePage> {
    return this.#published(db, { audience, at });
  }

  async shownNow(audience: Audience, db: Executor = this.#dependencies.db): Promise<ShownHomePage> {
    return this.#published(db, { audience });
  }

  /** Resolves any arrangement, such as a draft or an old version. */
  async resolve(db: Executor, arranged: HomeContent, { audience, at }: ShownWhen): Promise<ShownSlot[]> {
    const content = withoutWithheld(arranged, await listWithheld(db));
    const moment = at ?? this.#now();
    const shown: PublicRule = { audience, timeZone: this.#dependencies.timeZone, ...(at && { at }) };
    const entries = content.slots.flatMap((slot) => (slot.visible ? slot.entries : []));
    const asked = widest(rulesOf(content, moment, audience));
    const viewed = await this.#viewedBy(db, [...asked.values()], moment, at !== undefined);
    const isPublic = await findPublic(
      db,
      {
        resources: [...entries.flatMap((entry) => entry.resourceId ?? []), ...viewed.resources],
        courses: [...entries.flatMap((entry) => entry.courseId ?? []), ...viewed.courses],
      },
      shown,
    );
    const columns = [...asked.values()].flatMap(({ columnId }) => columnId ?? []);
    const shownColumns = await listShownColumns(db, columns);
    const found = new Map<string, FoundThing[]>();
    for (const [key, rule] of asked) {
      found.set(
        key,
        await this.#find(db, rule, { shown, isPublic, shownColumns, viewed: viewed.byRule.get(key) ?? [] }),
      );
    }
    return resolveContent(content, moment, audience, {
      isPublic: ({ kind, id }) => isPublic.has(`${kind}:${id}`),
      found: (rule) => found.get(ruleKey(rule)) ?? [],
    });
  }

  async #published(db: Executor, when: ShownWhen): Promise<ShownHomePage> {
    const published = await findPublished(db);
    if (!published) return { number: null, publishedAt: null, slots: [] };
    const { number, published_at: publishedAt, content } = published;
    return { number, publishedAt, slots: await this.resolve(db, content, when) };
  }

  async #find(
    db: Executor,
    { source, columnId, rule, limit }: AskedRule,
    given: { shown: PublicRule; isPublic: Set<string>; shownColumns: Set<string>; viewed: readonly string[] },
  ): Promise<FoundThing[]> {
    const { shown } = given;
    if (source === 'newest') return listNewest(db, { rule, shown, limit });
    if (source === 'mostViewed') {
      const things = given.viewed.map((id) => ({ kind: rule.of, id }));
      return things.filter(({ kind, id }) => given.isPublic.has(`${kind}:${id}`)).slice(0, limit);
    }
    if (!columnId || !given.shownColumns.has(columnId)) return [];
    const ids = await this.#dependencies.shownInColumn(db, columnId, { shown, limit });
    return ids.map((id) => ({ kind: 'resource', id }));
  }

  /** Candidates for rules by views. They may be cached; whether they are public is checked every time. */
  async #viewedBy(db: Executor, asked: readonly AskedRule[], moment: Date, travels: boolean) {
    const byRule = new Map<string, string[]>();
    const all = { resources: [] as string[], courses: [] as string[] };
    for (const one of asked.filter(({ source }) => source === 'mostViewed')) {
      const key = ruleKey(one);
      const ids = travels
        ? await this.#listViewed(db, one.rule, earlier(moment, this.#now()))
        : await this.#keptViews(db, one);
      byRule.set(key, ids);
      (one.rule.of === 'course' ? all.courses : all.resources).push(...ids);
    }
    return { byRule, ...all };
  }

  #keptViews(db: Executor, { source, columnId, rule }: AskedRule): Promise<string[]> {
    const now = this.#now().getTime();
    const key = ruleKey({ source, columnId, rule });
    const kept = this.#viewed.get(key);
    if (kept && kept.until > now) return kept.ids;
    for (const [old, { until }] of this.#viewed) if (until <= now) this.#viewed.delete(old);
    const ids = this.#listViewed(db, rule, new Date(now));
    this.#viewed.set(key, { until: now + viewedMs, ids });
    ids.catch(() => this.#viewed.delete(key));
    return ids;
  }

  #listViewed(db: Executor, rule: HomeRule, at: Date): Promise<string[]> {
    return listViewed(db, rule, this.#dependencies.viewedThings({ of: rule.of, days: rule.days, at }));
  }

  #now(): Date {
    return this.#dependencies.now?.() ?? new Date();
  }
}

function withoutWithheld({ slots }: HomeContent, withheld: ReadonlySet<string>): HomeContent {
  const shown = ({ id }: { id: string }) => !withheld.has(id);
  return { slots: slots.filter(shown).map((slot) => ({ ...slot, entries: slot.entries.filter(shown) })) };
}

/** Queries a rule used by several slots only once, with the largest limit. */
function widest(asked: readonly AskedRule[]): Map<string, AskedRule> {
  const rules = new Map<string, AskedRule>();
  for (const rule of asked) {
    const key = ruleKey(rule);
    if ((rules.get(key)?.limit ?? 0) < rule.limit) rules.set(key, rule);
  }
  return rules;
}

function earlier(left: Date, right: Date): Date {
  return left < right ? left : right;
}

import { parseArgs } from 'node:util';
import { type Db, openDatabase } from '../server/platform/db/database.ts';
import { ListReader } from '../server/platform/list/list-reader.ts';
import { auditTexts, compareAudit, compareAuditPages, compareAuditSearches } from './audit-cases.ts';
import type { Figure, Side } from './compare-lists.ts';
import { conclude, median, table } from './report.ts';
import { comparePages, compareSizes, compareTabSearches, compareTexts, mistyped, texts } from './resource-cases.ts';
import { type ScratchPostgres, startScratchPostgres } from './scratch-postgres.ts';
import { seedActivities } from './seed-activities.ts';
import { seedResources } from './seed-resources.ts';
import { seedUsers } from './seed-users.ts';
import { compareUserSearches, compareUsers, everybodysTexts, userTexts } from './user-cases.ts';

/**
 * Lists of users, resources and the audit at two sizes: every tab × sort × filter as roles 1, 3 and 4, a deep page
 * against the first, and searches in every tab × sort of the larger size against a page of the list. A case's figure
 * is the ratio of the two p95s, median of three rounds (nine if it looks slow), and the worst counts. Searches may
 * take three times as long as a page; their figures are scaled to the same limit.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    requests: { type: 'string' },
    only: { type: 'string', default: 'users,audit,resources' },
    /** Two resource counts, smaller first, separated by a comma. */
    sizes: { type: 'string' },
  },
});
const limit = 2;
const searchLimit = 3;
const scaled = (ratio: number) => (ratio / searchLimit) * limit;
const against = ['p95 ms of a page', 'p95 ms'] as const;
const requests = Number(values.requests ?? (values.quick ? 5 : 20));
/**
 * The resource lists have about 2,000 cases: use few requests per case, and only a sample of the cases with --quick.
 */
const resourceRequests = Math.min(requests, values.quick ? 2 : 8);
const everyCase = values.quick ? 17 : 1;
const userSizes = [1_000, 100_000];
const auditSizes = values.quick ? [1_000, 100_000] : [10_000, 1_000_000];
const resourceSizes = (values.sizes ?? (values.quick ? '1000,100000' : '10000,1000000')).split(',').map(Number);

type Seed = (db: Db, count: number) => Promise<void>;

async function withSides(
  postgres: ScratchPostgres,
  { name, sizes, seed }: { name: string; sizes: readonly number[]; seed: Seed },
  work: (few: Side, many: Side) => Promise<void>,
): Promise<void> {
  const sides: Side[] = [];
  for (const count of sizes) {
    const databaseUrl = await postgres.createDatabase(`${name}_${count}`);
    const { db } = openDatabase({ databaseUrl, applicationName: 'bench', poolSize: 4 });
    await seed(db, count);
    sides.push({ db, reader: new ListReader(db, { timeZone: 'UTC' }), count });
  }
  const [few, many] = sides;
  if (!few || !many) throw new Error('pass two sizes');
  await work(few, many);
  await Promise.all(sides.map((side) => side.db.destroy()));
}

function show(
  title: string,
  [left, right]: readonly [string, string],
  figures: readonly Figure[],
  each: number = requests,
): number {
  const worst = [...figures].sort((one, other) => other.ratio - one.ratio);
  const shown = worst
    .slice(0, 12)
    .map(({ name, few, many, ratio }) => [name, few.toFixed(2), many.toFixed(2), ratio.toFixed(2)]);
  console.log(table([[title, left, right, 'ratio'], ...shown]));
  const middle = median(figures.map((figure) => figure.ratio)).toFixed(2);
  console.log(`${figures.length} cases, ${each} requests × 3 rounds each; median ratio ${middle}\n`);
  return worst[0]?.ratio ?? Number.POSITIVE_INFINITY;
}

const postgres = await startScratchPostgres();
try {
  const ratios: number[] = [];
  if (values.only.includes('users')) {
    await withSides(postgres, { name: 'users', sizes: userSizes, seed: seedUsers }, async (few, many) => {
      const headings = [`p95 ms at ${few.count}`, `p95 ms at ${many.count}`] as const;
      ratios.push(show('users', headings, await compareUsers(few, many, requests)));
      const searches = await compareUserSearches(many, userTexts, requests);
      ratios.push(scaled(show('users, search', against, searches)));
      const frequent = await compareUserSearches(many, everybodysTexts, Math.min(requests, 5));
      show('users, what most have (for information)', against, frequent);
    });
  }
  if (values.only.includes('audit')) {
    await withSides(postgres, { name: 'audit', sizes: auditSizes, seed: seedActivities }, async (few, many) => {
      const headings = [`p95 ms at ${few.count}`, `p95 ms at ${many.count}`] as const;
      ratios.push(show('audit', headings, await compareAudit(few, many, requests)));
      ratios.push(
        show('audit, far down', ['p95 ms of page 1', 'p95 ms there'], await compareAuditPages(many, requests)),
      );
      ratios.push(scaled(show('audit, search', against, await compareAuditSearches(many, auditTexts, requests))));
    });
  }
  if (values.only.includes('resources')) {
    const seed: Seed = (db, count) => seedResources(db, count);
    await withSides(postgres, { name: 'resources', sizes: resourceSizes, seed }, async (few, many) => {
      const headings = [`p95 ms at ${few.count}`, `p95 ms at ${many.count}`] as const;
      ratios.push(show('far down', ['p95 ms of page 1', 'p95 ms there'], await comparePages(many, requests)));
      ratios.push(scaled(show('search', against, await compareTexts(many, texts, requests))));
      show('mistyped (for information)', against, await compareTexts(many, mistyped, requests));
      const searches = await compareTabSearches(many, resourceRequests, everyCase);
      ratios.push(scaled(show('search in tabs and orders', against, searches, resourceRequests)));
      const sizes = await compareSizes(few, many, resourceRequests, everyCase);
      ratios.push(show('resources', headings, sizes, resourceRequests));
    });
  }
  conclude('bench:lists', Math.max(...ratios), limit, (value, bar) => value <= bar);
} finally {
  await postgres.stop();
}

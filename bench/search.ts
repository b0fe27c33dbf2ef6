import { parseArgs } from 'node:util';
import { openDatabase } from '../server/platform/db/database.ts';
import { ListReader } from '../server/platform/list/list-reader.ts';
import type { Figure } from './compare-lists.ts';
import { conclude, median, table } from './report.ts';
import { startScratchPostgres } from './scratch-postgres.ts';
import { compareLooks, contradictory, texts } from './search-cases.ts';
import { seedPassages } from './seed-passages.ts';

/**
 * Search over 200,000 resources and 2,000,000 passages, in two scripts, with terms from ubiquitous to absent, as roles
 * 1, 3 and 4: text search in the palette, the list's “contains text” filter, and titles. A case's figure is its p95
 * over that of the list's first page, median of three rounds; the worst counts.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    requests: { type: 'string' },
    /** URL of an already seeded database. */
    database: { type: 'string' },
  },
});
const limit = 3;
const requests = Number(values.requests ?? (values.quick ? 3 : 20));
const size = values.quick ? { resources: 2_000, passages: 20_000 } : { resources: 200_000, passages: 2_000_000 };

function show(title: string, figures: readonly Figure[]): number {
  const worst = [...figures].sort((one, other) => other.ratio - one.ratio);
  const rows = worst
    .slice(0, values.quick ? 5 : 15)
    .map(({ name, few, many, ratio }) => [name, few.toFixed(2), many.toFixed(2), ratio.toFixed(2)]);
  console.log(table([[title, 'p95 ms of a page', 'p95 ms', 'ratio'], ...rows]));
  const middle = median(figures.map((figure) => figure.ratio)).toFixed(2);
  console.log(`${figures.length} cases, ${requests} requests × 3 rounds each; median ratio ${middle}\n`);
  return worst[0]?.ratio ?? Number.POSITIVE_INFINITY;
}

async function measure(databaseUrl: string, isSeeded: boolean): Promise<void> {
  const { db } = openDatabase({ databaseUrl, applicationName: 'bench', poolSize: 4 });
  if (!isSeeded) await seedPassages(db, size);
  const side = { db, reader: new ListReader(db, { timeZone: 'UTC' }), count: size.resources };
  const { palette, filter, titles } = await compareLooks(side, texts, requests);
  const ratios = [
    show('in texts', palette),
    show('list that contains', filter),
    show('in titles, tags, names', titles),
  ];
  const slow = await compareLooks(side, contradictory, requests);
  show('two frequent words that are never together (for information)', slow.palette);
  await db.destroy();
  conclude('bench:search', Math.max(...ratios), limit, (value, bar) => value <= bar);
}

if (values.database) await measure(values.database, true);
else {
  const postgres = await startScratchPostgres();
  try {
    await measure(await postgres.createDatabase('search'), false);
  } finally {
    await postgres.stop();
  }
}

import { resourcePages } from '@lectern/contract/features/resource.ts';
import { resourceListSource } from '../server/features/resource/list/resource-list.source.ts';
import { resourceRows } from '../server/features/resource/list/resource-rows.ts';
import { SearchService } from '../server/features/search/search.service.ts';
import type { SignedInContext } from '../server/platform/http/request-context.ts';
import { type Figure, pageSize, principalOf, type Side, viewOf } from './compare-lists.ts';
import { chineseWords, englishWords } from './passage-words.ts';
import { median, p95, type Work } from './report.ts';
import { rareWords } from './seed-passages.ts';

const rounds = 3;

/** The first two-character word at or after a frequency rank. */
const pairAt = (rank: number) => chineseWords.slice(rank).find((word) => word.length === 2) ?? '';

/** From ubiquitous to absent terms, prefixes, several words, both scripts. */
export const texts: readonly string[] = [
  ...['the', 'system', 'algebra', ...[300, 1_000, 3_000, 10_000, 25_000].map((rank) => englishWords[rank] ?? '')],
  ...[rareWords.en, 'xqzwvkj', 'phys', 'prog'],
  ...['energy system', 'the algebra', `the ${rareWords.en}`, 'algebra robotics', 'philosophy zygotene'],
  ...['我们', '数学', ...[100, 300, 1_000, 5_000, 15_000].map(pairAt), rareWords.zh, '鼯鼱'],
  ...['线性代数', '数学 物理', '函数 数学'],
];
/** Both words are frequent but never occur together, so a search can't stop early. */
export const contradictory: readonly string[] = ['the 数学'];

/** Ratio of its p95 to that of a list page, median of the rounds. */
async function compare(name: string, page: Work, work: Work, requests: number): Promise<Figure> {
  const measured: { few: number; many: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    measured.push({ few: await p95(page, requests), many: await p95(work, requests) });
  }
  return {
    name,
    ratio: median(measured.map((round) => round.many / round.few)),
    few: median(measured.map((round) => round.few)),
    many: median(measured.map((round) => round.many)),
  };
}

export type Looks = 'palette' | 'filter' | 'titles';

/** Compares the first page of the resource list with searches in texts, with the list's text filter and in titles. */
export async function compareLooks(
  { db, reader }: Side,
  wanted: readonly string[],
  requests: number,
): Promise<Record<Looks, Figure[]>> {
  const search = new SearchService(db, resourceRows);
  const figures: Record<Looks, Figure[]> = { palette: [], filter: [], titles: [] };
  for (const roleId of [1, 3, 4] as const) {
    const principal = await principalOf(db, roleId, resourcePages);
    const context = { principal } as SignedInContext;
    const pageOf = (fields: Record<string, string>) => {
      const query = { ...viewOf(resourceListSource.list, fields), page: 1, size: pageSize };
      return () => reader.page(resourceListSource, query, principal);
    };
    for (const text of wanted) {
      const works: Record<Looks, Work> = {
        palette: () => search.passages(context, { text, size: 5 }),
        filter: pageOf({ contains: text }),
        titles: () => search.resources(context, text, 8),
      };
      for (const [look, work] of Object.entries(works) as [Looks, Work][]) {
        figures[look].push(await compare(`“${text}”, role ${roleId}`, pageOf({}), work, requests));
      }
    }
  }
  return figures;
}

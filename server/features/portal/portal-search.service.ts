import type { OutputOf, QueryOf } from '@lectern/contract/endpoint.ts';
import type { PortalMoment, searchPortal } from '@lectern/contract/portal/portal-search.ts';
import { sql } from 'kysely';
import type { PortalContext } from '../../platform/http/request-context.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { all } from '../../platform/list/view-conditions.ts';
import { isAmongFound, isMetSoon, passageWords, snippetOf, type WantedPassages } from '../passage/public.ts';
import { presentCard } from './portal.presenter.ts';
import { linksFor } from './portal.service.ts';
import { isInstantKey, type PortalCursor, parsePortalCursor, printPortalCursor } from './portal-cursor.ts';
import type { PortalDependencies, Shown } from './portal-dependencies.ts';
import {
  type FoundKey,
  listFound,
  listLatestHolding,
  listMoments,
  type MomentRow,
} from './portal-search.repository.ts';
import { isWithinSubject, readCards } from './resource.repository.ts';

type PortalSearchAnswer = OutputOf<typeof searchPortal>;

/**
 * Full-text search of public resources with links to the exact moment. The most recently changed come first,
 * regardless of word frequency.
 */
export class PortalSearchService {
  readonly #dependencies: PortalDependencies;

  constructor(dependencies: PortalDependencies) {
    this.#dependencies = dependencies;
  }

  async search(context: PortalContext, query: QueryOf<typeof searchPortal>): Promise<PortalSearchAnswer> {
    const { db, signer, shownTo } = this.#dependencies;
    const shown = shownTo(context.apiKey);
    const wanted: WantedPassages = { words: passageWords(query.text) };
    if (wanted.words.length === 0) return { hits: [], next: null };
    const after = parsePortalCursor('search', query.cursor, isInstantKey);
    const fits = all([shown.resource, ...filtersOf(query, shown)]);
    const rows = await this.#holding(wanted, fits, { after, limit: query.size + 1 });
    const listed = rows.slice(0, query.size);
    const ids = listed.map(({ id }) => id);
    const [cards, moments, links] = await Promise.all([
      readCards(db, ids, shown.resource),
      listMoments(db, ids, wanted),
      linksFor(signer, context),
    ]);
    const last = listed.at(-1);
    return {
      hits: ids.flatMap((id) => {
        const card = cards.get(id);
        const own = moments.filter((moment) => moment.resource_id === id);
        // Not a match: the words are masked or in unpublished subtitles.
        if (!card || own.length === 0) return [];
        return [{ resource: presentCard(card, links), moments: own.map((row) => presentMoment(row, wanted.words)) }];
      }),
      next: last && rows.length > query.size ? printPortalCursor('search', last) : null,
    };
  }

  async #holding(
    wanted: WantedPassages,
    fits: Condition,
    page: { after: PortalCursor | undefined; limit: number },
  ): Promise<FoundKey[]> {
    const { db } = this.#dependencies;
    if (await isMetSoon(db, wanted, page.limit)) {
      const latest = await listLatestHolding(db, wanted, fits, page);
      if (latest.length === page.limit) return latest;
    }
    return listFound(db, await isAmongFound(db, wanted), fits, page);
  }
}

function filtersOf(query: QueryOf<typeof searchPortal>, shown: Shown): Condition[] {
  return [
    ...(query.kind ? [sql`resources.kind = ${query.kind}`] : []),
    ...(query.language ? [sql`resources.language = ${query.language}`] : []),
    ...(query.subject ? [isWithinSubject('resources.subject_id', query.subject)] : []),
    ...(query.course ? [isInCourse(query.course, shown)] : []),
  ];
}

/** Resources in public chapters of a public course. */
function isInCourse(courseId: string, shown: Shown): Condition {
  return sql`resources.id in (select place.resource_id from chapter_resources place
    join courses on courses.id = place.course_id join chapters on chapters.id = place.chapter_id
    where place.course_id = ${courseId} and ${shown.course} and ${shown.chapter})`;
}

function presentMoment(row: MomentRow, words: readonly string[]): PortalMoment {
  const { source, page, start_ms: startMs, end_ms: endMs, box, text } = row;
  return { source, page, startMs, endMs, box, ...snippetOf(text, words) };
}

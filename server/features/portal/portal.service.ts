import type { OutputOf, QueryOf } from '@lectern/contract/endpoint.ts';
import { slotNameIn } from '@lectern/contract/features/first-slots.ts';
import type { getPortalColumn, listPortalColumns } from '@lectern/contract/portal/portal-column.ts';
import type { PortalHomeItem, PortalHomePage } from '@lectern/contract/portal/portal-home.ts';
import type { listPortalResources } from '@lectern/contract/portal/portal-resource.ts';
import type { PortalSubject } from '@lectern/contract/portal/portal-subject.ts';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { PortalContext } from '../../platform/http/request-context.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { all } from '../../platform/list/view-conditions.ts';
import { messagesIn } from '../../platform/messages.ts';
import { findShownColumn, listShownColumns, listShownSubjects } from './column.repository.ts';
import { readCourses } from './course.repository.ts';
import type { MediaSigner } from './media-signer.ts';
import { type Links, presentCard, presentColumn, presentCourse } from './portal.presenter.ts';
import { isInstantKey, parsePortalCursor, printPortalCursor } from './portal-cursor.ts';
import type { HomeItem, PortalDependencies } from './portal-dependencies.ts';
import { listShownCovers } from './portal-media.repository.ts';
import { isWithinSubject, listCards, readCards } from './resource.repository.ts';

/** Lists of public items for sites. Publication is checked with every request. */
export class PortalService {
  readonly #dependencies: PortalDependencies;

  constructor(dependencies: PortalDependencies) {
    this.#dependencies = dependencies;
  }

  async resources(
    context: PortalContext,
    query: QueryOf<typeof listPortalResources>,
  ): Promise<OutputOf<typeof listPortalResources>> {
    const { db, signer, shownTo } = this.#dependencies;
    const after = parsePortalCursor('resources', query.cursor, isInstantKey);
    const conditions = all([
      shownTo(context.apiKey).resource,
      ...(query.kind ? [sql`resources.kind = ${query.kind}`] : []),
      ...(query.language ? [sql`resources.language = ${query.language}`] : []),
      ...(query.subject ? [isWithinSubject('resources.subject_id', query.subject)] : []),
      ...(query.column ? [await this.#isInColumn(context, query.column)] : []),
    ]);
    const rows = await listCards(db, conditions, { after, limit: query.size + 1 });
    const links = await linksFor(signer, context);
    const shown = rows.slice(0, query.size);
    const last = shown.at(-1);
    return {
      resources: shown.map((row) => presentCard(row, links)),
      next: last && rows.length > query.size ? printPortalCursor('resources', last) : null,
    };
  }

  async columns(context: PortalContext): Promise<OutputOf<typeof listPortalColumns>> {
    const { db, signer, shownTo } = this.#dependencies;
    const columns = await listShownColumns(db, shownTo(context.apiKey).resource);
    const links = await linksFor(signer, context);
    return { columns: columns.map((column) => presentColumn(column, links)) };
  }

  async column(
    context: PortalContext,
    id: string,
    { size, cursor }: QueryOf<typeof getPortalColumn>,
  ): Promise<OutputOf<typeof getPortalColumn>> {
    const { db, signer, shownTo, columnContent } = this.#dependencies;
    const isPublic = shownTo(context.apiKey).resource;
    const column = await findShownColumn(db, id, isPublic);
    if (!column) throw new AppError('notFound');
    const after = parsePortalCursor(`column ${id}`.slice(0, 40), cursor, (key) => key === '');
    const found = await columnContent.page(id, isPublic, { after: after?.id, size });
    const cards = await readCards(db, found.ids, isPublic);
    const links = await linksFor(signer, context);
    const last = found.ids.at(-1);
    return {
      column: presentColumn(column, links),
      resources: found.ids.flatMap((resourceId) => {
        const card = cards.get(resourceId);
        return card ? [presentCard(card, links)] : [];
      }),
      next: last && found.more ? printPortalCursor(`column ${id}`.slice(0, 40), { key: '', id: last }) : null,
    };
  }

  async subjects(): Promise<PortalSubject[]> {
    const rows = await listShownSubjects(this.#dependencies.db);
    return rows.map(({ parent_id: parentId, ...same }) => ({ ...same, parentId }));
  }

  /** Checks each item of the home page again and drops those that are not public. */
  async home(context: PortalContext): Promise<PortalHomePage> {
    const { db, signer, shownTo, homePage } = this.#dependencies;
    const shown = shownTo(context.apiKey);
    const page = await homePage.shownAt(new Date(), context.apiKey.audience);
    const language = await this.#dependencies.language();
    const items = page.slots.flatMap((slot) => slot.things);
    const idsOf = (kind: HomeItem['kind']) => items.filter((item) => item.kind === kind).map((item) => item.id);
    const [resources, courses, covers, links] = await Promise.all([
      readCards(db, idsOf('resource'), shown.resource),
      readCourses(db, idsOf('course'), shown),
      listShownCovers(
        db,
        items.flatMap(({ coverFileId }) => coverFileId ?? []),
        shown.resource,
      ),
      linksFor(signer, context),
    ]);
    const present = (item: HomeItem): PortalHomeItem[] => {
      const { entryId, title, coverFileId } = item;
      const cover = links && coverFileId && covers.has(coverFileId) ? links('homeCover', coverFileId) : null;
      const resource = item.kind === 'resource' ? resources.get(item.id) : undefined;
      if (resource) {
        const card = presentCard(resource, links);
        const shownAs = { entryId, title: title ?? card.title, cover: cover ?? card.cover };
        return [{ type: 'resource', ...shownAs, resource: card }];
      }
      const course = item.kind === 'course' ? courses.get(item.id) : undefined;
      if (!course) return [];
      const card = presentCourse(course, links);
      return [{ type: 'course', entryId, title: title ?? card.name, cover: cover ?? card.cover, course: card }];
    };
    return {
      number: page.number,
      publishedAt: page.publishedAt?.toISOString() ?? null,
      slots: page.slots.map(({ key, name, things }) => ({
        key,
        name: slotNameIn(messagesIn(language).words.homeSlots, name),
        items: things.flatMap(present),
      })),
    };
  }

  async #isInColumn(context: PortalContext, id: string): Promise<Condition> {
    const { db, shownTo, columnContent } = this.#dependencies;
    const column = await findShownColumn(db, id, shownTo(context.apiKey).resource);
    if (!column) throw new AppError('notFound');
    return columnContent.condition(id);
  }
}

/** Null for API keys without the media scope. */
export async function linksFor(signer: MediaSigner, { apiKey, origin }: PortalContext): Promise<Links> {
  if (!apiKey.scopes.includes('media')) return null;
  return signer.linker({ origin, audience: apiKey.audience, key: apiKey.keyId });
}

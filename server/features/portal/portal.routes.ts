import { createHash } from 'node:crypto';
import type { BodyOf } from '@lectern/contract/endpoint.ts';
import { getPortalColumn, listPortalColumns } from '@lectern/contract/portal/portal-column.ts';
import { getPortalCourse, listPortalCourses } from '@lectern/contract/portal/portal-course.ts';
import { takePortalEvents } from '@lectern/contract/portal/portal-event.ts';
import { getPortalHome } from '@lectern/contract/portal/portal-home.ts';
import { openPortalMedia } from '@lectern/contract/portal/portal-media.ts';
import { reportPortalResource } from '@lectern/contract/portal/portal-report.ts';
import { getPortalResource, listPortalPages, listPortalResources } from '@lectern/contract/portal/portal-resource.ts';
import { searchPortal } from '@lectern/contract/portal/portal-search.ts';
import { listPortalSubjects } from '@lectern/contract/portal/portal-subject.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { PortalContext } from '../../platform/http/request-context.ts';
import type { DeliveredFile } from '../../platform/storage/delivered-file.ts';
import type { AccessEventService } from '../statistics/public.ts';
import type { PortalService } from './portal.service.ts';
import type { PortalDetailService } from './portal-detail.service.ts';
import type { PortalMediaService } from './portal-media.service.ts';
import type { PortalSearchService } from './portal-search.service.ts';

type Http = { request: FastifyRequest; reply: FastifyReply };
type Services = {
  lists: PortalService;
  details: PortalDetailService;
  search: PortalSearchService;
  media: PortalMediaService;
  events: AccessEventService;
  /** Reports a resource that visitors of the site can see. */
  report(context: PortalContext, id: string, body: BodyOf<typeof reportPortalResource>): Promise<string>;
  /** Sends a stored file, whole or in part. */
  deliver(file: DeliveredFile, http: Http, manner: { download: boolean }): Promise<unknown>;
};

/** Embedded in other sites: the signed URL is the only authorization needed. */
const forOtherSites = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' };

export function registerPortal(registry: EndpointRegistry, services: Services): void {
  const { lists, details, search, media, events, deliver } = services;
  registry.handlePortal(getPortalHome, (_input, context) => lists.home(context));
  registry.handlePortal(listPortalColumns, (_input, context) => lists.columns(context));
  registry.handlePortal(getPortalColumn, ({ params, query }, context) => lists.column(context, params.id, query));
  registry.handlePortal(listPortalSubjects, async () => ({ subjects: await lists.subjects() }));
  registry.handlePortal(listPortalResources, ({ query }, context) => lists.resources(context, query));
  registry.handlePortal(getPortalResource, ({ params }, context) => details.resource(context, params.id));
  registry.handlePortal(listPortalPages, async ({ params, query }, context) => ({
    pages: await details.pages(context, params.id, query.after),
  }));
  registry.handlePortal(listPortalCourses, ({ query }, context) => details.courses(context, query));
  registry.handlePortal(getPortalCourse, ({ params }, context) => details.course(context, params.id));
  registry.handlePortal(searchPortal, ({ query }, context) => search.search(context, query));
  registry.handlePortal(takePortalEvents, ({ body }, context) => events.take(context, body.events));
  registry.handlePortal(reportPortalResource, async ({ params, body }, context) => ({
    id: await services.report(context, params.id, body),
  }));
  registry.handleSigned(openPortalMedia, async ({ params, query }, _context, http) => {
    const { signature, download, audience, key, expires } = query;
    const found = await media.open({ ...params, audience, key, expires }, signature);
    http.reply.headers(forOtherSites);
    return 'file' in found ? deliver(found.file, http, { download }) : sendText(found.vtt, http);
  });
}

/** Not cached, because words may be masked later. */
function sendText(text: string, { request, reply }: Http) {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  reply.headers({
    etag,
    'cache-control': 'private, no-cache',
    'content-type': 'text/vtt; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text);
}

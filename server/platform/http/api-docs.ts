import { apiBase } from '@lectern/contract/constants.ts';
import { endpoints } from '@lectern/contract/endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { apiDocsPage } from './api-docs-page.ts';
import { openApiDocument } from './openapi.ts';

const aboutPortal = {
  title: 'Lectern portal',
  description:
    'What is published, for sites with an API key (Authorization: Bearer lk_…). Every answer is an envelope {status, message, data}. Every read has an ETag: ask again with If-None-Match. Lists go on with the cursor in next. Addresses of media are signed and need no key.',
};

/** The descriptions for machines and the pages for people, made once from the contract: of everything, and of the portal. */
export function addApiDocs(app: FastifyInstance, version: string): void {
  const portal = endpoints.filter(({ access }) => access.kind === 'apiKey' || access.kind === 'signedAddress');
  describe(app, apiBase, openApiDocument(endpoints, version));
  describe(app, `${apiBase}/portal`, openApiDocument(portal, version, aboutPortal));
}

function describe(app: FastifyInstance, base: string, document: ReturnType<typeof openApiDocument>): void {
  const config = { access: { kind: 'open' as const } };
  const page = apiDocsPage(document, `${base}/openapi.json`);
  app.get(`${base}/openapi.json`, { config }, async (_request, reply) => reply.send(document));
  app.get(`${base}/docs`, { config }, async (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
}

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

/** A description for machines, and a page of it for people. */
type Docs = { base: string; document: object; page: string };

/** Most of a second of work, and always the same: a process that opens several applications makes them once. */
const made = new Map<string, readonly Docs[]>();

/** Of everything, and of the portal. */
export function addApiDocs(app: FastifyInstance, version: string): void {
  const docs = made.get(version) ?? makeDocs(version);
  made.set(version, docs);
  const config = { access: { kind: 'open' as const } };
  for (const { base, document, page } of docs) {
    app.get(`${base}/openapi.json`, { config }, async (_request, reply) => reply.send(document));
    app.get(`${base}/docs`, { config }, async (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  }
}

function makeDocs(version: string): Docs[] {
  const portal = endpoints.filter(({ access }) => access.kind === 'apiKey' || access.kind === 'signedAddress');
  return [
    docsOf(apiBase, openApiDocument(endpoints, version)),
    docsOf(`${apiBase}/portal`, openApiDocument(portal, version, aboutPortal)),
  ];
}

function docsOf(base: string, document: ReturnType<typeof openApiDocument>): Docs {
  return { base, document, page: apiDocsPage(document, `${base}/openapi.json`) };
}

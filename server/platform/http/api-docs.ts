import { apiBase } from '@lectern/contract/constants.ts';
import { endpoints } from '@lectern/contract/endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { apiDocsPage } from './api-docs-page.ts';
import { openApiDocument } from './openapi.ts';

/** The description for machines and the page for people, both made once from the contract. */
export function addApiDocs(app: FastifyInstance, version: string): void {
  const config = { access: { kind: 'open' as const } };
  const document = openApiDocument(endpoints, version);
  const page = apiDocsPage(document);
  app.get(`${apiBase}/openapi.json`, { config }, async (_request, reply) => reply.send(document));
  app.get(`${apiBase}/docs`, { config }, async (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
}

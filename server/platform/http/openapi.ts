import { apiBase } from '@lectern/contract/constants.ts';
import type { Endpoint } from '@lectern/contract/endpoint.ts';
import { z } from 'zod';

const whole = { title: 'Lectern', description: 'Every answer is an envelope {status, message, data}.' };

/** The OpenAPI description, made from the same declarations that the server enforces. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string, about = whole) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.unprefixed ? endpoint.path : `${apiBase}${endpoint.path}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { ...about, version },
    servers: [{ url: '/' }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'lk_…' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'lectern_session' },
      },
    },
    paths,
  };
}

function operationOf(endpoint: Endpoint) {
  const hasBody = !['GET', 'HEAD'].includes(endpoint.method) && !(endpoint.body instanceof z.ZodUndefined);
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: accessInWords(endpoint),
    tags: [endpoint.id.split('.')[0]],
    security: securityOf(endpoint),
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(hasBody && { requestBody: { required: true, content: bodyContent(endpoint) } }),
    responses: {
      [endpoint.successStatus === 204 ? 200 : endpoint.successStatus]: {
        description: 'Success',
        ...successContent(endpoint),
      },
      ...(endpoint.access.kind === 'apiKey' && answersToSites(endpoint)),
      default: { description: 'Failure', content: json(failureSchema) },
    },
  };
}

function securityOf({ access, carrier }: Endpoint) {
  if (access.kind === 'open' || access.kind === 'signedAddress') return [];
  return [{ [access.kind === 'apiKey' ? 'apiKey' : carrier]: [] }];
}

/** Besides success and failure: what is known already, and what is too much. */
function answersToSites({ method }: Endpoint) {
  return {
    ...(method === 'GET' && {
      304: { description: 'Nothing changed since the answer with this ETag (If-None-Match)' },
    }),
    429: { description: 'Too many calls in this minute: see Retry-After, RateLimit-Remaining and RateLimit-Reset' },
  };
}

function bodyContent(endpoint: Endpoint) {
  if (endpoint.bodyForm === 'stream') {
    return { 'application/offset+octet-stream': { schema: { format: 'binary' } } };
  }
  if (endpoint.bodyForm === 'bytes') return { 'application/octet-stream': { schema: { format: 'binary' } } };
  return json(schemaOf(endpoint.describedBody ?? endpoint.body, 'input'));
}

function accessInWords({ access }: Endpoint): string {
  if (access.kind === 'open') return 'Open to everyone.';
  if (access.kind === 'signedAddress') return 'By an address that was signed for it.';
  if (access.kind === 'apiKey') return `Sites, with an API key of the scope ${access.scope}.`;
  const ability = access.ability ? `, with the ability ${access.ability}` : '';
  return access.kind === 'signedIn'
    ? `Any signed-in user${ability}.`
    : `Users of ${access.pages.join(' or ')}${ability}.`;
}

function successContent(endpoint: Endpoint) {
  if (endpoint.answer === 'stream') return {};
  return {
    content: json({
      type: 'object',
      properties: {
        status: { type: 'integer' },
        message: { type: 'string' },
        [endpoint.answer]: schemaOf(endpoint.output, 'output'),
      },
      required: ['status', 'message', endpoint.answer],
    }),
  };
}

const failureSchema = {
  type: 'object',
  properties: {
    status: { type: 'integer' },
    message: { type: 'string' },
    data: { type: ['object', 'null'] },
    code: { type: 'string' },
    requestId: { type: 'string' },
  },
};

function parametersOf(fields: z.ZodObject, place: 'path' | 'query') {
  return Object.entries(fields.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(field as z.ZodType, 'input'),
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function json(schema: unknown) {
  return { 'application/json': { schema } };
}

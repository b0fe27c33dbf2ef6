import { apiBase } from '@lectern/contract/constants.ts';
import type { Endpoint } from '@lectern/contract/endpoint.ts';
import { z } from 'zod';

type Document = ReturnType<typeof openApiDocument>;
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  security: Record<string, unknown>[];
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
};

const style = `
:root{color-scheme:light dark;--line:light-dark(#e8ebf0,#262d36);--quiet:light-dark(#5b6675,#9aa5b3);--surface:light-dark(#fff,#161b22)}
body{margin:0 auto;max-width:960px;padding:24px 20px 80px;font:14px/22px system-ui,sans-serif;background:light-dark(#f6f7f9,#0f1318);color:light-dark(#1b2430,#e6eaf0)}
h1{font-size:20px}h2{font-size:14px;margin:28px 0 8px;color:var(--quiet)}
details{background:var(--surface);border:1px solid var(--line);border-radius:8px;margin:6px 0;padding:0 14px}
summary{padding:9px 0;cursor:pointer}summary b{display:inline-block;width:62px;font-size:12px}summary code{margin-right:10px}
summary span,p{color:var(--quiet)}pre{overflow:auto;font-size:12px;line-height:18px;border-top:1px solid var(--line);padding-top:10px}
h3{font-size:12px;margin:12px 0 0}`;

/** An HTML page without scripts: one collapsed entry per call, grouped by feature. */
export function apiDocsPage(document: Document, address: string): string {
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId } = operation as Operation;
      const feature = operationId.split('.')[0] ?? '';
      groups.set(feature, [...(groups.get(feature) ?? []), entry(method.toUpperCase(), path, operation as Operation)]);
    }
  }
  const body = [...groups].map(([feature, entries]) => `<h2>${escapeHtml(feature)}</h2>${entries.join('')}`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(document.info.title)} API</title><style>${style}</style></head><body><main><h1>${escapeHtml(document.info.title)} API ${escapeHtml(document.info.version)}</h1>
<p>${escapeHtml(document.info.description)} OpenAPI: <a href="${address}">openapi.json</a>.</p>${body}</main></body></html>`;
}

function entry(method: string, path: string, operation: Operation): string {
  const parts = [
    ...operation.parameters.map((parameter) =>
      block(`${parameter.in} · ${parameter.name}${parameter.required ? '' : ' (optional)'}`, parameter.schema),
    ),
    ...schemas(operation.requestBody?.content).map((schema) => block('body', schema)),
    ...Object.entries(operation.responses)
      .filter(([status]) => status !== 'default')
      .flatMap(([status, response]) => schemas(response.content).map((schema) => block(`response ${status}`, schema))),
  ];
  if (operation.security.some((way) => 'apiKey' in way)) parts.unshift(callExample(method, path, operation));
  return `<details><summary><b>${method}</b><code>${escapeHtml(path)}</code><span>${escapeHtml(operation.summary)}</span></summary>
<p>${escapeHtml(operation.description)}</p>${parts.join('')}</details>`;
}

function schemas(content: Record<string, { schema: unknown }> = {}): unknown[] {
  return Object.values(content).map((media) => media.schema);
}

function block(title: string, schema: unknown): string {
  return `<h3>${escapeHtml(title)}</h3><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;
}

type Described = {
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: unknown;
  operationId: string;
};

/** Example bodies that the API accepts as they are, except for the ids. */
const bodies: Record<string, string> = {
  'portal.events':
    '{"events":[{"id":"0199a000-0000-4000-8000-000000000001","at":"$(date -u +%FT%TZ)","action":"view","resourceId":"$ID"}]}',
  'portal.report': '{"reason":"broken","note":"It does not play"}',
};

/** Examples in curl and server-side JavaScript; the key and base address come from variables. */
function callExample(method: string, path: string, { operationId, parameters, requestBody }: Described): string {
  const query = parameters.filter((each) => each.in === 'query' && each.required).map(({ name }) => `${name}=light`);
  const address = `${path.replace('{id}', '$ID')}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const body = requestBody ? (bodies[operationId] ?? '{}') : undefined;
  const curl = [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} "$LECTERN${address}" -H "Authorization: Bearer $KEY"`,
    ...(body ? [`-H 'Content-Type: application/json' -d "${body.replaceAll('"', '\\"')}"`] : []),
  ].join(' \\\n  ');
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    `headers: { authorization: \`Bearer \${key}\`${body ? ", 'content-type': 'application/json'" : ''} }`,
    ...(body ? ['body: JSON.stringify(body)'] : []),
  ];
  // biome-ignore lint/suspicious/noTemplateCurlyInString: filled in where the example runs
  const own = address.replace('$ID', '${id}');
  const fetched = `const answer = await fetch(\`\${lectern}${own}\`, {\n  ${options.join(',\n  ')},\n});\nconst { data } = await answer.json();`;
  return `<h3>curl</h3><pre>${escapeHtml(curl)}</pre><h3>fetch</h3><pre>${escapeHtml(fetched)}</pre>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const whole = {
  title: 'Lectern',
  description:
    'Every call of Lectern. Responses are JSON with status, message and data; when a call fails, message says what went wrong. ' +
    'The web app logs in for a bearer token. Sites and apps use an API key and the calls under /api/portal.',
};

/** The OpenAPI document, built from the declarations that the server enforces. */
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

/** Extra responses of calls made with an API key. */
function answersToSites({ method }: Endpoint) {
  return {
    ...(method === 'GET' && {
      304: { description: 'Not modified since the ETag in If-None-Match' },
    }),
    429: { description: 'Too many requests this minute. See Retry-After, RateLimit-Remaining and RateLimit-Reset.' },
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
  if (access.kind === 'open') return 'No login needed.';
  if (access.kind === 'signedAddress') return 'Needs a signed link.';
  if (access.kind === 'apiKey') return `Needs an API key with the scope ${access.scope}.`;
  const ability = access.ability ? ` and the ${access.ability} ability` : '';
  return access.kind === 'signedIn'
    ? `Needs a login${ability}.`
    : `Needs access to ${access.pages.join(' or ')}${ability}.`;
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

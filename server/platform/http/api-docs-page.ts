import { callExample } from './call-example.ts';
import { escapeHtml } from './escape-html.ts';
import type { openApiDocument } from './openapi.ts';

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

/** A page without script that reads well: one folded entry per call, grouped by feature. */
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
<p>${escapeHtml(document.info.description)} For machines: <a href="${address}">openapi.json</a>.</p>${body}</main></body></html>`;
}

function entry(method: string, path: string, operation: Operation): string {
  const parts = [
    ...operation.parameters.map((parameter) =>
      block(`${parameter.in} · ${parameter.name}${parameter.required ? '' : ' (optional)'}`, parameter.schema),
    ),
    ...schemas(operation.requestBody?.content).map((schema) => block('body', schema)),
    ...Object.entries(operation.responses)
      .filter(([status]) => status !== 'default')
      .flatMap(([status, response]) => schemas(response.content).map((schema) => block(`answer ${status}`, schema))),
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

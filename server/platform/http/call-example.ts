import { escapeHtml } from './escape-html.ts';

type Described = {
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: unknown;
  operationId: string;
};

/** Bodies that are accepted as they stand, but for the ids. */
const bodies: Record<string, string> = {
  'portal.events':
    '{"events":[{"id":"0199a000-0000-4000-8000-000000000001","at":"$(date -u +%FT%TZ)","action":"view","resourceId":"$ID"}]}',
  'portal.report': '{"reason":"broken","note":"It does not play"}',
};

/** How a site asks: in a shell and in its server’s own JavaScript, with the key and the address from the surroundings. */
export function callExample(method: string, path: string, { operationId, parameters, requestBody }: Described): string {
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
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is filled in where the example runs
  const own = address.replace('$ID', '${id}');
  const fetched = `const answer = await fetch(\`\${lectern}${own}\`, {\n  ${options.join(',\n  ')},\n});\nconst { data } = await answer.json();`;
  return `<h3>curl</h3><pre>${escapeHtml(curl)}</pre><h3>fetch</h3><pre>${escapeHtml(fetched)}</pre>`;
}

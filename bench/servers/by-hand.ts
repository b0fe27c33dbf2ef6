import { createHash, randomUUID } from 'node:crypto';
import { onResourceDetail, resourceList, resourcePages } from '@lectern/contract/features/resource.ts';
import { defaultPlatformSettings } from '@lectern/contract/features/settings.ts';
import { countLimit, defaultPageSize } from '@lectern/contract/list/define-list.ts';
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import { answerFigures } from './answer-figures.ts';
import { type DetailRow, type PageRow, presentDetail, presentRow } from './by-hand-answers.ts';
import { mostMatches, statements } from './by-hand-statements.ts';

/**
 * What an engineer would write for these calls alone: a route, one or two prepared statements, and the product's
 * answers. The floor routes read and write one bare row.
 */
answerFigures();
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const timeZone = process.env.TIME_ZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
const app = Fastify();

const query = async <Row extends pg.QueryResultRow>(statement: { text: string }, values: unknown[]): Promise<Row[]> =>
  (await pool.query<Row>({ ...statement, values })).rows;
const tokenHash = ({ headers }: FastifyRequest) =>
  createHash('sha256')
    .update((headers.authorization ?? '').slice('Bearer '.length))
    .digest();
const answer = (data: unknown) => ({ status: 200, message: 'data returned', data });
const refuse = (statusCode: number) => Object.assign(new Error('refused'), { statusCode });

const params = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } };
type WithId = { Params: { id: string } };

async function detailOf(hash: Buffer, id: string) {
  const [row] = await query<DetailRow>(statements.get, [hash, onResourceDetail.pages, id, timeZone]);
  if (!row) throw refuse(404);
  return answer(presentDetail(row, defaultPlatformSettings));
}

app.get<WithId>('/api/resources/:id', { schema: { params } }, (request) =>
  detailOf(tokenHash(request), request.params.id),
);

const body = {
  type: 'object',
  properties: { source: { type: 'string', maxLength: 1000 }, version: { type: 'integer' } },
  required: ['source', 'version'],
  additionalProperties: false,
};

app.patch<WithId & { Body: { source: string; version: number } }>(
  '/api/resources/:id',
  { schema: { params, body } },
  async (request) => {
    const hash = tokenHash(request);
    const { id } = request.params;
    const { source, version } = request.body;
    const values = [hash, resourcePages, id, source.trim(), version, request.ip, randomUUID()];
    if ((await query(statements.save, values)).length === 0) throw refuse(409);
    return detailOf(hash, id);
  },
);

type Holder = {
  user_id: string;
  department_ids: string[];
  own: number;
  tabs: Record<string, number>;
  tag_ids: string[];
};

const printCursor = (row: PageRow, way: 'next' | 'previous') =>
  Buffer.from(JSON.stringify(['-updated', way, row.key, row.id])).toString('base64url');
const patternOf = (search: string) => `%${search.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

function rowsOf(holder: Holder, pattern: string | null, cursor: string | undefined): Promise<PageRow[]> {
  const scope = [holder.user_id, holder.department_ids];
  if (pattern) {
    const tags = holder.tag_ids;
    return tags.length > 0
      ? query<PageRow>(statements.searchWithTags, [...scope, pattern, tags])
      : query<PageRow>(statements.search, [...scope, pattern]);
  }
  if (!cursor) return query<PageRow>(statements.first, scope);
  const [, , key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
  return query<PageRow>(statements.after, [...scope, key, id]);
}

app.get<{ Querystring: { search?: string; cursor?: string } }>('/api/resources', async (request) => {
  const { search, cursor } = request.query;
  const pattern = search ? patternOf(search) : null;
  const asked = [tokenHash(request), [resourceList.page], countLimit, pattern];
  const [holder] = await query<Holder>(statements.tabs, asked);
  if (!holder) throw refuse(401);
  const rows = await rowsOf(holder, pattern, cursor);
  const exact = holder.own <= countLimit;
  const tabs = Object.fromEntries(resourceList.tabs.map((tab) => [tab, { value: holder.tabs[tab] ?? 0, exact }]));
  const shown = rows.slice(0, defaultPageSize);
  const [first, last, walked] = [shown[0], shown.at(-1), rows[0]?.walked ?? 0];
  return answer({
    rows: shown.map(presentRow),
    next: last && rows.length > shown.length ? printCursor(last, 'next') : null,
    previous: first && cursor ? printCursor(first, 'previous') : null,
    count: search ? { value: Math.min(walked, mostMatches), exact: walked <= mostMatches } : tabs.all,
    tabs,
  });
});

app.get<WithId>('/floor/:id', async ({ params: { id } }) => (await query(statements.floorGet, [id]))[0]);
app.patch<WithId & { Body: { source: string } }>('/floor/:id', async ({ params: { id }, body: { source } }) => {
  await query(statements.floorSave, [id, source]);
  return { id, source };
});

process.send?.({ address: await app.listen({ host: '127.0.0.1', port: 0 }) });
process.on('disconnect', () => process.exit(0));

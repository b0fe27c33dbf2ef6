import Fastify from 'fastify';
import pg from 'pg';

/** The minimal server with the same responses: a route and a query, without session, rules or checks. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const app = Fastify();
const columns = 'id, account, name, email, phone, role_id, access, department_id, position_id, created_at, version';

app.get<{ Params: { id: string } }>('/users/:id', async ({ params }) => {
  const { rows } = await pool.query(`select ${columns} from users where id = $1`, [params.id]);
  return rows[0];
});

app.patch<{ Params: { id: string }; Body: { name: string; version: number } }>(
  '/users/:id',
  async ({ params, body }) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query(
        `update users set name = $1, version = version + 1 where id = $2 and version = $3 returning ${columns}`,
        [body.name, params.id, body.version],
      );
      await client.query(
        `insert into activities (action, object_type, object_id, after) values ('user.updated', 'user', $1, $2)`,
        [params.id, JSON.stringify({ name: body.name })],
      );
      await client.query('commit');
      return rows[0];
    } finally {
      client.release();
    }
  },
);

process.send?.({ address: await app.listen({ host: '127.0.0.1', port: 0 }) });
process.on('disconnect', () => process.exit(0));

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createMail, getMail, type MailView, sendMail } from '@lectern/contract/features/mail.ts';
import pg from 'pg';
import { MailSink } from '../../../server/testing/mail-sink.ts';
import { Product } from '../../product/product.ts';
import { callApi } from '../../session/call-api.ts';
import { signIn } from '../../session/sign-in.ts';
import { checkRecipients, type FoundRecipient } from './check-recipients.ts';

/**
 * Sends one mail to many people through a real SMTP server that refuses some, kills the worker midway, and checks that
 * everyone got it exactly once or is marked.
 */
const { values } = parseArgs({
  options: {
    recipients: { type: 'string', default: '1000' },
    failing: { type: 'string', default: '3' },
    kills: { type: 'string', default: '1' },
  },
});
const [recipients, failing, kills] = [Number(values.recipients), Number(values.failing), Number(values.kills)];
const say = (line: string) => void process.stdout.write(`${line}\n`);
const isFailing = (address: string) => (Number(/\d+/.exec(address)?.[0]) * 37) % 100 < failing;
const patienceMs = 600_000;

const sink = new MailSink({ answer: (address) => (isFailing(address) ? 'refuse' : 'take') });
await sink.open();
const product = await Product.start({ SMTP_URL: sink.url, MAIL_FROM: 'Lectern <lectern@campus.test>' });
const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 1 });
pool.on('error', () => undefined);
let isWell = false;
try {
  isWell = await run();
} finally {
  await pool.end();
  await product.stop();
  await sink.close();
}
process.exit(isWell ? 0 : 1);

async function run(): Promise<boolean> {
  const people = await bringPeople();
  const session = await signIn(product.origin, 'admin');
  const audience = { everybody: false, colleges: [], departments: people, positions: [], groups: [], people: [] };
  const body = { subject: 'For {{name}}', body: 'Hello {{name}}, this is for {{email}}.', audience };
  const draft = await callApi(product.origin, session, createMail, { body });
  const params = { id: draft.id };
  const startedAt = Date.now();
  await callApi(product.origin, session, sendMail, { params, body: { version: draft.version, sendAt: null } });
  const pauses: number[] = [];
  for (let kill = 1; kill <= kills; kill += 1) pauses.push(await killAt(Math.floor((recipients * kill) / (kills + 1))));
  const mail = await untilOver(() => callApi(product.origin, session, getMail, { params }));
  const seconds = (Date.now() - startedAt) / 1000;
  const { rows } = await pool.query<FoundRecipient>(
    "select address, state, reason from mail_recipients where mail_id = $1 and state <> 'skipped'",
    [mail.id],
  );
  const { wrong, figures } = checkRecipients(rows, sink.times, isFailing);
  if (rows.length !== recipients) wrong.push(`${rows.length} recipients instead of ${recipients}`);
  for (const line of wrong) say(line);
  const { sent, failed, unknown, unknownWithMail } = figures;
  say(`${recipients} recipients, ${failing}% failing, worker killed ${kills} times: ${mail.state}`);
  say(`sent ${sent}, failed ${failed}, unknown ${unknown} (${unknownWithMail} of them delivered)`);
  say(`${seconds.toFixed(1)} s in total; next mail ${pauses.join(', ')} s after a kill`);
  say(`twice ${[...sink.times.values()].filter((times) => times > 1).length}, wrong ${wrong.length}`);
  return wrong.length === 0;
}

/** Creates a department of people with email addresses and returns its id. */
async function bringPeople(): Promise<string[]> {
  const [college, department] = [randomUUID(), randomUUID()];
  await pool.query("insert into colleges (id, code, name) values ($1, 'F', 'Faults')", [college]);
  const place = [department, college, `${department}/`];
  await pool.query(
    "insert into departments (id, college_id, code, name, path) values ($1, $2, 'F', 'Faults', $3)",
    place,
  );
  await pool.query(
    `insert into users (id, account, name, email, role_id, department_id)
     select gen_random_uuid(), 'fault-' || number, 'Person ' || number, 'person-' || number || '@faults.test', 4, $1
     from generate_series(1, $2::integer) number`,
    [department, recipients],
  );
  return [department];
}

/** Kills the worker once this many people have the mail; returns the seconds until the next one gets it. */
async function killAt(count: number): Promise<number> {
  const giveUpAt = Date.now() + patienceMs;
  while (sink.taken.length < count && Date.now() < giveUpAt) await sleep(1);
  const pid = product.pidOf('worker');
  if (pid === undefined) throw new Error('No worker is running');
  process.kill(pid, 'SIGKILL');
  const [killedAt, had] = [Date.now(), sink.taken.length];
  // Wait for mails that were already in flight.
  await sleep(200);
  const settled = Math.max(had, sink.taken.length);
  while (sink.taken.length <= settled && Date.now() < giveUpAt) await sleep(5);
  return Math.round((Date.now() - killedAt) / 100) / 10;
}

async function untilOver(read: () => Promise<MailView>): Promise<MailView> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    const mail = await read();
    if (['sent', 'partlyFailed', 'failed'].includes(mail.state) || Date.now() > giveUpAt) return mail;
    await sleep(500);
  }
}

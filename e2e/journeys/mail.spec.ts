import { createCollege } from '@lectern/contract/features/college.ts';
import { createDepartment } from '@lectern/contract/features/department.ts';
import { createUser } from '@lectern/contract/features/user.ts';
import { test as base, expect } from '@playwright/test';
import pg from 'pg';
import { MailSink } from '../../server/testing/mail-sink.ts';
import { violationsInBothThemes, violationsInDialog } from '../accessibility/run-axe.ts';
import { Product } from '../product/product.ts';
import { callApi } from '../session/call-api.ts';
import { signIn, storageStateOf } from '../session/sign-in.ts';

type Post = { product: Product; sink: MailSink; refused: Set<string> };

/** A separate product with a real mail server that refuses chosen addresses. */
const test = base.extend<object, { post: Post }>({
  post: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from the pattern
    async ({}, use) => {
      const refused = new Set(['bert@choir.example']);
      const sink = new MailSink({ answer: (address) => (refused.has(address) ? 'refuse' : 'take') });
      await sink.open();
      const product = await Product.start({ SMTP_URL: sink.url, MAIL_FROM: 'Lectern <lectern@campus.example>' });
      await use({ product, sink, refused });
      await product.stop();
      await sink.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ post }, use) => {
    await use(post.product.origin);
  },
  storageState: async ({ post }, use) => {
    const { origin } = post.product;
    await use(storageStateOf(origin, await signIn(origin, 'admin')));
  },
});

test.beforeAll(async ({ post }) => {
  const { origin, databaseUrl } = post.product;
  const session = await signIn(origin, 'admin');
  const college = await callApi(origin, session, createCollege, { body: { code: 'ARTS', name: 'Arts' } });
  const place = { collegeId: college.id, code: 'CHOIR', name: 'Choir' };
  const { id: departmentId } = await callApi(origin, session, createDepartment, { body: place });
  for (const [account, email] of [
    ['anna', 'anna@choir.example'],
    ['bert', 'bert@choir.example'],
    ['carl', null],
  ] as const) {
    const name = `${account[0]?.toUpperCase()}${account.slice(1)} Alto`;
    const person = { account, name, email, phone: null, roleId: 4 as const, departmentId, positionId: null };
    await callApi(origin, session, createUser, { body: person });
  }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  await pool.query(`update users set email = 'admin@campus.example' where account = 'admin'`);
  await pool.end();
});

test('a mail is written from a template for a department, seen as a person, tried, sent through a real server, and tried again for whom it failed', async ({
  page,
  post,
}) => {
  const { sink, refused } = post;

  await test.step('a template with variables', async () => {
    await page.goto('/app/email/list');
    await page.getByRole('button', { name: 'Templates' }).click();
    await page.getByRole('button', { name: 'New template' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name', { exact: true }).fill('Rehearsal');
    await form.getByLabel('Subject').fill('Rehearsal of {{department}}');
    await form.getByLabel('Text', { exact: true }).fill('Dear {{name}},\n\nwe **sing** on Monday.');
    await form.getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('button', { name: 'Write email with Rehearsal' }).click();
    await expect(page).toHaveURL(/\/app\/email\/list\/detail\//);
    await expect(page.getByLabel('Subject')).toHaveValue('Rehearsal of {{department}}');
  });

  await test.step('its audience is counted as one chooses, and says who is left out and why', async () => {
    await page.getByRole('combobox', { name: /^To/ }).fill('Cho');
    await page.getByRole('option', { name: /Choir/ }).click();
    await expect(page.getByText('2 recipients')).toBeVisible();
    await page.getByText('No email address').click();
    await expect(page.getByText('Carl Alto')).toBeVisible();
    await page.getByRole('button', { name: 'Change person' }).click();
    await page.getByRole('searchbox', { name: 'Find a person' }).fill('Anna');
    await page.getByRole('button', { name: /Anna Alto/ }).click();
    await expect(page.getByText('Dear Anna Alto,')).toBeVisible();
    await expect(page.getByText('Rehearsal of Choir', { exact: true })).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  await test.step('a test reaches oneself first', async () => {
    await page.getByRole('button', { name: 'Send test to me' }).click();
    // The toast covers the buttons while it is visible and would catch the click.
    await expect(page.getByText('Test email sent')).toBeVisible();
    const tests = () => sink.taken.filter(({ source }) => source.includes('Subject: [Test] Rehearsal of')).length;
    await expect.poll(tests, { timeout: 60_000 }).toBe(1);
    expect([...sink.times.keys()]).toEqual(['admin@campus.example']);
  });

  await test.step('it goes to everybody once, and says of each what became of it', async () => {
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Send to 2 people?' });
    expect(await violationsInDialog(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send now' }).click();
    const anna = page.getByRole('row').filter({ hasText: 'Anna Alto' });
    const bert = page.getByRole('row').filter({ hasText: 'Bert Alto' });
    await expect(anna).toContainText('Sent', { timeout: 60_000 });
    await expect(bert).toContainText('Failed', { timeout: 60_000 });
    await expect(bert).toContainText('Rejected by the mail server');
    await expect(page.getByRole('row').filter({ hasText: 'Carl Alto' })).toBeVisible();
    const got = sink.taken.find(({ to }) => to.includes('anna@choir.example'));
    expect(got?.source).toContain('Dear Anna Alto,');
    expect(got?.source).toContain('Subject: Rehearsal of Choir');
    expect(await violationsInBothThemes(page)).toEqual([]);

    refused.clear();
    await page.getByRole('button', { name: 'Resend to failed recipients' }).click();
    await expect(bert).toContainText('Sent', { timeout: 60_000 });
    expect(sink.times.get('anna@choir.example')).toBe(1);
    expect(sink.times.get('bert@choir.example')).toBe(1);
  });
});

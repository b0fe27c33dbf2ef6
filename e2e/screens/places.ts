import { listCourses } from '@lectern/contract/features/course.ts';
import { getCatalogue } from '@lectern/contract/features/course-catalogue.ts';
import { listMails } from '@lectern/contract/features/mail.ts';
import { listPermissionGroups } from '@lectern/contract/features/permission-group.ts';
import { listResources, resourcePath } from '@lectern/contract/features/resource.ts';
import { listReviews, reviewPath } from '@lectern/contract/features/review.ts';
import { listSubtitles } from '@lectern/contract/features/subtitle.ts';
import { listSummaries } from '@lectern/contract/features/summary.ts';
import { routes } from '@lectern/contract/routes.ts';
import { expect } from '@playwright/test';
import { expectedOf } from '../conformance/expected-page.ts';
import { people } from '../people.ts';
import { spokenLecture } from '../screenshots/campus/campus-transcript.ts';
import type { Caller } from '../session/call-api.ts';
import type { Place, Vocabulary } from './explore.ts';
import type { ScreenTab } from './screen-tab.ts';

/** Every page that its address alone opens. */
export const listPlaces: readonly Place[] = routes
  .filter((route) => expectedOf(route, people.super).route === route && !/\{|auth$/.test(route.path))
  .map(({ id, path }) => ({ name: id.replaceAll('.', '-'), address: path }));

/** Detail pages, one for every kind of record. */
export async function detailPlaces(call: Caller): Promise<Place[]> {
  const resources = await Promise.all(
    Object.entries({
      document: 'Membrane transport, lecture notes',
      video: spokenLecture,
      audio: 'Radio talk: the powerhouse myth',
      image: 'Poster: cell organelles',
      damaged: 'Bridge survey 2024, scan',
    }).map(async ([name, title]) => {
      const { rows } = await call(listResources, { query: { search: title } });
      const resource = rows.find((row) => row.title === title);
      if (!resource) throw new Error(`no resource ${title}`);
      return { name, ...resource };
    }),
  );
  const idOf = (kind: string) => resources.find(({ name }) => name === kind)?.id ?? '';
  const { rows: courses } = await call(listCourses, { query: { size: 100 } });
  const courseId = (wanted: string) => courses.find(({ code }) => code === wanted)?.id ?? '';
  const course = `/app/course/list/detail/${courseId('BIO-101')}`;
  const { chapters } = await call(getCatalogue, { params: { id: courseId('BIO-101') } });
  const chapter = chapters.find(({ title }) => title === 'Energy and respiration')?.id;
  const { rows: mails } = await call(listMails, { query: { size: 100 } });
  const mailStates = [...Map.groupBy(mails, ({ state }) => state)];
  const { rows: groups } = await call(listPermissionGroups, {});
  const firstOf = async (list: typeof listSubtitles | typeof listSummaries) =>
    (await call(list, { query: { tab: 'all', search: 'Cell biology 04' } })).rows[0]?.id ?? '';
  const addresses: Record<string, string> = {
    ...Object.fromEntries(resources.map((one) => [`resource-${one.name}`, resourcePath(one)])),
    'course-detail': course,
    ...Object.fromEntries(['catalogue', 'people'].map((tab) => [`course-${tab}`, `${course}?tab=${tab}`])),
    'course-draft': `/app/course/list/detail/${courseId('PHY-110')}`,
    'course-chapter': `/app/course/list/catalog/detail/${chapter}`,
    'page-text': `/app/handle/imgDetail/${idOf('document')}`,
    'image-text': `/app/handle/imgDetail/${idOf('image')}`,
    'video-transcript': `/app/handle/asrVideoDetail/${idOf('video')}`,
    'audio-transcript': `/app/handle/asrAudioDetail/${idOf('audio')}`,
    'subtitle-editor': `/app/handle/subtitle?id=${await firstOf(listSubtitles)}`,
    'summary-editor': `/app/handle/ai?id=${await firstOf(listSummaries)}`,
    'mail-new': '/app/email/list/detail/new',
    ...Object.fromEntries(mailStates.map(([state, [mail]]) => [`mail-${state}`, `/app/email/list/detail/${mail?.id}`])),
    'permission-group': `/app/system/accessGroup?id=${groups[0]?.id}`,
    'permission-group-new': '/app/system/accessGroup?id=new',
    'tasks-board': '/app/system/task?show=board',
    'tasks-rules': '/app/system/task?show=rules',
    'resource-tags': '/app/resource/info?panel=tags',
    'resource-duplicates': '/app/resource/info?panel=duplicates',
  };
  const places = Object.entries(addresses).map(([name, address]): Place => {
    const group = /^(resource|course-(?!chapter)|mail|permission-group|tasks)/.exec(name)?.[0];
    return { name, address, ...(group && { group }) };
  });
  return [...places, ...(await reviewPlaces(call)), { name: 'shell', address: '/app/home/my', shell: true }];
}

async function reviewPlaces(call: Caller): Promise<Place[]> {
  const read = async () => (await call(listReviews, { query: { search: 'Letters' } })).rows;
  await expect.poll(async () => (await read()).length, { timeout: 300_000 }).toBeGreaterThan(0);
  const [row] = await read();
  return row ? [{ name: 'review', address: reviewPath({ id: row.id, kind: row.resource.kind }) }] : [];
}

/** Captures a list whose search matches nothing, and a page whose calls fail. */
export async function takeFailures(
  tab: ScreenTab,
  { name, address }: Place,
  messages: { down: string },
): Promise<void> {
  await tab.goto(`${address}?search=zzqx`);
  if (await tab.page.locator('main [role="searchbox"], main input[type="search"]').count()) {
    await tab.take(`${name}--no-matches`);
  }
  const failure = { status: 500, message: messages.down, data: null, code: 'serverError', requestId: 'd2f1c0a9' };
  await tab.answer(
    /\/api\/(?!admin\/auth|auth|settings\/public|notifications|events|lists)|__serverLoader/,
    500,
    failure,
  );
  await tab.goto(address);
  await tab.take(`${name}--error`);
  await tab.page.unroute(/\/api\/(?!admin\/auth|auth|settings\/public|notifications|events|lists)|__serverLoader/);
}

/** A screen that takes more than one press to reach. */
export type State = {
  name: string;
  account: string | null;
  show(tab: ScreenTab, said: Vocabulary['said']): Promise<void>;
};

const login = '/app/auth';
const button = (tab: ScreenTab, name: RegExp) => tab.page.getByRole('button', { name }).first();

async function tryLogin(tab: ScreenTab, said: Vocabulary['said'], account: string, password: string): Promise<void> {
  await tab.goto(login);
  await tab.page.locator('[name="account"]').fill(account);
  await tab.page.locator('[name="password"]').fill(password);
  await button(tab, said('Log in')).click();
  await tab.settle();
}

const answers: Record<string, [status: number, envelope: (now: number) => object]> = {
  'account-forbidden': [403, () => ({ status: 101, code: 'accountForbidden', message: '', data: null })],
  'too-many-tries': [
    429,
    (now) => ({
      status: 429,
      code: 'tooManyTries',
      message: '',
      data: { until: new Date(now + 300_000).toISOString() },
    }),
  ],
  'server-error': [500, () => ({ status: 500, code: 'serverError', message: '', data: null, requestId: 'd2f1c0a9' })],
  'second-factor': [
    200,
    (now) => ({
      status: 200,
      data: { secondFactorNeeded: true, challenge: 'c', expiresAt: new Date(now + 300_000).toISOString() },
    }),
  ],
};

export const states: readonly State[] = [
  {
    name: 'login',
    account: null,
    show: async (tab, said) => {
      tab.mayWrite = true;
      await tab.goto(login);
      await tab.take('login');
      await button(tab, said('Log in')).click();
      await tab.take('login--nothing-entered');
      await tryLogin(tab, said, 'li.wei', 'wrong password');
      await tab.take('login--wrong-password');
      for (const [name, [status, envelope]] of Object.entries(answers)) {
        await tab.answer(/auth\/login$/, status, { requestId: 'd2f1c0a9', ...envelope(Date.now()) });
        await tryLogin(tab, said, 'li.wei', 'some password');
        await tab.take(`login--${name}`);
        await tab.page.unroute(/auth\/login$/);
      }
      await tab.page.route(/auth\/login$/, (route) => route.abort());
      await tryLogin(tab, said, 'li.wei', 'some password');
      await tab.take('login--unreachable');
    },
  },
  {
    name: 'forgotten-password',
    account: null,
    show: async (tab, said) => {
      tab.mayWrite = true;
      await tab.goto(login);
      await button(tab, said('Forgot password?')).click();
      await tab.settle();
      await tab.take('forgotten-password');
      await tab.page.getByRole('textbox').first().fill('li.wei');
      await tab.page.keyboard.press('Enter');
      await tab.settle();
      await tab.take('forgotten-password--sent');
      await tab.goto(`${login}#reset=abcdefghij`);
      await tab.take('forgotten-password--new');
      for (const field of await tab.page.locator('input[type="password"]').all())
        await field.fill('a new long password');
      await tab.page.keyboard.press('Enter');
      await tab.settle();
      await tab.take('forgotten-password--link-expired');
    },
  },
  {
    name: 'must-change-password',
    account: 'zhang.min',
    show: async (tab) => {
      await tab.page.route(/\/api\/admin\/auth$/, async (route) => {
        const answer = await route.fetch();
        const { result, ...rest } = (await answer.json()) as { result: object };
        await route.fulfill({ json: { ...rest, result: { ...result, mustChangePassword: true } } });
      });
      await tab.goto('/');
      await tab.take('must-change-password');
      await tab.page.locator('button[type="submit"]').first().click();
      await tab.take('must-change-password--nothing-entered');
    },
  },
  {
    name: 'forbidden',
    account: 'zhang.min',
    show: async (tab, said) => {
      await tab.goto('/app/data/accessRecord');
      await tab.take('forbidden');
      await button(tab, said('Request access')).click();
      await tab.settle();
      await tab.take('forbidden--request');
      tab.mayWrite = true;
      await button(tab, said('Send request')).click();
      await tab.settle();
      await tab.take('forbidden--requested');
      await tab.goto('/app/home/my');
      await tab.take('home-my--as-lecturer');
    },
  },
  {
    name: 'not-found',
    account: 'li.wei',
    show: async (tab) => {
      await tab.goto('/app/no/such/page');
      await tab.take('not-found');
      await tab.goto('/app/resource/info/detail/0190c0de-0000-7000-8000-000000000000');
      await tab.take('not-found--resource');
      await tab.goto('/app/course/list/detail/0190c0de-0000-7000-8000-000000000000');
      await tab.take('not-found--course');
    },
  },
  {
    name: 'palette',
    account: 'li.wei',
    show: async (tab) => {
      await tab.goto('/app/home/my');
      for (const [name, typed] of Object.entries({ empty: '', results: 'cell', pages: 'user', 'no-results': 'zzqx' })) {
        await tab.page.keyboard.press('Control+k');
        const answered = typed && tab.page.waitForResponse(/\/api\/search/);
        await tab.page.getByRole('combobox').last().fill(typed);
        await answered;
        await tab.settle();
        await tab.take(`palette--${name}`);
        await tab.page.keyboard.press('Escape');
      }
      await tab.page.keyboard.press('Shift+?');
      await tab.settle();
      await tab.take('keys');
    },
  },
  {
    name: 'failures',
    account: 'li.wei',
    show: async (tab) => {
      const { page } = tab;
      await page.route(/\/assets\/settings-page[^/]*\.js/, (route) => route.abort());
      await tab.goto('/app/system/settings');
      await tab.take('failure--part-not-loaded');
      await tab.goto('/app/resource/info');
      await page.context().setOffline(true);
      await page.locator('main input').first().fill('map');
      await tab.settle(4_000);
      await tab.take('failure--offline');
      await page.context().setOffline(false);
      await tab.answer(/\/api\/resources(\?|$)|__serverLoader/, 401, {
        status: 104,
        code: 'expiredToken',
        message: '',
        data: null,
      });
      await tab.answer(/auth\/refresh/, 401, { status: 105, code: 'sessionEnded', message: '', data: null });
      await tab.goto('/app/resource/info');
      await tab.take('failure--session-ended');
    },
  },
  {
    name: 'unsaved',
    account: 'li.wei',
    show: async (tab) => {
      await tab.goto('/app/home/profile');
      await tab.page.locator('main input[type="text"], main input:not([type])').first().fill('Another name');
      await tab.take('unsaved--bar');
      await tab.page.locator('.shell-menu a').first().click();
      await tab.settle();
      await tab.take('unsaved--question');
    },
  },
  {
    name: 'drawer',
    account: 'li.wei',
    show: async (tab, said) => {
      await tab.page.setViewportSize({ width: 390, height: 844 });
      await tab.goto('/app/home/my');
      await button(tab, said('Open menu')).click();
      await tab.settle();
      await tab.take('drawer');
    },
  },
  ...Object.entries({
    users: ['/app/system/systemAdmin', 'Import users', 'account,name,email\nmei.lin,Mei Lin,\nbad,B Bad,no address'],
    words: ['/app/sensitive/word', 'Import words', 'text\nwibblewort\n***\nresting body\n'],
  } as const).map(
    ([name, [address, opener, text]]): State => ({
      name: `import-${name}`,
      account: 'li.wei',
      show: async (tab, said) => {
        tab.mayWrite = true;
        await tab.goto(address);
        await button(tab, said(opener)).click();
        await tab.settle();
        const file = { name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) };
        await tab.page.locator('dialog input[type="file"]').setInputFiles(file);
        await button(tab, said('Check rows')).waitFor();
        await tab.settle();
        await tab.take(`import-${name}--columns`);
        await button(tab, said('Check rows')).click();
        await tab.settle();
        await tab.take(`import-${name}--check`);
      },
    }),
  ),
  {
    name: 'view-as',
    account: 'li.wei',
    show: async (tab, said) => {
      tab.mayWrite = true;
      await tab.goto('/app/system/systemAdmin?search=Chen');
      await tab.page.locator('.grid-menu button').first().click();
      await tab.page.getByRole('menuitem', { name: said('View as this user') }).click();
      await tab.settle();
      await tab.take('view-as--question');
      await tab.page.locator('dialog .dialog-foot button').last().click();
      await tab.settle();
      await tab.take('view-as');
      await tab.page.locator('.banner button').first().click();
      await tab.settle();
    },
  },
];

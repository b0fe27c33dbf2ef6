import { createColumn } from '@lectern/contract/features/column.ts';
import { createCourse } from '@lectern/contract/features/course.ts';
import { addChapters } from '@lectern/contract/features/course-catalogue.ts';
import { createTask } from '@lectern/contract/features/task.ts';
import { routes } from '@lectern/contract/routes.ts';
import { messagesIn } from '../../server/platform/messages.ts';
import { expectedOf } from '../conformance/expected-page.ts';
import { expect, test } from '../lectern-test.ts';
import { people } from '../people.ts';
import { Product } from '../product/product.ts';
import { goOn, pageTitle } from '../screen.ts';
import { makeResources } from '../seed/make-resources.ts';
import { callApi } from '../session/call-api.ts';
import { type Session, signIn, storageStateOf } from '../session/sign-in.ts';
import { pngOf, wavOf } from '../uploads/small-files.ts';
import { readScreen } from './foreign-words.ts';
import { speakPseudo } from './pseudo-locale.ts';

const { starters } = messagesIn('en').permissionGroup;
/** Longest first, because a description may begin with the name of another group. */
const starterTexts = Object.values(starters)
  .flatMap(({ name, description }) => [name, description])
  .toSorted((one, other) => other.length - one.length);

/** Seeded names contain no English letters; the remaining data that does is listed here. */
const data = new RegExp(
  [
    // the product, the first account, time zones, versions, addresses and formats
    String.raw`Lectern|[Aa]dmin(?:istrator)?\b|UTC|Central European (?:Standard |Summer )?Time|Europe\/\w+|\bv?\d[\w.+-]*|https?:\S+|\/[\w/.{}?=-]+|\b(?:PDF|PNG|WAV|TXT|MP4)\b|\.\w{3,4}\b`,
    // names of programs and fonts
    'Node|PostgreSQL|FFmpeg|ffprobe|LibreOffice|pdfto(?:text|ppm)|Adobe-GB1|libheif|bubblewrap|Noto Serif CJK JP|whisper|base|PP-OCR',
    // seeded data of a new installation: its library, slots, sample words and starter groups
    'School library|Banner|(?:Editor’s picks|New resources|Most viewed|New courses)',
    'Starter examples|buy \\* answers|do not distribute(?: before class)?|quibblesnark|confidential draft',
    ...starterTexts,
    // failure causes, stored in the engines' wording
    'No speech was found|The PDF is damaged or has no pages',
  ].join('|'),
  'g',
);

let product: Product;
test.beforeAll(async () => {
  product = await Product.start();
});
test.afterAll(() => product.stop());

test('every page takes its words from the catalogue, and has room for two fifths more', async ({ browser }) => {
  test.setTimeout(300_000);
  const { origin } = product;
  const session = await signIn(origin, 'admin');
  const details = await seed(origin, session);
  const context = await browser.newContext({ baseURL: origin, storageState: storageStateOf(origin, session) });
  const page = await context.newPage();
  await speakPseudo(page);
  await page.goto('/app/home/profile');
  const pages = routes.filter((route) => expectedOf(route, people.super).route === route && !route.path.includes('{'));
  const faults: string[] = [];
  for (const address of [...pages.map(({ path }) => path).filter((path) => path !== '/app/auth'), ...details]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await goOn(page, address);
    await expect(pageTitle(page)).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const { hardCoded, clipped } = await readScreen(page, data);
    faults.push(
      ...hardCoded.map((text) => `${address} says “${text}”`),
      ...clipped.map((label) => `${address} cuts ${label}`),
    );
  }
  await context.close();
  expect([...new Set(faults)]).toEqual([]);
});

test('so does the login page', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: product.origin });
  await speakPseudo(page);
  await page.goto('/app/auth');
  await expect(page.getByRole('textbox').first()).toBeVisible();
  expect(await readScreen(page, data)).toEqual({ hardCoded: [], clipped: [] });
  await page.close();
});

/** Puts at least one row on every list; returns the addresses of detail pages. */
async function seed(origin: string, session: Session): Promise<string[]> {
  const [text, image] = await makeResources(origin, session, [
    { name: '潮汐.txt', bytes: new TextEncoder().encode('月亮牵引海水，形成潮汐。\n') },
    { name: '黑板.png', bytes: pngOf([90, 160, 60]) },
    { name: '钟声.wav', bytes: wavOf(500, 1) },
    { name: '损坏.pdf', bytes: Buffer.from('%PDF-1.4 损坏') },
  ]);
  const course = await callApi(origin, session, createCourse, { body: { name: '海洋学', code: '101' } });
  await callApi(origin, session, addChapters, {
    params: { id: course.id },
    body: { titles: ['涨潮'], parentId: null, catalogueVersion: course.catalogueVersion },
  });
  await callApi(origin, session, createColumn, { body: { parentId: null, name: '海洋' } });
  await callApi(origin, session, createTask, { body: { title: '检查' } });
  return [
    `/app/resource/info/detail/${text?.id}`,
    `/app/resource/info/imgDetail/${image?.id}`,
    `/app/course/list/detail/${course.id}`,
    `/app/course/list/detail/${course.id}?tab=catalogue`,
    `/app/course/list/detail/${course.id}?tab=checks`,
    `/app/course/list/detail/${course.id}?tab=activity`,
  ];
}

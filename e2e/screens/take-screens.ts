import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { updatePreferences } from '@lectern/contract/features/profile.ts';
import { type Language, languages } from '@lectern/contract/language.ts';
import { type Browser, chromium as browserType } from '@playwright/test';
import { messagesIn } from '../../server/platform/messages.ts';
import { chromium } from '../browser.ts';
import { adminPassword, password } from '../people.ts';
import { Product } from '../product/product.ts';
import { fillCampus } from '../screenshots/campus/fill-campus.ts';
import { callApi, callerOf } from '../session/call-api.ts';
import { type Session, signInWith } from '../session/sign-in.ts';
import { Explorer, type Place, Vocabulary } from './explore.ts';
import { fillOffice, openNeighbours } from './fill-office.ts';
import { detailPlaces, listPlaces, states, takeFailures } from './places.ts';
import { type Look, type Screen, ScreenTab } from './screen-tab.ts';

const root = path.join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    lang: { type: 'string' },
    width: { type: 'string', default: '1440' },
    theme: { type: 'string', default: 'light' },
    out: { type: 'string', default: path.join(root, 'data/tmp/screens') },
    /** Address of a product filled by an earlier run; screens of the empty product are skipped. */
    at: { type: 'string' },
    only: { type: 'string', default: '' },
    tabs: { type: 'string', default: '3' },
  },
});
const looks: readonly Look[] = languages
  .filter((language) => !values.lang || values.lang === language)
  .map((language) => ({
    language,
    width: Number(values.width),
    theme: values.theme === 'dark' ? 'dark' : 'light',
    folder: path.join(path.resolve(values.out), language),
  }));
if (looks.length === 0 || !Number.isFinite(looks[0]?.width)) {
  throw new Error(
    'Use --lang en|zh, --width <pixels>, --theme light|dark, --out <folder>, --only <text>, --tabs <number>',
  );
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

type Task = { name: string; account: string | null; run(tab: ScreenTab): Promise<void> };

type Studio = { browser: Browser; origin: string };

/** All screens taken in one language, in file name order. */
class Album {
  readonly screens = new Map<string, Screen>();
  readonly problems: string[] = [];
  readonly look: Look;

  constructor(look: Look) {
    this.look = look;
  }

  /** Works through the tasks in several tabs at once; a task that fails is reported and leaves the others alone. */
  async take(on: Studio, tasks: readonly Task[]): Promise<void> {
    const waiting = tasks.filter(({ name }) => name.includes(values.only));
    const work = async () => {
      for (let task = waiting.shift(); task; task = waiting.shift()) await this.#run(on, task);
    };
    await Promise.all(Array.from({ length: Number(values.tabs) }, work));
  }

  async #run({ browser, origin }: Studio, { name, account, run }: Task): Promise<void> {
    const startedAt = Date.now();
    const before = this.screens.size;
    const session = account === null ? null : await this.#signIn(origin, account);
    const tab = await ScreenTab.open(browser, origin, session, this.look, this.screens);
    try {
      await run(tab);
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error);
      this.problems.push(`${name}: ${reason}`);
    } finally {
      await tab.close();
    }
    await this.write();
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    say(`${this.look.language} ${name}: about ${this.screens.size - before} screens, ${seconds} s`);
  }

  async #signIn(origin: string, account: string): Promise<Session> {
    const session = await signInWith(origin, account, account === 'admin' ? adminPassword : password);
    const { language, theme } = this.look;
    await callApi(origin, session, updatePreferences, { body: { language, theme } });
    return session;
  }

  async write(): Promise<void> {
    const { folder } = this.look;
    await mkdir(folder, { recursive: true });
    const screens = [...this.screens.values()].sort((one, other) => one.file.localeCompare(other.file));
    await writeFile(path.join(folder, 'texts.json'), JSON.stringify(screens, null, 2));
    await writeFile(path.join(folder, 'texts.md'), screens.map(printScreen).join('\n'));
    await writeFile(path.join(folder, 'problems.txt'), this.problems.map((line) => `${line}\n`).join(''));
  }
}

function printScreen({ name, file, route, lines, labels, placeholders, titles }: Screen): string {
  const list = (title: string, texts: readonly string[]) =>
    texts.length > 0 ? `\n${title}:\n${texts.map((text) => `- ${text}`).join('\n')}\n` : '';
  const more = [list('Labels', labels), list('Placeholders', placeholders), list('Titles', titles)].join('');
  return `## ${name}\n\n[${file}](${file}) · \`${route}\`\n\n${lines.map((line) => `- ${line}`).join('\n')}\n${more}`;
}

/** The product before anyone uploaded something. */
const emptyTasks = (): Task[] =>
  listPlaces.map(({ name, address }) => ({
    name: `empty--${name}`,
    account: 'admin',
    run: async (tab) => {
      await tab.goto(address);
      await tab.take(`empty--${name}`);
    },
  }));

function tasksOf(places: readonly Place[], language: Language): Task[] {
  const explorer = new Explorer(language);
  const vocabulary = new Vocabulary(language);
  const down = messagesIn(language).errors.serverError;
  return [
    ...states.map(({ name, account, show }) => ({
      ...{ name, account },
      run: (tab: ScreenTab) => show(tab, (english) => vocabulary.said(english)),
    })),
    ...places.map((place) => ({
      name: place.name,
      account: 'li.wei',
      run: (tab: ScreenTab) => explorer.explore(tab, place),
    })),
    ...listPlaces.map((place) => ({
      name: `${place.name}--failures`,
      account: 'li.wei',
      run: (tab: ScreenTab) => takeFailures(tab, place, { down }),
    })),
  ];
}

const startedAt = Date.now();
const since = () => Math.round((Date.now() - startedAt) / 1000);

/** Starts one product for all looks: empty first, then with a term's data. */
async function startAndFill(browser: Browser, whileEmpty: (origin: string) => Promise<void>) {
  const neighbours = await openNeighbours();
  const product = await Product.start(neighbours.settings);
  const stop = async () => {
    await product.stop();
    await neighbours.close();
  };
  try {
    await whileEmpty(product.origin);
    say(`Captured the empty product in ${since()} s`);
    if (values.only.startsWith('empty--')) return { origin: product.origin, stop };
    const campus = await fillCampus(product, browser);
    await fillOffice(product.origin, neighbours.host, campus);
    say(`Filled ${product.origin} after ${since()} s`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { origin: product.origin, stop };
}

const albums = looks.map((look) => new Album(look));
for (const { look } of albums) if (!values.only) await rm(look.folder, { recursive: true, force: true });
const browser = await browserType.launch(chromium);
const product = values.at
  ? { origin: values.at, stop: async () => undefined }
  : await startAndFill(browser, async (origin) => {
      for (const album of albums) await album.take({ browser, origin }, emptyTasks());
    });
try {
  const { origin } = product;
  const wanted = values.only.startsWith('empty--') ? [] : await filledPlaces(origin);
  for (const album of albums) {
    const { look, screens, problems } = album;
    if (wanted.length > 0) await album.take({ browser, origin }, tasksOf(wanted, look.language));
    await album.write();
    say(`${screens.size} screens in ${look.folder}, after ${since()} s`);
    for (const problem of problems) say(`  ${problem}`);
  }
} finally {
  await browser.close();
  await product.stop();
}

async function filledPlaces(origin: string): Promise<Place[]> {
  const call = callerOf(origin, await signInWith(origin, 'li.wei', password));
  return [...(await detailPlaces(call)), ...listPlaces];
}

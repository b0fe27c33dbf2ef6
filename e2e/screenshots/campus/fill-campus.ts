import path from 'node:path';
import type { CourseDetailView } from '@lectern/contract/features/course.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { createSensitiveWord } from '@lectern/contract/features/sensitive-word.ts';
import type { Browser } from '@playwright/test';
import { password } from '../../people.ts';
import { nodePath, type Product } from '../../product/product.ts';
import { runSeed } from '../../seed/run-seed.ts';
import { callApi } from '../../session/call-api.ts';
import { signInWith } from '../../session/sign-in.ts';
import { arrangeHomePage } from './arrange-home-page.ts';
import { bringIn } from './bring-in.ts';
import { lectures } from './campus-lectures.ts';
import { makeCourses } from './make-courses.ts';
import { makeFiles } from './make-files.ts';
import { putVisits } from './put-visits.ts';
import { synthesiseSpeech } from './synthesise-speech.ts';

export type Campus = { resources: readonly ResourceDetailView[]; courses: ReadonlyMap<string, CourseDetailView> };

/** Turns an empty product into a university with people, lectures, courses and weeks of visits. */
export async function fillCampus(product: Product, browser: Browser): Promise<Campus> {
  const { origin, databaseUrl } = product;
  await runSeed(path.join(import.meta.dirname, 'seed-campus.ts'), nodePath(), databaseUrl);
  const resources = await bringIn(origin, await makeFiles(browser, lectures));
  await synthesiseSpeech(product, resources);
  const courses = await makeCourses(origin, resources);
  await arrangeHomePage(origin, resources, courses);
  await putVisits(databaseUrl);
  // Last: a match in a resource changes the checks of its courses.
  await addSensitiveWords(origin);
  return { resources, courses };
}

/** Words from the printed notes, so there is something to review. */
async function addSensitiveWords(origin: string): Promise<void> {
  const head = await signInWith(origin, 'li.wei', password);
  for (const text of ['molecule of fuel', 'resting body']) {
    await callApi(origin, head, createSensitiveWord, { body: { text, category: 'privacy', severity: 'review' } });
  }
}

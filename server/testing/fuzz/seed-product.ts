import { grantablePaths } from '@lectern/contract/access.ts';
import { createSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { beginViewAs } from '@lectern/contract/features/view-as.ts';
import { sql } from 'kysely';
import { buildCampus } from '../campus.ts';
import { homeRig } from '../home-rig.ts';
import { mailRig } from '../mail-rig.ts';
import { makeChapter, makeColumn, makeCourse, makeKey, makeMedia, placeIn, publishHome } from '../portal-rig.ts';
import { makeResource } from '../resource-rig.ts';
import { insertWord, makeReview } from '../review-rig.ts';
import type { Identity, TestApp } from '../test-app.ts';
import { makeText } from '../text-rig.ts';

/** A caller authenticates with a session token, session cookies or a site's API key. */
export type Caller = { name: string; token: string | undefined; cookies: Record<string, string> };
export type CallerMaker = { name: string; share: number; make(): Promise<Caller> };

/** Creates objects of every kind in several states, so calls get past "not found". */
export async function seedProduct(test: TestApp): Promise<{ callers: CallerMaker[] }> {
  const campus = await buildCampus(test);
  const pages = grantablePaths() as string[];
  const owner = await test.identity({ roleId: 3, pages, departmentId: campus.physics });
  for (const state of ['draft', 'ready', 'in_review', 'rejected', 'published', 'trashed'] as const) {
    await makeResource(test, { owner, state });
    await makeResource(test, { owner, state, kind: 'image' });
  }
  const media = [await makeMedia(test, { state: 'published' }), await makeMedia(test, { kind: 'audio', owner })];
  await makeText(test, { source: 'speech', owner });
  await makeText(test, { source: 'ocr', owner });
  const video = await makeText(test, { kind: 'video', owner });
  const body = { language: 'en', from: { kind: 'speech' } } as const;
  await test.call(createSubtitle, { params: { id: video.id }, body }, { as: test.admin });
  const word = await insertWord(test, 'forbidden');
  await makeReview(test, { wordId: word, word: 'forbidden' }, { owner });
  await makeReview(test, { wordId: word, word: 'forbidden', severity: 'block' }, { owner, state: 'published' });
  for (const state of ['draft', 'published']) {
    const courseId = await makeCourse(test, { state });
    const chapter = await makeChapter(test, { courseId });
    await makeChapter(test, { courseId, parentId: chapter });
    await placeIn(
      test,
      courseId,
      chapter,
      media.map(({ id }) => id),
    );
  }
  await makeColumn(
    test,
    media.map(({ id }) => id),
  );
  await publishHome(test, { resourceIds: media.map(({ id }) => id) });
  const home = homeRig(test);
  await home.add(await home.slot(), { resourceId: media[0]?.id ?? '' } as never).catch(() => undefined);
  await mailRig(test).draft();
  return { callers: callersOf(test, { pages, ...campus }) };
}

type Places = { pages: string[]; physics: string; history: string };

function callersOf(test: TestApp, { pages, physics, history }: Places): CallerMaker[] {
  const person = (name: string, share: number, make: () => Promise<Identity>): CallerMaker => ({
    name,
    share,
    make: async () => {
      const { token, cookies } = await make();
      return { name, token, cookies };
    },
  });
  return [
    person('role 1', 40, () => test.identity({ roleId: 1 })),
    person('role 2', 15, () => test.identity({ roleId: 2, departmentId: physics })),
    person('role 3 with every page', 12, () => test.identity({ roleId: 3, pages, departmentId: physics })),
    person('role 4 with every page', 8, () => test.identity({ roleId: 4, pages, departmentId: physics })),
    person('role 3 of another department', 6, () => test.identity({ roleId: 3, pages, departmentId: history })),
    person('role 4 without a page', 3, () => test.identity({ roleId: 4 })),
    person('someone who must change the password', 2, () => test.identity({ roleId: 1, mustChangePassword: true })),
    person('role 1 viewing as role 4', 3, async () => {
      const [viewer, viewed] = [await test.identity({ roleId: 1 }), await test.identity({ roleId: 4, pages })];
      await test.call(beginViewAs, { params: { id: viewed.userId } }, { as: viewer });
      return viewer;
    }),
    person('a forbidden account', 2, async () => {
      const forbidden = await test.identity({ roleId: 3, pages });
      await test.db.updateTable('users').set({ access: 1 }).where('id', '=', forbidden.userId).execute();
      return forbidden;
    }),
    { name: 'nobody', share: 4, make: async () => ({ name: 'nobody', token: undefined, cookies: {} }) },
    {
      name: 'an API key',
      share: 5,
      make: async () => ({ name: 'an API key', token: (await makeKey(test)).secret, cookies: {} }),
    },
  ];
}

/**
 * Calls may block, demote or erase the administrator who seeds and use up rate limits, and long runs outlive access
 * tokens.
 */
export async function repairProduct(test: TestApp): Promise<void> {
  const { userId } = test.admin;
  await sql`update users set access = 0, role_id = 1, must_change_password = false where id = ${userId}`.execute(
    test.db,
  );
  await sql`update sessions set ended_at = null, expires_at = now() + interval '1 day' where user_id = ${userId}`.execute(
    test.db,
  );
  await sql`update session_tokens set expires_at = now() + interval '1 day'
    where session_id in (select id from sessions where user_id = ${userId})`.execute(test.db);
  await sql`delete from rate_limits`.execute(test.db);
  test.container.http.afterChange();
}

/** One small file for each kind of upload, plus some invalid ones. */
export const sampleFiles: readonly Buffer[] = [
  Buffer.from('account,name,code\nli,李,C-1\n=1+1,"a\nb",\n'),
  Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nHello\n'),
  Buffer.from(JSON.stringify({ format: 'lectern-course', version: 1, course: {} })),
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  Buffer.alloc(0),
  Buffer.from('PK\x03\x04'),
];

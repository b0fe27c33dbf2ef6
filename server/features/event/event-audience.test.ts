import { type LiveEvent, liveEvent } from '@lectern/contract/features/event.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus } from '../../testing/campus.ts';
import { mailRig } from '../../testing/mail-rig.ts';
import { makeCourse } from '../../testing/portal-rig.ts';
import { makeResource } from '../../testing/resource-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { keepOpenable } from './event-audience.ts';
import { findOpenableIn } from './find-openable.ts';

let test: TestApp;
let receivers: Record<'administrator' | 'owner' | 'colleague' | 'stranger' | 'user', Identity>;
let hidden: Record<'resource' | 'course' | 'mail', string>;
let shown: Record<'resource' | 'course', string>;

beforeAll(async () => {
  test = await startTestApp();
  const { physics, history } = await buildCampus(test);
  const pages = ['/app/resource/info', '/app/course/list', '/app/email/list'];
  const person = (roleId: 3 | 4, departmentId: string) => test.identity({ roleId, departmentId, pages });
  receivers = {
    administrator: test.admin,
    owner: await person(3, physics),
    colleague: await person(3, physics),
    stranger: await person(3, history),
    user: await person(4, history),
  };
  const { owner } = receivers;
  const course = await makeCourse(test, { state: 'draft' });
  await test.db
    .updateTable('courses')
    .set({ owner_id: owner.userId, department_id: physics })
    .where('id', '=', course)
    .execute();
  hidden = {
    resource: (await makeResource(test, { owner })).id,
    course,
    mail: (await mailRig(test).draft({}, owner)).id,
  };
  shown = {
    resource: (await makeResource(test, { owner, state: 'published' })).id,
    course: await makeCourse(test, { state: 'published' }),
  };
});
afterAll(() => test.close());

async function hears(identity: Identity, event: LiveEvent): Promise<boolean> {
  const principal = async () => (await test.context(identity)).principal;
  return (await keepOpenable([{ id: 1, userId: null, event }], principal, findOpenableIn(test.db))).length === 1;
}

async function hearersOf(event: LiveEvent): Promise<string[]> {
  const heard = await Promise.all(
    Object.entries(receivers).map(async ([name, identity]) => ((await hears(identity, event)) ? [name] : [])),
  );
  return heard.flat();
}

const everyone = ['administrator', 'owner', 'colleague', 'stranger', 'user'];

describe('a live event for everyone', () => {
  it('about restricted objects reaches only people who can open them', async () => {
    const events: LiveEvent[] = [
      { topic: 'resource', id: hidden.resource },
      { topic: 'work', resourceId: hidden.resource },
      { topic: 'review', resourceId: hidden.resource },
      { topic: 'summary', resourceId: hidden.resource },
      { topic: 'course', id: hidden.course },
      { topic: 'mail', id: hidden.mail },
    ];
    for (const event of events) {
      expect([event.topic, await hearersOf(event)]).toEqual([event.topic, ['administrator', 'owner', 'colleague']]);
    }
  });

  it('about something published, or about no object, reaches everyone', async () => {
    const events: LiveEvent[] = [
      { topic: 'work', resourceId: shown.resource },
      { topic: 'course', id: shown.course },
      ...(['rescan', 'task', 'homePage', 'settings', 'permissions'] as const).map((topic) => ({ topic })),
    ];
    for (const event of events) expect([event.topic, await hearersOf(event)]).toEqual([event.topic, everyone]);
  });

  it('names objects only in topics that are judged here', () => {
    const withIds = liveEvent.options
      .filter(({ shape }) => 'id' in shape || 'resourceId' in shape)
      .map(({ shape }) => shape.topic.value);
    expect(withIds).toEqual(['resource', 'work', 'review', 'summary', 'mail', 'course']);
  });
});

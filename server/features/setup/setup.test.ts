import { getCurrentUser } from '@lectern/contract/features/auth.ts';
import { getSetup, hideSetup } from '@lectern/contract/features/setup.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeResource } from '../../testing/resource-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const done = async () => {
  const { data } = await test.call(getSetup, {}, { as: test.admin });
  return Object.entries(data.done).flatMap(([step, isDone]) => (isDone ? [step] : []));
};

it('ticks each step of a new installation from what is really there', async () => {
  expect(await done()).toEqual([]);
  const { organisation } = test.container.services;
  const context = await test.context(test.admin);
  const collegeId = await organisation.createCollege(context, { code: 'C1', name: 'Arts' });
  expect(await done()).toEqual([]);
  await organisation.createDepartment(context, { collegeId, code: 'D1', name: 'Music' });
  expect(await done()).toEqual(['organisation']);
  await test.identity({ roleId: 4 });
  expect(await done()).toEqual(['organisation', 'people']);
  await makeResource(test, { state: 'draft' });
  expect(await done()).toEqual(['organisation', 'people', 'upload']);
  await makeResource(test, { state: 'published' });
  expect(await done()).toEqual(['organisation', 'people', 'upload', 'publication']);
});

it('ticks the mail server once the operator has configured one', async () => {
  const withMail = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'lectern@example.edu' });
  const { data } = await withMail.call(getSetup, {}, { as: withMail.admin });
  expect(data.done).toEqual({ organisation: false, people: false, mail: true, upload: false, publication: false });
  await withMail.close();
});

it('is hidden and shown again by each administrator for themselves', async () => {
  const other = await test.identity({ roleId: 2 });
  const isHidden = async (as = other) => (await test.call(getCurrentUser, {}, { as })).data.setupHidden;
  expect(await isHidden()).toBe(false);
  await test.call(hideSetup, { body: { hidden: true } }, { as: other });
  expect([await isHidden(), await isHidden(test.admin)]).toEqual([true, false]);
  await test.call(hideSetup, { body: { hidden: false } }, { as: other });
  expect(await isHidden()).toBe(false);
});

it('is for administrators only, and refuses anything but yes or no', async () => {
  const specialist = await test.identity({ roleId: 3, pages: ['/app/system/settings'] });
  expect((await test.call(getSetup, {}, { as: specialist })).failure.code).toBe('abilityMissing');
  expect((await test.call(hideSetup, { body: { hidden: true } }, { as: specialist })).http).toBe(403);
  for (const body of [{}, { hidden: 'yes' }, { hidden: null }, { hidden: true, userId: specialist.userId }, []])
    expect((await test.call(hideSetup, { body: body as never }, { as: test.admin })).http).toBe(422);
});

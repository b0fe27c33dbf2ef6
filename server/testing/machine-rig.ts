import type { StepKind } from '@lectern/contract/features/job.ts';
import { listResourceWork } from '@lectern/contract/features/machine-work.ts';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Step, StepHandler } from '../features/machine-work/step.ts';
import { eventually } from './eventually.ts';
import { type Identity, startTestApp } from './test-app.ts';
import { UploadClient } from './upload-client.ts';

export const well: StepHandler = async () => ({ engine: 'tester 1' });

type Ran = { kind: StepKind; options: Record<string, unknown> };
type Behaviour = Partial<Record<StepKind, StepHandler>>;

/** Stand-ins for the steps with results set by the test; order and dependencies are as in the real ones. */
function stepsThat(behaviour: Behaviour, runs: Ran[]): Step[] {
  const step = (kind: StepKind, after: StepKind[], concerns: Step['concerns'] = () => true): Step => ({
    kind,
    after,
    needs: after.includes('inspect') ? ['inspect'] : [],
    concurrency: 1,
    limitSeconds: 60,
    concerns,
    options: z.strictObject({ language: z.string().optional() }),
    load: async () => (given, tools) => {
      runs.push({ kind, options: given.options });
      return (behaviour[kind] ?? well)(given, tools);
    },
  });
  return [
    step('inspect', []),
    step('convert', ['inspect']),
    step('ocr', ['inspect', 'convert'], ({ format }) => format === 'txt'),
    step('asr', ['inspect', 'convert']),
  ];
}

/** The real application, queue and worker with stand-in steps. */
export async function openMachineRig() {
  const behaviour: Behaviour = {};
  const runs: Ran[] = [];
  const test = await startTestApp({}, { steps: () => stepsThat(behaviour, runs) });
  const client = new UploadClient(test);
  await test.container.worker.start();
  let made = 0;

  async function worksOf(resourceId: string) {
    const { data } = await test.call(listResourceWork, { params: { id: resourceId } }, { as: test.admin });
    return Object.fromEntries(data.map(({ work }) => [work.kind, work]));
  }
  async function statesOf(resourceId: string): Promise<Partial<Record<StepKind, string>>> {
    const works = await worksOf(resourceId);
    return Object.fromEntries(Object.entries(works).map(([kind, work]) => [kind, work.state]));
  }

  return {
    test,
    client,
    behaviour,
    runs,
    worksOf,
    statesOf,
    next: () => ++made,
    reset() {
      for (const kind of Object.keys(behaviour)) delete behaviour[kind as StepKind];
      runs.length = 0;
    },
    /** Returns the id of the resource. */
    async upload(name = 'words.txt', as: Identity = test.admin): Promise<string> {
      const sent = await new UploadClient(test, as).upload(name, Buffer.from(`words ${++made}`));
      const row = await test.db
        .selectFrom('uploads')
        .select('resource_id')
        .where('id', '=', sent.id)
        .executeTakeFirstOrThrow();
      return String(row.resource_id);
    },
    async until(resourceId: string, states: Partial<Record<StepKind, string>>): Promise<void> {
      await eventually(async () => expect(await statesOf(resourceId)).toMatchObject(states));
    },
    /** Blocks a step until `open` is called. */
    gate(kind: StepKind) {
      const [opened, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      behaviour[kind] = async (given, tools) => {
        begun.resolve();
        await opened.promise;
        return well(given, tools);
      };
      return { open: opened.resolve, begun: begun.promise };
    },
    async close() {
      await test.container.worker.stop();
      await test.close();
    },
  };
}

export type MachineRig = Awaited<ReturnType<typeof openMachineRig>>;

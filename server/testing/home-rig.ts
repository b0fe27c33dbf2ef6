import type { RequestOf } from '@lectern/contract/endpoint.ts';
import {
  addHomeEntries,
  createHomeSlot,
  getHomeDraft,
  type HomeDraft,
  type HomeEntry,
  updateHomeEntry,
} from '@lectern/contract/features/home-page.ts';
import { getHomeChanges, publishHomePage } from '@lectern/contract/features/home-page-publication.ts';
import { newId } from '../platform/new-id.ts';
import type { Identity, TestApp } from './test-app.ts';

type Subject = NonNullable<RequestOf<typeof addHomeEntries>['body']>['subjects'][number];
type When = Partial<Omit<NonNullable<RequestOf<typeof addHomeEntries>['body']>, 'subjects' | 'version'>>;
type SlotFields = Partial<NonNullable<RequestOf<typeof createHomeSlot>['body']>>;
type EntryEdit = Partial<NonNullable<RequestOf<typeof updateHomeEntry>['body']>>;

/** Edits the home page through the API as one person, always on the latest draft. */
export function homeRig(test: TestApp, as: Identity = test.admin) {
  const draft = async (): Promise<HomeDraft> => must(await test.call(getHomeDraft, {}, { as }));
  const rig = {
    draft,
    async slot(fields: SlotFields = {}): Promise<string> {
      const { version } = await draft();
      const key = `slot-${newId()}`;
      const body = { key, name: key, capacity: 4, fallback: null, visible: true, ...fields, version };
      return must(await test.call(createHomeSlot, { body }, { as })).slots.at(-1)?.id ?? '';
    },
    async add(slotId: string, subjects: Subject | Subject[], when: When = {}): Promise<string> {
      const { version } = await draft();
      const body = { audience: 'everyone' as const, ...when, subjects: [subjects].flat(), version };
      const after = must(await test.call(addHomeEntries, { params: { id: slotId }, body }, { as }));
      return after.slots.find((slot) => slot.id === slotId)?.entries.at(-1)?.id ?? '';
    },
    async edit(id: string, edit: EntryEdit): Promise<HomeDraft> {
      const { version } = await draft();
      return must(await test.call(updateHomeEntry, { params: { id }, body: { ...edit, version } }, { as }));
    },
    async publish(note = ''): Promise<HomeDraft> {
      const { digest } = must(await test.call(getHomeChanges, {}, { as }));
      return must(await test.call(publishHomePage, { body: { digest, note } }, { as }));
    },
    async entry(id: string): Promise<HomeEntry> {
      const found = (await draft()).slots.flatMap((slot) => slot.entries).find((one) => one.id === id);
      if (!found) throw new Error(`No entry ${id}`);
      return found;
    },
    /** Ids that readers see in a slot. */
    async shown(slotId: string, audience: 'everyone' | 'campus' = 'everyone', at?: Date): Promise<string[]> {
      const reader = test.container.services.homePage;
      const page = at ? await reader.shownAt(at, audience) : await reader.shownNow(audience);
      return (page.slots.find((slot) => slot.id === slotId)?.things ?? []).map((thing) => thing.id);
    },
  };
  return rig;
}

function must<T>(answer: { http: number; message: string; data: T }): T {
  if (answer.http >= 300) throw new Error(`${answer.http} ${answer.message}`);
  return answer.data;
}

import type { Audience } from '@lectern/contract/audience.ts';
import { resourceStates } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import { sumReview } from '../features/review/public.ts';
import { type MadeMedia, makeMedia } from './portal-rig.ts';
import { insertHit, insertWord, scanned } from './review-rig.ts';
import type { TestApp } from './test-app.ts';

/**
 * Every combination of state, visibility, dates and review of a resource. Deliberately states again what is public,
 * independently of the product's own rule.
 */
const visibilities = ['everyone', 'campus', 'department', 'owner'] as const;
const dates = {
  none: {},
  comes: { publish_at: "now() + interval '1 hour'" },
  began: { publish_at: "now() - interval '1 hour'" },
  ended: { offline_at: "now() - interval '1 minute'" },
  ends: { offline_at: "now() + interval '1 hour'" },
  licenceOver: { licence_until: 'current_date - 2' },
  licenceLasts: { licence_until: 'current_date + 2' },
} as const;
const inDates: readonly (keyof typeof dates)[] = ['none', 'began', 'ends', 'licenceLasts'];
const reviews = ['none', 'open', 'masked'] as const;
/** The states in which a review makes a difference or might. */
const reviewed: readonly string[] = ['published', 'in_review', 'blocked'];

/** Appears in the texts of every resource with a review: undecided in open ones, hidden in masked ones. */
export const maskedWord = 'shibboleth';

export type Case = MadeMedia & {
  state: string;
  visibility: (typeof visibilities)[number];
  date: keyof typeof dates;
  review: (typeof reviews)[number];
};

export function isPublic(
  { state, visibility, date }: Pick<Case, 'state' | 'visibility' | 'date'>,
  audience: Audience,
): boolean {
  const seen = visibility === 'everyone' || (visibility === 'campus' && audience === 'campus');
  return state === 'published' && seen && inDates.includes(date);
}

export function nameOf({ state, visibility, date, review }: Case): string {
  return `${state} ${visibility} ${date} review ${review}`;
}

/** Ids that must not appear in answers about a resource that is not public, nor about the files of a masked one. */
export function filesOf(one: MadeMedia): string[] {
  return [one.versionId, one.thumbnailId, one.playedId];
}

export async function makeCases(app: TestApp): Promise<Case[]> {
  const cases: Case[] = [];
  const wordId = await insertWord(app, maskedWord);
  for (const state of resourceStates) {
    for (const visibility of visibilities) {
      for (const date of Object.keys(dates) as (keyof typeof dates)[]) {
        // Dates make no further difference for unpublished resources, so one visibility is enough.
        if (state !== 'published' && date !== 'none' && visibility !== 'everyone') continue;
        for (const review of reviews) {
          if (review !== 'none' && (date !== 'none' || !reviewed.includes(state))) continue;
          const said = review === 'none' ? {} : { said: `the moment of truth ${maskedWord}` };
          const made = await makeMedia(app, { state, visibility, ...said });
          for (const [column, value] of Object.entries(dates[date])) {
            await sql`update resources set ${sql.ref(column)} = ${sql.raw(value)} where id = ${made.id}`.execute(
              app.db,
            );
          }
          if (review !== 'none') await openReview(app, made.id, wordId);
          if (review === 'masked') await mask(app, made.id);
          await sql`update resources set state = ${state} where id = ${made.id}`.execute(app.db);
          cases.push({ ...made, state, visibility, date, review });
        }
      }
    }
  }
  return cases;
}

async function openReview(app: TestApp, id: string, wordId: string): Promise<void> {
  await insertHit(app, id, `Here is ${maskedWord} among plain things.`, { wordId, word: maskedWord });
  await scanned(app, id, { opened: 1 });
}

/** As after a mask decision: masks the place in the file and the speech, while no redacted file has been made yet. */
async function mask(app: TestApp, id: string): Promise<void> {
  await sql`insert into sensitive_hits (id, resource_id, version_id, word_id, severity, pass, source, position, start_offset,
      end_offset, mark_start, mark_end, excerpt, fingerprint, occurrence)
    select gen_random_uuid(), hit.resource_id, hit.version_id, hit.word_id, hit.severity, hit.pass, passages.source,
      passages.position, place.start, place.start + ${maskedWord.length}, place.start, place.start + ${maskedWord.length},
      passages.text, decode(md5(passages.text), 'hex'), 0
    from sensitive_hits hit join passages on passages.resource_id = hit.resource_id and passages.source = 'speech'
      cross join lateral (select strpos(passages.text, ${maskedWord}) - 1 as start) place
    where hit.resource_id = ${id}`.execute(app.db);
  await sql`insert into sensitive_masks (hit_id, resource_id, source, position, page, start_offset, end_offset)
    select id, resource_id, source, position, page, start_offset, end_offset from sensitive_hits
    where resource_id = ${id}`.execute(app.db);
  await sql`update sensitive_hits set state = 'masked' where resource_id = ${id}`.execute(app.db);
  await sumReview(app.db, id);
  await sql`delete from sensitive_scan_wishes where resource_id = ${id}`.execute(app.db);
}

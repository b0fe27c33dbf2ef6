import type { SubtitleOrigin, SubtitleState } from '@lectern/contract/features/subtitle.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { type TrackRecord, trackColumns, trackJoins } from './subtitle-record.ts';

async function selectTracks(db: Executor, condition: RawBuilder<unknown>): Promise<TrackRecord[]> {
  const { rows } = await sql<TrackRecord>`
    select ${trackColumns} from subtitles ${trackJoins} where ${condition}
    order by subtitles.is_default desc, subtitles.language`.execute(db);
  return rows;
}

export async function findTrack(db: Executor, id: string): Promise<TrackRecord | undefined> {
  const [track] = await selectTracks(db, sql`subtitles.id = ${id} and subtitles.deleted_at is null`);
  return track;
}

/** One that was removed. */
export async function findRemovedTrack(db: Executor, id: string): Promise<TrackRecord | undefined> {
  const [track] = await selectTracks(db, sql`subtitles.id = ${id} and subtitles.deleted_at is not null`);
  return track;
}

export async function findTrackOf(
  db: Executor,
  resourceId: string,
  language: string,
): Promise<TrackRecord | undefined> {
  const [track] = await selectTracks(
    db,
    sql`subtitles.resource_id = ${resourceId} and subtitles.language = ${language} and subtitles.deleted_at is null`,
  );
  return track;
}

/** The one that players begin with first. */
export async function listTracks(db: Executor, resourceId: string): Promise<TrackRecord[]> {
  return selectTracks(db, sql`subtitles.resource_id = ${resourceId} and subtitles.deleted_at is null`);
}

export async function listTracksOfMany(db: Executor, resourceIds: readonly string[]): Promise<TrackRecord[]> {
  return selectTracks(db, sql`subtitles.resource_id = any (${resourceIds}::uuid[]) and subtitles.deleted_at is null`);
}

type NewTrack = {
  id: string;
  resourceId: string;
  versionId: string;
  language: string;
  label: string;
  state: SubtitleState;
  isDefault: boolean;
  textId: string;
  origin: SubtitleOrigin;
  cues: number;
  problems: number;
  readingId: string | null;
  changedBy: string | null;
};

export async function insertTrack(transaction: Executor, track: NewTrack): Promise<void> {
  await transaction
    .insertInto('subtitles')
    .values({
      id: track.id,
      resource_id: track.resourceId,
      version_id: track.versionId,
      language: track.language,
      label: track.label,
      state: track.state,
      is_default: track.isDefault,
      text_id: track.textId,
      number: 1,
      origin: track.origin,
      cues: track.cues,
      problems: track.problems,
      reading_id: track.readingId,
      changed_by: track.changedBy,
    })
    .execute();
}

export type TrackColumns = {
  version_id?: string;
  language?: string;
  label?: string;
  state?: SubtitleState;
  is_default?: boolean;
  text_id?: string;
  number?: number;
  origin?: SubtitleOrigin;
  cues?: number;
  problems?: number;
  reading_id?: string | null;
  offered?: number | null;
  checked_by?: string | null;
  checked_at?: Date | string | null;
  published_by?: string | null;
  published_at?: Date | null;
  deleted_by?: string | null;
  deleted_at?: Date | null;
};

/** Another version of it; `by`: null where the machine changed it. */
export async function updateTrack(
  transaction: Executor,
  id: string,
  columns: TrackColumns,
  by: string | null,
): Promise<void> {
  await transaction
    .updateTable('subtitles')
    .set((set) => ({
      ...columns,
      version: set('version', '+', 1),
      changed_by: by,
      changed_at: set.fn<Date>('now'),
    }))
    .where('id', '=', id)
    .execute();
}

/** It says what this transcript says; nobody has changed it. */
export async function updateTranscriptOf(transaction: Executor, id: string, readingId: string): Promise<void> {
  await transaction.updateTable('subtitles').set({ reading_id: readingId }).where('id', '=', id).execute();
}

/** Players begin with one at most. */
export async function clearDefault(transaction: Executor, resourceId: string): Promise<void> {
  await sql`
    update subtitles set is_default = false, version = version + 1
    where resource_id = ${resourceId} and is_default and deleted_at is null`.execute(transaction);
}

/** Removed so long ago that nobody brings them back. */
export async function deleteRemovedTracks(db: Executor, days: number): Promise<number> {
  const { rows } = await sql`
    delete from subtitles where deleted_at < now() - make_interval(days => ${days}) returning 1`.execute(db);
  return rows.length;
}

import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import type { SubtitleOrigin, SubtitleState } from '@lectern/contract/features/subtitle.ts';
import type { Cue, TimedWord } from '@lectern/contract/subtitle/cue.ts';
import { piecesOf, spread } from '@lectern/contract/subtitle/cue-tokens.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { deletePassages } from '../passage/public.ts';
import type { ResourceFollower } from '../resource/public.ts';
import { type TextRecord, type TrackRecord, textColumns, trackColumns, trackJoins } from './subtitle.presenter.ts';

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

/** The default track comes first. */
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
  await judgeTracks(transaction, track.resourceId);
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

/** Increments the track's version; `by` is null when the machine changed it. */
export async function updateTrack(
  transaction: Executor,
  id: string,
  columns: TrackColumns,
  by: string | null,
): Promise<void> {
  const { resource_id: resourceId } = await transaction
    .updateTable('subtitles')
    .set((set) => ({
      ...columns,
      version: set('version', '+', 1),
      changed_by: by,
      changed_at: set.fn<Date>('now'),
    }))
    .where('id', '=', id)
    .returning('resource_id')
    .executeTakeFirstOrThrow();
  if (columns.text_id) await replaceChunks(transaction, id);
  await judgeTracks(transaction, resourceId);
}

/** Links the track to another transcript without counting as a change to the track. */
export async function updateTranscriptOf(
  transaction: Executor,
  { id, resource_id: resourceId }: TrackRecord,
  readingId: string,
): Promise<void> {
  await transaction.updateTable('subtitles').set({ reading_id: readingId }).where('id', '=', id).execute();
  await judgeTracks(transaction, resourceId);
}

/**
 * Call it after tracks, the transcript or the file change: marks tracks made for another file or transcript as out of
 * date and updates the row that lists show.
 */
export async function judgeTracks(transaction: Executor, resourceId: string): Promise<void> {
  await sql`
    update subtitles set stale = judged.stale
    from (
      select subtitles.id, subtitles.version_id is distinct from resources.version_id
        or (subtitles.reading_id is not null and not exists (
          select from readings where readings.id = subtitles.reading_id and readings.current)) as stale
      from subtitles join resources on resources.id = subtitles.resource_id where resources.id = ${resourceId}
    ) judged
    where judged.id = subtitles.id and subtitles.stale <> judged.stale`.execute(transaction);
  await sql`
    update subtitle_sets kept set languages = sums.languages, states = sums.states, problems = sums.problems,
      stale = sums.stale, changed_at = coalesce(sums.changed_at, now())
    from (
      select coalesce(array_agg(language order by language), '{}') as languages,
        coalesce(array_agg(distinct state), '{}') as states, coalesce(sum(problems), 0)::int as problems,
        coalesce(bool_or(stale), false) as stale, max(changed_at) as changed_at
      from subtitles where resource_id = ${resourceId} and deleted_at is null
    ) sums
    where kept.resource_id = ${resourceId}
      and (kept.languages, kept.states, kept.problems, kept.stale, kept.changed_at) is distinct from
        (sums.languages, sums.states, sums.problems, sums.stale, coalesce(sums.changed_at, kept.changed_at))`.execute(
    transaction,
  );
}

/** A video has at most one default track. */
export async function clearDefault(transaction: Executor, resourceId: string): Promise<void> {
  await sql`
    update subtitles set is_default = false, version = version + 1
    where resource_id = ${resourceId} and is_default and deleted_at is null`.execute(transaction);
}

/** Deletes tracks that were removed too long ago to be restored. */
export async function deleteRemovedTracks(db: Executor, days: number): Promise<number> {
  const { rows } = await sql`
    delete from subtitles where deleted_at < now() - make_interval(days => ${days}) returning 1`.execute(db);
  return rows.length;
}

export type Transcript = {
  id: string;
  language: string | null;
  /** `machine`: no person has edited it. */
  origin: 'machine' | 'edited' | 'imported';
  parts: ReadingPart[];
};

/** The current transcript of the current file, unless it is withheld until someone checks it. */
export async function findTranscript(db: Executor, resourceId: string): Promise<Transcript | undefined> {
  const { rows } = await sql<Omit<Transcript, 'parts'>>`
    select readings.id, readings.language, readings.origin from readings
      join resources on resources.id = readings.resource_id and resources.version_id = readings.version_id
    where readings.resource_id = ${resourceId} and readings.source = 'speech' and readings.current
      and not readings.withheld`.execute(db);
  return rows[0] && { ...rows[0], parts: await listParts(db, rows[0].id) };
}

/** Any version of a transcript, current or not. */
export async function findTranscriptVersion(db: Executor, id: string): Promise<Transcript | undefined> {
  const { rows } = await sql<Omit<Transcript, 'parts'>>`
    select id, language, origin from readings where id = ${id} and source = 'speech'`.execute(db);
  return rows[0] && { ...rows[0], parts: await listParts(db, id) };
}

async function listParts(db: Executor, readingId: string): Promise<ReadingPart[]> {
  const { rows } = await sql<{ content: ReadingPart }>`
    select content from reading_parts where reading_id = ${readingId} order by number`.execute(db);
  return rows.map(({ content }) => content);
}

/** Hand-written lines may lack word times; their words are spread over the line's time. */
export function wordsOf({ lines }: ReadingPart): TimedWord[] {
  return lines.flatMap(({ text, words = [], startMs = 0, endMs = startMs }) => {
    const timed = words.every((word) => word.startMs !== undefined && word.endMs !== undefined);
    if (words.length === 0 || !timed) return spread(piecesOf(text), startMs, endMs);
    return words.map((word) => ({ text: word.text, startMs: word.startMs ?? startMs, endMs: word.endMs ?? endMs }));
  });
}

export async function hasTranscript(db: Executor, resourceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from readings
      join resources on resources.id = readings.resource_id and resources.version_id = readings.version_id
    where readings.resource_id = ${resourceId} and readings.source = 'speech' and readings.current
      and not readings.withheld`.execute(db);
  return rows.length > 0;
}

/** Whether the transcript is withheld until someone confirms its language. */
export async function isTranscriptWithheld(db: Executor, resourceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from readings where resource_id = ${resourceId} and source = 'speech' and current and withheld`.execute(db);
  return rows.length > 0;
}

/** The current transcript, whichever file it belongs to. */
export async function findCurrentReadingId(db: Executor, resourceId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from readings where resource_id = ${resourceId} and source = 'speech' and current`.execute(db);
  return rows[0]?.id ?? null;
}

type NewText = {
  id: string;
  subtitleId: string;
  number: number;
  origin: SubtitleOrigin;
  cues: readonly Cue[];
  problems: number;
  engine: string | null;
  options: Record<string, unknown>;
  readingId: string | null;
  note: string;
  createdBy: string | null;
};

export async function insertText(transaction: Executor, text: NewText): Promise<void> {
  await transaction
    .insertInto('subtitle_versions')
    .values({
      id: text.id,
      subtitle_id: text.subtitleId,
      number: text.number,
      origin: text.origin,
      content: JSON.stringify(text.cues),
      cues: text.cues.length,
      problems: text.problems,
      engine: text.engine,
      options: JSON.stringify(text.options),
      reading_id: text.readingId,
      note: text.note,
      created_by: text.createdBy,
    })
    .execute();
}

/**
 * Cuts the current text into chunks for the passage index, which library-wide changes use even if search does not.
 * Done in the database because PostgreSQL also folds the text.
 */
export async function replaceChunks(transaction: Executor, subtitleId: string): Promise<void> {
  await sql`
    select cut_subtitle_chunks(subtitles.id, text.content)
    from subtitles join subtitle_versions text on text.id = subtitles.text_id
    where subtitles.id = ${subtitleId}`.execute(transaction);
}

export async function nextNumber(transaction: Executor, subtitleId: string): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(number), 0) + 1 as next from subtitle_versions where subtitle_id = ${subtitleId}`.execute(
    transaction,
  );
  return rows[0]?.next ?? 1;
}

export async function listTexts(db: Executor, subtitleId: string): Promise<TextRecord[]> {
  const { rows } = await sql<TextRecord>`
    select ${textColumns} from subtitle_versions left join users maker on maker.id = subtitle_versions.created_by
    where subtitle_versions.subtitle_id = ${subtitleId} order by subtitle_versions.number desc`.execute(db);
  return rows;
}

export type FullText = TextRecord & { content: Cue[] };

/** A text of this track only. */
export async function findText(db: Executor, subtitleId: string, id: string): Promise<FullText | undefined> {
  const { rows } = await sql<FullText>`
    select ${textColumns}, subtitle_versions.content
    from subtitle_versions left join users maker on maker.id = subtitle_versions.created_by
    where subtitle_versions.subtitle_id = ${subtitleId} and subtitle_versions.id = ${id}`.execute(db);
  return rows[0];
}

export async function listCurrentCues(db: Executor, subtitleIds: readonly string[]): Promise<Map<string, Cue[]>> {
  const { rows } = await sql<{ id: string; content: Cue[] }>`
    select subtitles.id, text.content from subtitles join subtitle_versions text on text.id = subtitles.text_id
    where subtitles.id = any (${subtitleIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, content }) => [id, content]));
}

export async function findTrackIdOfText(db: Executor, textId: string): Promise<string | undefined> {
  const { rows } = await sql<{ subtitle_id: string }>`
    select subtitle_id from subtitle_versions where id = ${textId}`.execute(db);
  return rows[0]?.subtitle_id;
}

/** Gives every video a row in the subtitle list, visible to those who see the video. */
export const subtitleFollower: ResourceFollower = {
  async added(transaction, ids) {
    await sql`
      insert into subtitle_sets (resource_id, department_id, owner_id, live)
      select id, department_id, owner_id, state not in ('trashed', 'purged') from resources
      where id = any (${ids}::uuid[]) and kind = 'video'`.execute(transaction);
  },
  aspects: ['department_id', 'owner_id', 'live'],
  async changed(transaction, ids) {
    await sql`
      update subtitle_sets set department_id = resources.department_id, owner_id = resources.owner_id,
        live = resources.state not in ('trashed', 'purged')
      from resources where resources.id = resource_id and resources.id = any (${ids}::uuid[])`.execute(transaction);
  },
  async forget(transaction, ids) {
    await sql`delete from subtitle_sets where resource_id = any (${ids}::uuid[])`.execute(transaction);
  },
};

/** Removes the subtitles of the previous file from search. */
export const trackFollower: ResourceFollower = {
  aspects: ['version_id'],
  async changed(transaction, ids) {
    for (const resourceId of ids) {
      await judgeTracks(transaction, resourceId);
      await deletePassages(transaction, { resourceId, source: 'subtitle' });
    }
  },
};

import { writeSubtitles } from '@lectern/contract/subtitle/write-subtitles.ts';
import { sql } from 'kysely';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { findRenditionDelivery, findVersionDelivery } from '../delivery/public.ts';
import { findMaskedText } from '../review/public.ts';
import { coverCues, findText, findTrack } from '../subtitle/public.ts';
import { findOwnCover } from './portal-media.repository.ts';
import { presentCover } from './portal-media.service.ts';

/** Files of resources as readers get them, through the portal and in courses. */
export function publishedMedia(db: Db) {
  return {
    rendition: (ids: { resourceId: string; renditionId: string }, readable: Condition) =>
      findRenditionDelivery(db, ids, readersOf(readable)),
    file: (ids: { resourceId: string; versionId: string }, readable: Condition) =>
      findVersionDelivery(db, ids, readersOf(readable)),
    /** As WebVTT; undefined where it is not published, or of another resource than the one that is named. */
    async subtitle(id: string, resourceId?: string): Promise<string | undefined> {
      const track = await findTrack(db, id);
      if (!track || (resourceId !== undefined && track.resource_id !== resourceId)) return undefined;
      const text = track.state === 'published' ? await findText(db, track.id, track.text_id) : undefined;
      if (!text) return undefined;
      const hidden = await findMaskedText(db, { resourceId: track.resource_id, source: 'subtitle' });
      return writeSubtitles(coverCues(text.content, hidden).cues, 'vtt');
    },
  };
}

/** The cover of a course's resource; whoever asks may already see the course. */
export async function findCourseCover(executor: Executor, id: string, isPublic: Condition) {
  const cover = await findOwnCover(executor, 'courseCover', id, { resource: isPublic, course: sql`true` });
  return cover && presentCover(cover);
}

/** Readers get what is current, and never what is under masks. */
function readersOf(readable: Condition) {
  return { readable, keeps: sql`false`, original: sql`false` };
}

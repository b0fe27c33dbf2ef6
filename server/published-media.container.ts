import { writeSubtitles } from '@lectern/contract/subtitle/write-subtitles.ts';
import { sql } from 'kysely';
import { findRenditionDelivery, findVersionDelivery } from './features/delivery/delivery.repository.ts';
import { coverCues } from './features/subtitle/cover-cues.ts';
import { findTrack } from './features/subtitle/subtitle.repository.ts';
import { findText } from './features/subtitle/subtitle-text.repository.ts';
import type { Db } from './platform/db/database.ts';
import type { Condition } from './platform/list/list-source.ts';
import { findMaskedText } from './platform/masks/hidden-text.ts';

/** Part of the container: bytes of resources as readers get them, through the portal and in courses. */
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

/** Readers get what is current, and never what is under masks. */
function readersOf(readable: Condition) {
  return { readable, keeps: sql`false`, original: sql`false` };
}

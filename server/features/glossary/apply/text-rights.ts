import type { ReplaceSource } from '@lectern/contract/features/glossary.ts';
import { readingPages } from '@lectern/contract/features/reading-edit.ts';
import { subtitlePages } from '@lectern/contract/features/subtitle.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { TextAccess } from '../../reading/public.ts';
import { worksOn } from '../../resource/public.ts';
import type { SubtitleReplaceService } from '../../subtitle/public.ts';

export type ReplaceableSubtitles = {
  replacing: SubtitleReplaceService;
  mayChange(db: Executor, principal: Principal, resourceId: string): Promise<boolean>;
};
type Text = { id: string; source: ReplaceSource };

const pages = { ...readingPages, subtitle: subtitlePages };

/** Whether this person works with texts of that kind. */
export function worksOnTexts(principal: Principal, source: ReplaceSource): boolean {
  return worksOn(principal, pages[source]);
}

/** A term is replaced where this person could edit the text by hand. */
export function mayEditText({ access, subtitles }: { access: TextAccess; subtitles: () => ReplaceableSubtitles }) {
  return (executor: Executor, principal: Principal, { id, source }: Text): Promise<boolean> =>
    source === 'subtitle'
      ? subtitles().mayChange(executor, principal, id)
      : access.mayEdit(executor, principal, { id, source });
}

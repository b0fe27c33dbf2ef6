import type { Audience } from '@lectern/contract/audience.ts';
import type { SummaryContent } from '@lectern/contract/features/summary-content.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { Db } from '../../platform/db/database.ts';
import type { KeyHolder } from '../../platform/http/key-holder.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { isPublicChapter, isPublicCourse, isPublicResource } from '../publication/public.ts';
import type { MediaSigner } from './media-signer.ts';

export type HomeItem = {
  /** Null when the item fills an empty place automatically. */
  entryId: string | null;
  kind: 'resource' | 'course';
  id: string;
  title: string | null;
  coverFileId: string | null;
};
type HomeAsShown = {
  number: number | null;
  publishedAt: Date | null;
  slots: { key: string; name: string; things: HomeItem[] }[];
};

export type PublishedSummary = { language: string | null; outOfDate: boolean; content: SummaryContent };

export type PortalDependencies = {
  db: Db;
  signer: MediaSigner;
  shownTo: ShownTo;
  /** The language of Lectern's own texts. */
  language(): Promise<Language>;
  homePage: { shownAt(at: Date, audience: Audience): Promise<HomeAsShown> };
  columnContent: {
    /** Matches the resources in a column, added by hand or by its rule. */
    condition(columnId: string): Promise<Condition>;
    /** The public resources of a column, in column order. */
    page(
      columnId: string,
      isPublic: Condition,
      wanted: { after: string | undefined; size: number },
    ): Promise<{ ids: string[]; more: boolean }>;
  };
  /** The published summary, with masked text redacted. */
  publishedSummary(resourceId: string): Promise<PublishedSummary | undefined>;
};

/** The publication rule for one audience, per table. */
export type Shown = { resource: Condition; course: Condition; chapter: Condition };

type ShownTo = (holder: Pick<KeyHolder, 'audience'>) => Shown;

export function shownIn(timeZone: string): ShownTo {
  const of = (audience: Audience): Shown => {
    const rule = { audience, timeZone };
    return { resource: isPublicResource(rule), course: isPublicCourse(rule), chapter: isPublicChapter(rule) };
  };
  return ({ audience }) => of(audience);
}

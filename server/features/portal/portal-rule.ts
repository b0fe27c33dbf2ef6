import type { Audience } from '@lectern/contract/audience.ts';
import type { KeyHolder } from '../../platform/http/key-holder.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { isPublicChapter, isPublicCourse, isPublicResource } from '../../platform/publication/public-condition.ts';

/** What one audience may see: the one rule of publication, for rows of each kind. */
export type Shown = { resource: Condition; course: Condition; chapter: Condition };

export type ShownTo = (holder: Pick<KeyHolder, 'audience'>) => Shown;

export function shownIn(timeZone: string): ShownTo {
  const of = (audience: Audience): Shown => {
    const rule = { audience, timeZone };
    return { resource: isPublicResource(rule), course: isPublicCourse(rule), chapter: isPublicChapter(rule) };
  };
  return ({ audience }) => of(audience);
}

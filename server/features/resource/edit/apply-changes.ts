import type { ResourceFields } from '@lectern/contract/features/resource.ts';
import type { ResourceChanges } from '@lectern/contract/features/resource-action.ts';
import { invalidField } from '../../../platform/app-error.ts';

const tagsAtMost = 50;

/** What a bulk edit makes of one resource: the fields that it writes, whether they differ or not. */
export function applyChanges(
  resource: { title: string; tag_ids: readonly string[] },
  { title, tags, ...plain }: ResourceChanges,
): Partial<ResourceFields> {
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  return {
    ...given,
    ...(title && { title: retitled(resource.title, title) }),
    ...(tags && { tagIds: retagged(resource.tag_ids, tags) }),
  };
}

/** Letter by letter; what stands there is neither a pattern nor a place to fill. */
function retitled(before: string, { find, replace }: NonNullable<ResourceChanges['title']>): string {
  if (!before.includes(find)) return before;
  const after = before.split(find).join(replace).trim();
  if (after === '' || after.length > 300) throw invalidField('title', 'titleLeft');
  return after;
}

function retagged(before: readonly string[], tags: NonNullable<ResourceChanges['tags']>): string[] {
  const after =
    'replace' in tags
      ? new Set(tags.replace)
      : new Set([...before.filter((id) => !tags.remove.includes(id)), ...tags.add]);
  if (after.size > tagsAtMost) throw invalidField('tagIds', 'tooManyTags', { limit: tagsAtMost });
  return [...after];
}

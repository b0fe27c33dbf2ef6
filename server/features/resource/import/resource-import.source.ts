import { resourceImport } from '@lectern/contract/features/resource-import.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { ImportSource } from '../../../platform/import/import-source.ts';
import type { TagService } from '../../tag/tag.service.ts';
import { withTagsThere } from '../actions/edit-actions.ts';
import { judgeEdit } from '../resource.policy.ts';
import type { ResourceColumns } from '../resource.repository.ts';
import type { ResourceChangeService } from '../resource-change.service.ts';
import { judgeResourceLines, type ResourcePlan } from './judge-resource-lines.ts';

type Changes = Pick<ResourceChangeService, 'take' | 'edit' | 'write'>;

/** What resources say of themselves, from a file. Tags that are not there yet are made. */
export function resourceImportSource(changes: Changes, tags: Pick<TagService, 'ensure'>): ImportSource<ResourcePlan> {
  return {
    declaration: resourceImport,
    judge: judgeResourceLines,
    async carryOut(transaction, context, { plan }, id) {
      const resource = await changes.take(transaction, context, id);
      // In one order for everybody: two imports with the same tags must not wait for each other in a circle.
      const names = plan.tagNames && [...plan.tagNames].sort();
      const tagIds: string[] = [];
      for (const name of names ?? []) tagIds.push(await tags.ensure(transaction, context, name));
      const wanted = { ...plan.fields, ...(names && { tagIds: [...new Set(tagIds)] }) };
      const { version, before } = await changes.edit(transaction, context, resource, wanted, { quiet: true });
      return { before, version };
    },
    async undo(transaction, item, actor) {
      const resource = await changes.take(transaction, actor, item.objectId);
      if (resource.version !== item.version) throw new AppError('changedMeanwhile');
      judgeEdit(actor.principal, resource);
      const columns = await withTagsThere(transaction, item.before as ResourceColumns);
      const telling = { action: 'resource.changeUndone', quiet: true };
      const version = await changes.write(transaction, actor, resource, columns, telling);
      return { label: resource.title, state: 'done', before: null, version };
    },
  };
}

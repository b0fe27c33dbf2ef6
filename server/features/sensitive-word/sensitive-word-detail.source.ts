import { sensitiveWordChanges } from '@lectern/contract/features/sensitive-word.ts';
import { sensitiveWordDetail } from '@lectern/contract/features/sensitive-word-detail.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { AppError } from '../../platform/app-error.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import { findWord } from './sensitive-word.repository.ts';
import type { SensitiveWordService } from './sensitive-word.service.ts';

/** A word as seen by the edit lock and the activity log. */
export function sensitiveWordDetailSource(words: Pick<SensitiveWordService, 'update'>): DetailSource {
  return {
    detail: sensitiveWordDetail,
    async find(db, principal, id) {
      const word = await findWord(db, id);
      if (!word) return undefined;
      const { pack, ...values } = word;
      return {
        version: word.version,
        mayEdit: hasAbility(principal.roleId, sensitiveWordDetail.ability),
        values: { ...values, packId: pack?.id ?? null },
      };
    },
    async change(context, id, values, version) {
      const parsed = sensitiveWordChanges.safeParse(values);
      // An old value may no longer be valid.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await words.update(context, id, { ...parsed.data, version });
    },
  };
}

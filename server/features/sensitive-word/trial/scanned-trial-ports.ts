import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { WordMatcherHost } from '../../../engines/word-matcher/word-matcher-host.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import { findReadable, listReadable as listReadableResources } from '../../resource/public.ts';
import { type CandidateService, type Dictionary, listTexts } from '../../scan/public.ts';
import type { TrialPorts } from './trial-ports.ts';

type Dependencies = {
  db: Db;
  dictionary: Pick<Dictionary, 'open'>;
  candidates: Pick<CandidateService, 'textsOf'>;
};

/** Trials run on the texts that the scan reads. */
export function trialPorts({ db, dictionary, candidates }: Dependencies): TrialPorts {
  return {
    createMatcher: () => new WordMatcherHost({ memoryMb: 256 }),
    findAll: async (texts) => (await dictionary.open()).find(texts),
    candidates: (wanted, most) => candidates.textsOf(wanted, most),
    // A resource's texts are for the people who look after it, not for everyone who may read it.
    async textsOf(principal, id) {
      const { kind, in_scope: inScope, owner_id: ownerId } = await findReadable(db, principal, id);
      if (!inScope && ownerId !== principal.userId) throw new AppError('notFound');
      return { kind: kind as ResourceKind, texts: await listTexts(db, id) };
    },
    async listReadable(executor, principal, ids) {
      const rows = await listReadableResources(executor, principal, ids);
      return new Set(rows.filter((row) => row.in_scope).map((row) => row.id));
    },
  };
}

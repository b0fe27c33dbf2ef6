import { AppError } from '../../platform/app-error.ts';
import type { ArchiveProblem } from './judge-archive.ts';

const codes = {
  unsafe: 'archiveUnsafe',
  protected: 'archiveProtected',
  inflates: 'fileInflates',
  damaged: 'fileDamaged',
  empty: 'archiveEmpty',
} as const;

/** What a person reads about an archive that isn’t taken. */
export function archiveRefusal(problem: ArchiveProblem): AppError {
  if (problem.kind === 'tooMany') return new AppError('archiveTooMany', { params: { limit: problem.limit } });
  if (problem.kind === 'repeated')
    return new AppError('archiveRepeats', { params: { name: problem.name.slice(0, 200) } });
  if (problem.kind === 'unsupported') {
    return new AppError('archiveUnsupported', { params: { name: problem.name.slice(0, 200), method: problem.method } });
  }
  return new AppError(codes[problem.kind]);
}

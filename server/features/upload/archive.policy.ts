import type { ArchiveProblem } from '../../engines/archive/judge-archive.ts';
import { AppError } from '../../platform/app-error.ts';

const codes = {
  unsafe: 'archiveUnsafe',
  protected: 'archiveProtected',
  inflates: 'fileInflates',
  damaged: 'fileDamaged',
  empty: 'archiveEmpty',
} as const;

export function archiveRefusal(problem: ArchiveProblem): AppError {
  if (problem.kind === 'tooMany') return new AppError('archiveTooMany', { params: { limit: problem.limit } });
  return new AppError(codes[problem.kind]);
}

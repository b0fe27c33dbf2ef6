import type { SummaryMove, SummaryState } from '@lectern/contract/features/summary.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { type RawBuilder, sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isInScope } from '../../platform/list/meanings.ts';

const byState: Record<SummaryState, readonly SummaryMove[]> = {
  none: ['edit', 'regenerate'],
  draft: ['edit', 'approve', 'reject', 'regenerate'],
  approved: ['edit', 'publish', 'reject', 'reopen', 'regenerate'],
  published: ['edit', 'unpublish', 'regenerate'],
  rejected: ['edit', 'reopen', 'regenerate'],
};

type Judged = { state: SummaryState; published: number | null };

/** The allowed moves: all that fit the state, for editors who can see the summary. */
export function movesOf({ roleId }: { roleId: number }, { state, published }: Judged): SummaryMove[] {
  if (!hasAbility(roleId, 'editor')) return [];
  const moves = [...byState[state]];
  // An older version can be published while a new one is in progress.
  if (published !== null && !moves.includes('unpublish')) moves.push('unpublish');
  return moves;
}

export function requireMove(principal: { roleId: number }, judged: Judged, move: SummaryMove): void {
  if (!movesOf(principal, judged).includes(move)) throw new AppError('illegalMove');
}

/** An out-of-date summary needs confirmation before it is approved or published. */
export function requireUpToDate({ stale }: { stale: boolean }, acceptOutOfDate: boolean): void {
  if (stale && !acceptOutOfDate) throw new AppError('summaryOutOfDate');
}

/** A new machine result replaces machine drafts, but waits as an offer next to what people edited or approved. */
export function takesPlace(current: { origin: string | null; state: SummaryState }): boolean {
  return (
    current.state === 'none' ||
    (current.origin !== 'edited' && (current.state === 'draft' || current.state === 'rejected'))
  );
}

/** Summaries are visible within the data scope of their resource, unless it is in the trash. */
export function summaryScope(principal: Principal): RawBuilder<unknown> {
  const scope = isInScope(dataScopeOf(principal), {
    departmentId: sql`resource_summaries.department_id`,
    ownerId: sql`resource_summaries.owner_id`,
  });
  return sql`(resource_summaries.live and ${scope})`;
}

import { AppError } from '../../platform/app-error.ts';
import { findWorkOf, type MachineWork } from '../machine-work/public.ts';
import { findReadable } from '../resource/public.ts';
import type { RunSummary } from './summary.service.ts';
/** Runs the summary step for a resource this person may read; the step's own permissions are checked with it. */
export function runSummary(machine: () => MachineWork): RunSummary {
  return async (transaction, context, resourceId, { options, priority }) => {
    const { pipeline, changes } = machine();
    const { version_id: versionId } = await findReadable(transaction, context.principal, resourceId);
    if (!versionId) throw new AppError('illegalMove');
    await pipeline.plan(transaction, versionId);
    const work = await findWorkOf(transaction, resourceId, 'summarise');
    if (!work) throw new AppError('illegalMove');
    const wanted = { options: { ...options }, ...(priority !== undefined && { priority }) };
    const skip = await changes.run(transaction, context, work, wanted);
    if (skip === 'notCurrent') throw new AppError('illegalMove');
    return skip && 'asWanted';
  };
}

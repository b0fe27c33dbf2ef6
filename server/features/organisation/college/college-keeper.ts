import { collegeList, type NewCollege } from '@lectern/contract/features/college.ts';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { countsInWords } from '../../../platform/error-values.ts';
import type { EventPublisher } from '../../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { keptMentions, type MentionKeeper } from '../../../platform/mentions/mentions.ts';
import { moveLibrariesToCollege } from '../../library/public.ts';
import { differences, judgeView } from '../unit.policy.ts';
import { publishRightsChanged, recordUnit, type Unit, type UnitKeeper } from '../unit-keeper.ts';
import { lockOrganisation, placeAmong } from '../unit-order.ts';
import {
  collegeSiblings,
  countLibraries,
  deleteCollegeRow,
  findCollegeByCode,
  findCollegeRecord,
  insertCollege,
  lockCollege,
  moveDepartmentsToCollege,
  type StoredCollege,
  updateCollegeRow,
} from './college.repository.ts';

const ids = z.array(z.uuid());
/** What Undo needs after a merge or a removal. */
const removed = z.object({
  unit: z.object({ id: z.uuid(), values: z.record(z.string(), z.unknown()), sort: z.number(), disabled: z.boolean() }),
  intoId: z.uuid().nullable(),
  departmentIds: ids,
  libraryIds: ids,
  mentions: keptMentions,
});
type Removed = z.output<typeof removed>;
export type CollegeEdit = Partial<NewCollege>;

/** Changes colleges one at a time, in the caller's transaction. */
export class CollegeKeeper implements UnitKeeper {
  readonly type = 'college';
  readonly page = collegeList.page;
  readonly #publisher: EventPublisher;
  readonly #mentions: MentionKeeper;

  constructor(publisher: EventPublisher, mentions: MentionKeeper) {
    this.#publisher = publisher;
    this.#mentions = mentions;
  }

  async take(
    transaction: Executor,
    { principal }: SignedInContext,
    id: string,
  ): Promise<Unit & { row: StoredCollege }> {
    judgeView(principal);
    await lockOrganisation(transaction);
    const row = await lockCollege(transaction, id);
    if (!row) throw new AppError('notFound');
    return { id, name: row.name, version: row.version, disabled: row.disabled_at !== null, row };
  }

  async add(transaction: Executor, context: SignedInContext, college: NewCollege, id: string): Promise<void> {
    judgeView(context.principal);
    await lockOrganisation(transaction);
    await requireFreeCode(transaction, college.code);
    const sort = await placeAmong(transaction, collegeSiblings, id, null);
    await insertCollege(transaction, { id, sort, ...columnsOf(college) });
    await recordUnit(transaction, context, 'college', { id, verb: 'created', after: college });
  }

  /** Returns the new version, or the current one when nothing changed. */
  async edit(transaction: Executor, context: SignedInContext, id: string, edit: CollegeEdit): Promise<number> {
    const { row } = await this.take(transaction, context, id);
    const change = differences(collegeValues(row), edit);
    if (!change) return row.version;
    if (edit.code !== undefined) await requireFreeCode(transaction, edit.code, id);
    const version = await updateCollegeRow(transaction, id, columnsOf(edit));
    await recordUnit(transaction, context, 'college', { id, verb: 'updated', ...change });
    return version;
  }

  async place(transaction: Executor, context: SignedInContext, id: string, beforeId: string | null): Promise<void> {
    await this.take(transaction, context, id);
    const sort = await placeAmong(transaction, collegeSiblings, id, beforeId);
    await updateCollegeRow(transaction, id, { sort });
    await recordUnit(transaction, context, 'college', { id, verb: 'placed', after: { beforeId } });
  }

  async setDisabled(transaction: Executor, context: SignedInContext, id: string, disabled: boolean): Promise<number> {
    const version = await updateCollegeRow(transaction, id, { disabled_at: disabled ? new Date() : null });
    await recordUnit(transaction, context, 'college', { id, verb: disabled ? 'disabled' : 'enabled' });
    return version;
  }

  async merge(transaction: Executor, context: SignedInContext, id: string, intoId: string): Promise<Removed> {
    const { row } = await this.take(transaction, context, id);
    if (id === intoId) throw new AppError('intoItself');
    const into = await this.take(transaction, context, intoId);
    if (into.disabled) throw new AppError('mergeIntoDisabled', { params: { name: into.name } });
    const departmentIds = await moveDepartmentsToCollege(transaction, { collegeId: id }, intoId);
    const libraryIds = await moveLibrariesToCollege(transaction, { from: id, to: intoId });
    const mentions = await this.#mentions.rename(transaction, context, { of: 'college', from: id, to: intoId });
    await deleteCollegeRow(transaction, id);
    const after = { intoId, departments: departmentIds.length, libraries: libraryIds.length };
    await recordUnit(transaction, context, 'college', { id, verb: 'merged', before: collegeValues(row), after });
    await recordUnit(transaction, context, 'college', {
      id: intoId,
      verb: 'tookIn',
      after: { fromId: id, from: row.name },
    });
    await publishRightsChanged(transaction, this.#publisher);
    return { ...keptOf(row), intoId, departmentIds, libraryIds, mentions };
  }

  async unmerge(transaction: Executor, context: SignedInContext, before: unknown): Promise<Unit> {
    const { intoId, departmentIds, libraryIds, mentions } = removed.parse(before);
    const unit = await this.restore(transaction, context, before);
    if (intoId) {
      await moveDepartmentsToCollege(transaction, { collegeId: intoId, only: departmentIds }, unit.id);
      await moveLibrariesToCollege(transaction, { from: intoId, to: unit.id, only: libraryIds });
      await this.#mentions.putBack(transaction, context, mentions);
    }
    await publishRightsChanged(transaction, this.#publisher);
    return unit;
  }

  async remove(transaction: Executor, context: SignedInContext, id: string): Promise<Removed> {
    const { row } = await this.take(transaction, context, id);
    const { departments = 0, people = 0, resources = 0 } = (await findCollegeRecord(transaction, id)) ?? {};
    const libraries = await countLibraries(transaction, id);
    if (departments + libraries > 0) {
      const contents = countsInWords({ departments, people, resources, libraries });
      throw new AppError('unitNotEmpty', { params: { name: row.name, contents } });
    }
    await deleteCollegeRow(transaction, id);
    await recordUnit(transaction, context, 'college', { id, verb: 'deleted', before: collegeValues(row) });
    return { ...keptOf(row), intoId: null, departmentIds: [], libraryIds: [], mentions: {} };
  }

  async restore(transaction: Executor, context: SignedInContext, before: unknown): Promise<Unit> {
    judgeView(context.principal);
    await lockOrganisation(transaction);
    const { unit } = removed.parse(before);
    const values = unit.values as NewCollege;
    await requireFreeCode(transaction, values.code);
    await insertCollege(transaction, {
      id: unit.id,
      sort: unit.sort,
      disabled_at: unit.disabled ? new Date() : null,
      ...columnsOf(values),
    });
    await recordUnit(transaction, context, 'college', { id: unit.id, verb: 'restored', after: values });
    return { id: unit.id, name: values.name, version: 1, disabled: unit.disabled };
  }
}

async function requireFreeCode(transaction: Executor, code: string, ownId?: string): Promise<void> {
  const other = await findCollegeByCode(transaction, code);
  if (other && other.id !== ownId) throw new AppError('codeTaken', { params: { name: other.name } });
}

function keptOf(row: StoredCollege) {
  return {
    unit: { id: row.id, values: collegeValues(row), sort: row.sort, disabled: row.disabled_at !== null },
  };
}

/** The values recorded in activities and restored by reverts. */
export function collegeValues(row: StoredCollege): NewCollege {
  return {
    code: row.code,
    name: row.name,
    shortName: row.short_name,
    contact: row.contact,
    description: row.description,
  };
}

function columnsOf<Edit extends CollegeEdit>({ shortName, ...edit }: Edit) {
  return { ...edit, ...(shortName !== undefined && { short_name: shortName || null }) };
}

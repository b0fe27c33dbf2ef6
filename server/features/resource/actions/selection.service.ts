import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { describeSelection, previewChanges, ResourceChanges } from '@lectern/contract/features/resource-action.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { type Selected, selectedCondition } from '../list/resource-rows.ts';
import { columnsOf, fieldColumns, type LockedResource, listReadable } from '../resource.repository.ts';
import { isSame } from '../resource-change.service.ts';
import { applyChanges } from './edit-actions.ts';
import {
  type Common,
  commonFields,
  countChanges,
  listIdsChanged,
  listNamesOf,
  listTagsAmong,
  readCommon,
} from './selection.repository.ts';

type Description = OutputOf<typeof describeSelection>;
type Preview = OutputOf<typeof previewChanges>;
type Sample = Preview['samples'][number];

const samplesAtMost = 20;

/** Previews of bulk edits on a selection. Read-only. */
export class SelectionService {
  readonly #db: Db;
  readonly #timeZone: string;

  constructor(db: Db, config: { timeZone: string }) {
    this.#db = db;
    this.#timeZone = config.timeZone;
  }

  async describe({ principal }: SignedInContext, wanted: Selected): Promise<Description> {
    const selected = await selectedCondition(this.#db, principal, wanted, this.#timeZone);
    const [common, tags] = await Promise.all([
      readCommon(this.#db, principal, selected),
      listTagsAmong(this.#db, selected),
    ]);
    return { count: common.count, editable: common.editable, fields: presentCommon(common), tags };
  }

  async preview({ principal }: SignedInContext, wanted: Selected & { changes: ResourceChanges }): Promise<Preview> {
    const selected = await selectedCondition(this.#db, principal, wanted, this.#timeZone);
    const { changes } = wanted;
    const [counts, ids] = await Promise.all([
      countChanges(this.#db, principal, selected, changes),
      listIdsChanged(this.#db, principal, selected, changes, samplesAtMost),
    ]);
    return { ...counts, samples: await this.#samples(principal, ids, changes) };
  }

  async #samples(principal: Principal, ids: readonly string[], changes: ResourceChanges): Promise<Sample[]> {
    const resources = await listReadable(this.#db, principal, ids);
    const changed = resources.map((resource) => ({ resource, changes: changesOf(resource, changes) }));
    const values = changed.flatMap((sample) => sample.changes.flatMap(({ before, after }) => [before, after]));
    const mentioned = values.flat().filter((value): value is string => typeof value === 'string' && isId(value));
    const names = await listNamesOf(this.#db, [...new Set(mentioned)]);
    return changed.map(({ resource, changes: list }) => ({
      id: resource.id,
      title: resource.title,
      changes: list.map(({ field, before, after }) => ({
        field,
        before: wordsOf(before, names),
        after: wordsOf(after, names),
      })),
    }));
  }
}

function changesOf(resource: LockedResource, changes: ResourceChanges) {
  const columns = columnsOf(applyChanges(resource, changes)) as Record<string, unknown>;
  return Object.entries(fieldColumns).flatMap(([field, column]) => {
    const before: unknown = resource[column];
    return column in columns && !isSame(before, columns[column]) ? [{ field, before, after: columns[column] }] : [];
  });
}

function isId(value: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}

/** Tags and subjects by name; deleted ones have none. */
function wordsOf(value: unknown, names: ReadonlyMap<string, string>): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.flatMap((id: string) => names.get(id) ?? []).join(', ');
  return names.get(String(value)) ?? String(value);
}

function presentCommon({ fields }: Common): Description['fields'] {
  const entries = commonFields.map((field) => {
    const { mixed, value, values } = fields[field];
    const plain = field === 'year' && value !== null ? Number(value) : value;
    return [field, mixed ? { mixed, values } : { mixed: false, value: plain ?? emptyOf(field) }] as const;
  });
  return Object.fromEntries(entries) as unknown as Description['fields'];
}

/** The value of a field for an empty selection. */
function emptyOf(field: (typeof commonFields)[number]): string | null {
  if (field === 'visibility') return 'campus';
  return ['description', 'author', 'source'].includes(field) ? '' : null;
}

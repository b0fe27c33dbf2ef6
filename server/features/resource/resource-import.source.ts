import type { ResourceFields } from '@lectern/contract/features/resource.ts';
import { resourceImport } from '@lectern/contract/features/resource-import.ts';
import type { ImportLine, ImportProblem } from '@lectern/contract/import/define-import.ts';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import {
  type ImportRules,
  type ImportSource,
  type ImportValues,
  type JudgedLine,
  problem,
} from '../../platform/import/import-source.ts';
import type { TagService } from '../tag/public.ts';
import { withTagsThere } from './actions/edit-actions.ts';
import { type ResourceLine, readResourceLine } from './read-resource-line.ts';
import { assertMayEdit, type Judged, mayEdit } from './resource.policy.ts';
import { type FieldColumn, fieldColumns, type LockedResource, type ResourceColumns } from './resource.repository.ts';
import type { ResourceChangeService } from './resource-change.service.ts';
import { inScopeColumn, readable } from './resource-scope.ts';

type Changes = Pick<ResourceChangeService, 'take' | 'edit' | 'write'>;

/** Imports metadata of resources from a file. Unknown tags are created. */
export function resourceImportSource(changes: Changes, tags: Pick<TagService, 'ensure'>): ImportSource<ResourcePlan> {
  return {
    declaration: resourceImport,
    judge: judgeResourceLines,
    async carryOut(transaction, context, { plan }, id) {
      const resource = await changes.take(transaction, context, id);
      // Sorted, so concurrent imports can’t deadlock.
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
      assertMayEdit(actor.principal, resource);
      const columns = await withTagsThere(transaction, item.before as ResourceColumns);
      const record = { action: 'resource.changeUndone', quiet: true };
      const version = await changes.write(transaction, actor, resource, columns, record);
      return { label: resource.title, state: 'done', before: null, version };
    },
  };
}

type ResourcePlan = { fields: Partial<ResourceFields>; tagNames: string[] | undefined };

/** What each line would change. Lines never create resources. */
async function judgeResourceLines(
  db: Executor,
  principal: Principal,
  values: readonly ImportValues[],
  { existing, within }: ImportRules,
): Promise<JudgedLine<ResourcePlan>[]> {
  const lines = values.map(readResourceLine);
  const ids = lines.flatMap((line) => (line.id ? [line.id] : []));
  const names = lines.flatMap((line) => (line.file && !line.id ? [line.file.toLowerCase()] : []));
  const codes = lines.flatMap((line) => (line.subjectCode ? [line.subjectCode.toLowerCase()] : []));
  const byId = await listResourcesById(db, principal, ids);
  const byFile = within ? await listResourcesByFile(db, principal, within, names) : [];
  const subjects = await listSubjectsByCode(db, codes);
  const known: Known = {
    byId: new Map(byId.map((resource) => [resource.id, resource])),
    byFile: Map.groupBy(byFile, (resource) => resource.file_name.toLowerCase()),
    subjects: new Map(subjects.map((subject) => [subject.code.toLowerCase(), subject])),
    hasLibrary: within !== null,
  };
  return lines.map((line) => checkLine(line, known, principal, existing));
}

type Known = {
  byId: Map<string, KnownResource>;
  byFile: Map<string, KnownResource[]>;
  subjects: Map<string, { id: string; code: string }>;
  hasLibrary: boolean;
};

function checkLine(
  line: ResourceLine,
  known: Known,
  principal: Principal,
  existing: ImportRules['existing'],
): JudgedLine<ResourcePlan> {
  const found = findResource(line, known);
  const resource = 'id' in found ? found : undefined;
  const problems = [...('id' in found ? [] : [found]), ...line.problems];
  const subject = line.subjectCode ? known.subjects.get(line.subjectCode.toLowerCase()) : undefined;
  if (line.subjectCode && !subject)
    problems.push(problem('subject', 'unknownSubject', { value: line.subjectCode.slice(0, 60) }));
  if (resource && problems.length === 0 && !mayEdit(principal, resource)) problems.push(problem(null, 'notEditable'));
  const label = resource?.title ?? line.file ?? line.id ?? '';
  const base = { label, key: resource?.id ?? null, objectId: resource?.id ?? null };
  const plan: ResourcePlan = {
    fields: { ...line.fields, ...(subject && { subjectId: subject.id }) },
    tagNames: line.tagNames,
  };
  if (!resource || problems.length > 0) return { ...base, verdict: 'invalid', problems, changes: [], plan };
  const changes = changesOf(line, resource, subject);
  const why = existing === 'skip' ? 'existsAlready' : changes.length === 0 ? 'nothingToChange' : undefined;
  if (why) return { ...base, verdict: 'skipped', problems: [problem(null, why)], changes: [], plan };
  return { ...base, verdict: 'changed', problems, changes, plan };
}

function findResource(line: ResourceLine, known: Known): KnownResource | ImportProblem {
  if (line.id) return known.byId.get(line.id) ?? problem('id', 'unknownResource');
  if (!line.file) return problem('file', 'required');
  if (!known.hasLibrary) return problem('file', 'libraryNeeded');
  const [resource, ...others] = known.byFile.get(line.file.toLowerCase()) ?? [];
  if (!resource) return problem('file', 'unknownResource');
  return others.length > 0 ? problem('file', 'severalResources', { count: others.length + 1 }) : resource;
}

function changesOf(
  line: ResourceLine,
  resource: KnownResource,
  subject: { id: string; code: string } | undefined,
): ImportLine['changes'] {
  const changes: ImportLine['changes'] = [];
  const add = (field: string, before: string, after: string) => {
    if (before !== after) changes.push({ field, before, after });
  };
  for (const [field, value] of Object.entries(line.fields)) {
    const before = resource[fieldColumns[field as keyof typeof fieldColumns] as keyof KnownResource];
    add(field, before === null ? '' : String(before), String(value));
  }
  if (subject) add('subject', resource.subject_code ?? '', subject.code);
  if (line.tagNames) {
    const sorted = (names: readonly string[]) => [...names].sort((left, right) => left.localeCompare(right)).join(', ');
    const isSame = sorted(line.tagNames).toLowerCase() === sorted(resource.tag_names).toLowerCase();
    if (!isSame) add('tags', sorted(resource.tag_names), sorted(line.tagNames));
  }
  return changes;
}

/** The current values of a resource that lines may change. */
type KnownResource = Judged &
  Pick<LockedResource, 'id' | 'file_name' | FieldColumn> & {
    subject_code: string | null;
    tag_names: string[];
  };

const columns = (principal: Principal) => sql`resources.id, resources.file_name, resources.title, resources.description,
  resources.language, resources.subject_id,
  (select code from subjects where subjects.id = resources.subject_id) as subject_code, resources.author,
  resources.year, resources.source, resources.alt_text, resources.licence, resources.licence_until::text,
  resources.visibility, resources.tag_ids, resources.state, resources.owner_id,
  array(select tags.name from tags where tags.id = any (resources.tag_ids) order by lower(tags.name)) as tag_names,
  ${inScopeColumn(principal)} as in_scope`;
const live = sql`resources.state not in ('trashed', 'purged')`;

async function listResourcesById(db: Executor, principal: Principal, ids: readonly string[]): Promise<KnownResource[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<KnownResource>`
    select ${columns(principal)} from resources
    where resources.id = any(${ids}::uuid[]) and ${live} and ${readable(principal)}`.execute(db);
  return rows;
}

/** Two rows are enough to know that a name is ambiguous. */
async function listResourcesByFile(
  db: Executor,
  principal: Principal,
  libraryId: string,
  names: readonly string[],
): Promise<KnownResource[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<KnownResource>`
    select ${columns(principal)} from resources
    where resources.library_id = ${libraryId} and lower(resources.file_name) = any(${names}::text[])
      and ${live} and ${readable(principal)} order by resources.id`.execute(db);
  return rows;
}

async function listSubjectsByCode(db: Executor, codes: readonly string[]) {
  if (codes.length === 0) return [];
  return db
    .selectFrom('subjects')
    .select(['id', 'code'])
    .where(sql`lower(code)`, '=', sql`any (${[...new Set(codes)]}::text[])`)
    .where('disabled_at', 'is', null)
    .execute();
}

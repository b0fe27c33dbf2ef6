import type { Endpoint, OutputOf, RequestOf } from '@lectern/contract/endpoint.ts';
import { addColumnItems, createColumn } from '@lectern/contract/features/column.ts';
import { addFavourite, createFavouriteFolder } from '@lectern/contract/features/favourite.ts';
import { createFolder, createLibrary, updateLibrary } from '@lectern/contract/features/library.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
import { moveResource, type ResourceDetailView, updateResource } from '@lectern/contract/features/resource.ts';
import type { ResourceMove } from '@lectern/contract/features/resource-state.ts';
import { listSubjects } from '@lectern/contract/features/subject.ts';
import { createTag } from '@lectern/contract/features/tag.ts';
import { password } from '../../people.ts';
import { makeResources } from '../../seed/make-resources.ts';
import { callApi } from '../../session/call-api.ts';
import { type Session, signInWith } from '../../session/sign-in.ts';
import { columns, type Lecture, lectures, libraries } from './campus-lectures.ts';
import type { LectureFile } from './make-files.ts';

type Call = <E extends Endpoint>(endpoint: E, request?: RequestOf<E>) => Promise<OutputOf<E>>;
type Place = { libraryId: string; folderId?: string };

const steps: Record<NonNullable<Lecture['left']> | 'published', readonly ResourceMove[]> = {
  ready: [],
  in_review: ['submit'],
  published: ['publish'],
  offline: ['publish', 'offline'],
  trashed: ['trash'],
};

/** Brings every lecture into its library as its owner would, through the same calls as the pages. */
export async function bringIn(origin: string, files: readonly LectureFile[]): Promise<ResourceDetailView[]> {
  const head = await signInWith(origin, 'li.wei', password);
  const call: Call = (endpoint, request) => callApi(origin, head, endpoint, request);
  const places = await makePlaces(call);
  const columnIds = await makeColumns(call);
  const subjects = new Map((await call(listSubjects)).map(({ id, code }) => [code, id]));
  const sessions = new Map<string, Session>();
  const made: ResourceDetailView[] = [];
  for (const [at, lecture] of lectures.entries()) {
    const owner = sessions.get(lecture.owner) ?? (await signInWith(origin, lecture.owner, password));
    sessions.set(lecture.owner, owner);
    const place = places.get(`${lecture.place}/${lecture.folder ?? ''}`);
    const file = files[at];
    if (!place || !file) throw new Error(`no place or no file for ${lecture.title}`);
    const [resource] = await makeResources(origin, owner, [file], place, { timeout: 300_000 });
    if (!resource) throw new Error(`${lecture.title} wasn’t uploaded`);
    const told = await tell(call, lecture, resource, subjects.get(lecture.subject));
    made.push(await moveOn(call, told, steps[lecture.left ?? 'published']));
    const columnId = lecture.column && columnIds.get(lecture.column);
    if (columnId) await call(addColumnItems, { params: { id: columnId }, body: { resourceIds: [resource.id] } });
  }
  await star(origin, made);
  return made;
}

async function makePlaces(call: Call): Promise<Map<string, Place>> {
  const { colleges } = await call(listUnits);
  const places = new Map<string, Place>();
  for (const [key, { name, college, folders }] of Object.entries(libraries)) {
    const collegeId = colleges.find(({ code }) => code === college)?.id ?? null;
    const { id: libraryId, version } = await call(createLibrary, { body: { name, kind: 'college', collegeId } });
    await call(updateLibrary, { params: { id: libraryId }, body: { contributors: 'everyone', version } });
    places.set(`${key}/`, { libraryId });
    for (const folder of folders) {
      const made = await call(createFolder, { params: { id: libraryId }, body: { parentId: null, name: folder } });
      places.set(`${key}/${folder}`, { libraryId, folderId: made.id });
    }
  }
  return places;
}

async function makeColumns(call: Call): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [name, below] of Object.entries(columns)) {
    const { id } = await call(createColumn, { body: { parentId: null, name } });
    ids.set(name, id);
    for (const child of below) ids.set(child, (await call(createColumn, { body: { parentId: id, name: child } })).id);
  }
  return ids;
}

async function tell(call: Call, lecture: Lecture, resource: ResourceDetailView, subjectId: string | undefined) {
  const tags = await Promise.all(lecture.tags.map((name) => call(createTag, { body: { name } })));
  return call(updateResource, {
    params: { id: resource.id },
    body: {
      description: lecture.about,
      language: lecture.language ?? 'en',
      licence: 'cc_by',
      // Exams are for the campus only; everything else is public.
      visibility: lecture.tags.includes('Exam') ? 'campus' : 'everyone',
      year: 2026,
      author: resource.owner.name,
      ...(subjectId && { subjectId }),
      tagIds: tags.map(({ id }) => id),
      version: resource.version,
    },
  });
}

async function moveOn(call: Call, resource: ResourceDetailView, moves: readonly ResourceMove[]) {
  let now = resource;
  for (const move of moves) {
    now = (await call(moveResource, { params: { id: now.id }, body: { move, version: now.version } })) ?? now;
  }
  return now;
}

async function star(origin: string, made: readonly ResourceDetailView[]): Promise<void> {
  const session = await signInWith(origin, 'li.wei', password);
  const call: Call = (endpoint, request) => callApi(origin, session, endpoint, request);
  const { id } = await call(createFavouriteFolder, { body: { name: 'For the winter term' } });
  for (const [at, resource] of made.slice(-6).entries()) {
    await call(addFavourite, { params: { id: resource.id }, body: { folderId: at % 2 ? id : null } });
  }
}

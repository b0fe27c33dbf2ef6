import { getResource, moveResource, neighbours, updateResource } from '@lectern/contract/features/resource.ts';
import {
  describeSelection,
  keepDuplicates,
  listDuplicates,
  mergeDuplicates,
  previewChanges,
} from '@lectern/contract/features/resource-action.ts';
import {
  addNote,
  deleteNote,
  describeVersion,
  listNotes,
  listSimilarPictures,
  listUses,
  listVersions,
  restoreVersion,
  updateNote,
} from '@lectern/contract/features/resource-detail.ts';
import type { Db } from '../../platform/db/database.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import type { SelectionService } from './actions/selection.service.ts';
import type { DuplicateService } from './duplicate.service.ts';
import { findNeighbours, sourceOf } from './list/resource-rows.ts';
import type { NoteService } from './note.service.ts';
import type { ResourceService } from './resource.service.ts';
import type { SimilarPictureService } from './similar-picture.service.ts';
import type { VersionService } from './version.service.ts';

type ResourceHandlers = {
  resources: ResourceService;
  versions: VersionService;
  notes: NoteService;
  selections: SelectionService;
  duplicates: DuplicateService;
  similar: SimilarPictureService;
};

export function registerResources(registry: EndpointRegistry, parts: ResourceHandlers): void {
  const { resources, versions, notes, selections, duplicates, similar } = parts;
  registry.handle(getResource, ({ params }, context) => resources.get(context, params.id));
  registry.handle(updateResource, ({ params, body }, context) => resources.update(context, params.id, body));
  registry.handle(moveResource, ({ params, body }, context) => resources.move(context, params.id, body));
  registry.handle(listUses, ({ params }, context) => resources.listUses(context, params.id));
  registry.handle(listSimilarPictures, ({ params }, context) => similar.list(context, params.id));
  registry.handle(listVersions, ({ params }, context) => versions.list(context, params.id));
  registry.handle(restoreVersion, ({ params, body }, context) => versions.restore(context, { ...params, ...body }));
  registry.handle(describeVersion, ({ params, body }, context) => versions.describe(context, { ...params, ...body }));
  registry.handle(listNotes, ({ params }, context) => notes.list(context, params.id));
  registry.handle(addNote, ({ params, body }, context) => notes.add(context, params.id, body));
  registry.handle(updateNote, ({ params, body }, context) => notes.update(context, params, body));
  registry.handle(deleteNote, async ({ params }, context) => {
    await notes.remove(context, params);
    return null;
  });
  registry.handle(describeSelection, ({ body }, context) => selections.describe(context, body));
  registry.handle(previewChanges, ({ body }, context) => selections.preview(context, body));
  registry.handle(listDuplicates, ({ query }, context) => duplicates.list(context, query));
  registry.handle(keepDuplicates, async ({ body }, context) => {
    await duplicates.keep(context, body.sha256);
    return null;
  });
  registry.handle(mergeDuplicates, ({ body }, context) => duplicates.merge(context, body));
}

type Dependencies = { db: Db; reader: ListReader };

export function registerResourceLists(registry: EndpointRegistry, { db, reader }: Dependencies): void {
  registry.handle(neighbours, ({ params, query }, { principal }) =>
    findNeighbours({ db, reader }, principal, sourceOf(query.list), { id: params.id, view: query.view }),
  );
}

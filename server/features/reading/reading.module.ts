import { runSandboxed } from '../../engines/sandbox/run-sandboxed.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { EditLockService } from '../edit-lock/public.ts';
import type { PipelineService } from '../machine-work/public.ts';
import { findReadable, updateTextFlags } from '../resource/public.ts';
import { findHiddenText } from '../review/public.ts';
import type { TextDraftService } from '../text-draft/public.ts';
import { announceEdit, machineSide, stepOfSource, whenSpoken } from './edit-consequences.ts';
import { PagePictures } from './page-pictures.ts';
import { registerReadingEdits, registerReadings } from './reading.routes.ts';
import { type NoteTexts, ReadingService } from './reading.service.ts';
import { ReadingDraftService } from './reading-draft.service.ts';
import { ReadingEditService } from './reading-edit.service.ts';
import { TextAccess, textRights } from './text-access.ts';

type Dependencies = {
  drafts: TextDraftService;
  locks: EditLockService;
  /** Passed as functions, because these modules are built later. */
  pipeline: () => Pick<PipelineService, 'follow'>;
  drawPage(versionId: string, page: number): Promise<void>;
  transcriptChanged(transaction: Executor, resourceId: string): Promise<void>;
  /** Called after the set of current texts changes. */
  textFollowers: readonly NoteTexts[];
};

export function readingModule(platform: Platform, dependencies: Dependencies) {
  const { db, publisher, fileStore, logger } = platform;
  const { drafts, locks, pipeline, drawPage, transcriptChanged, textFollowers } = dependencies;
  const noteTexts: NoteTexts = async (transaction, resourceId) => {
    await updateTextFlags(transaction, resourceId);
    for (const follow of textFollowers) await follow(transaction, resourceId);
  };
  const readings = new ReadingService({
    db,
    requireReadable: findReadable,
    hidden: findHiddenText,
    noteTexts,
    follow: (transaction, { source, ...version }) => pipeline().follow(transaction, version, stepOfSource[source]),
    pictures: new PagePictures({ db, fileStore, run: runSandboxed, logger, drawPage }),
  });
  const access = new TextAccess({ ...textRights, hidden: findHiddenText });
  const edits = new ReadingEditService({
    db,
    access,
    drafts,
    noteTexts,
    ...machineSide(pipeline),
    textChanged: whenSpoken(transcriptChanged),
    announce: announceEdit(publisher),
  });
  return {
    readings,
    access,
    edits,
    register(registry: EndpointRegistry): void {
      registerReadings(registry, readings);
      registerReadingEdits(registry, { edits, drafts: new ReadingDraftService({ db, access, drafts }), locks, access });
    },
  };
}

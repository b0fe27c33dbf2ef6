export { listSelected, type ResourceRows, resourceRows } from './list/resource-rows.ts';
export { shownInLists } from './list/resource-tabs.ts';
export { mayEdit, worksOn } from './resource.policy.ts';
export {
  findReadable,
  getCurrentVersionId,
  listReadable,
  lockEditable,
  moveResourcesToFolder,
  moveResourcesToSubject,
  ownedResources,
  replaceTagsOfResources,
} from './resource.repository.ts';
export type { ResourceUses } from './resource.service.ts';
export type { ChangeDependencies } from './resource-change.service.ts';
export { findCoverFile, isMasked, releaseFiles, shownTypes } from './resource-file.repository.ts';
export type { GateMove, ResourceGateService } from './resource-gate.service.ts';
export type { FileMetadata, ResourceIntakeService } from './resource-intake.service.ts';
export { inScope, isKeptBy, keptBy, readable } from './resource-scope.ts';
export type { ResourceFollower, ResourceWriter } from './resource-writer.ts';
export { isClockSteady } from './schedule.repository.ts';
export { insertPictureHashes } from './similar-picture.repository.ts';
export { type IncomingResource, updateTextFlags, type VersionRenditions } from './version.repository.ts';

export { listSelected, type ResourceRows, resourceRows } from './list/resource-rows.ts';
export { mayEdit, worksOn } from './resource.policy.ts';
export {
  findReadable,
  getCurrentVersionId,
  listReadable,
  moveResourcesToDepartment,
  moveResourcesToFolder,
  moveResourcesToSubject,
  ownedResources,
  replaceTagsOfResources,
} from './resource.repository.ts';
export type { ResourceUses } from './resource.service.ts';
export type { ChangeDependencies } from './resource-change.service.ts';
export { findCoverFile, isMasked, releaseFiles, shownTypes } from './resource-file.repository.ts';
export type { GateMove, ResourceGateService } from './resource-gate.service.ts';
export type { ResourceIntakeService } from './resource-intake.service.ts';
export { isKeptBy, keptBy, lockEditable, shownInLists } from './resource-rights.ts';
export { inScope, readable } from './resource-scope.ts';
export { isClockSteady } from './schedule.repository.ts';
export { insertPictureHashes } from './similar-picture.repository.ts';
export { type IncomingResource, updateTextFlags, type VersionRenditions } from './version.repository.ts';

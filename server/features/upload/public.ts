export { bringIn, storedPart } from './bring-in.ts';
export { listUnknownKeys } from './unknown-keys.ts';
export { refusalOf } from './upload.policy.ts';
export { moveUploadsToFolder } from './upload.repository.ts';

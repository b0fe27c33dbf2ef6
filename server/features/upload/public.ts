export { bringIn } from './bring-in.ts';
export { storedPart } from './stored-part.ts';
export { listUnknownKeys } from './unknown-keys.ts';
export { refusalOf } from './upload.policy.ts';

export { bringIn, storedPart } from './bring-in.ts';
export { refusalOf } from './upload.policy.ts';

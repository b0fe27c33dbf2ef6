export { bringIn } from './bring-in.ts';
export { storedPart } from './stored-part.ts';
export { refusalOf } from './upload.policy.ts';

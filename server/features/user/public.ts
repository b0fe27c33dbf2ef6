export { findUserRecord, updateMailOptOut } from './user.repository.ts';
export type { UserChangeService } from './user-change.service.ts';

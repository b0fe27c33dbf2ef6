export {
  changePassword,
  choosePassword,
  dropOneTimePassword,
  enableSecondFactor,
  findSecondFactor,
  issueOneTimePassword,
  markTotpStepUsed,
  removeSecondFactor,
  replaceRecoveryCodes,
  signInUpdate,
  useRecoveryCode,
} from './credentials.repository.ts';
export { findDefaultGroup, saveDefaultGroup } from './default-group.repository.ts';
export {
  type Contact,
  eraseUser,
  findUserRecord,
  insertUser,
  moveUsersToDepartment,
  moveUsersToPosition,
  updateContact,
  updateMailOptOut,
  updatePreferences,
  updateSetupHidden,
} from './user.repository.ts';
export type { UserChangeService } from './user-change.service.ts';

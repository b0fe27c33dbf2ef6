import { OperationHistory } from '../features/operation/operation-history.tsx';
import { ProfilePage } from '../features/profile/profile-page.tsx';

/** The profile page with the history of operations among its tabs. */
export function ProfileWithOperations() {
  return <ProfilePage operations={OperationHistory} />;
}

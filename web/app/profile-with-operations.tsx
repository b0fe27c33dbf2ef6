import { OperationHistory } from '../features/operation/operation-history.tsx';
import { ProfilePage } from '../features/profile/profile-page.tsx';

/** The profile page with operation history as an extra tab. */
export function ProfileWithOperations() {
  return <ProfilePage operations={OperationHistory} />;
}

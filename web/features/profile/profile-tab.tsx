import { Card } from '../../components/card.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { ProfileForm } from './profile-form.tsx';

export function ProfileTab() {
  const { profile, words } = useTexts();
  const user = useCurrentUser();
  const facts = [
    { label: profile.account, value: user.account },
    { label: profile.role, value: words.roles[user.roleId] },
    { label: profile.position, value: user.position?.name ?? words.none },
    { label: profile.department, value: user.department?.name ?? words.none },
    { label: profile.college, value: user.college?.name ?? words.none },
  ];
  return (
    <div className="page-columns">
      <ProfileForm />
      <Card title={profile.givenTitle}>
        <FactList facts={facts} />
      </Card>
    </div>
  );
}

import type { ComponentType } from 'react';
import { PageHeader } from '../../components/page-header.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useUrlTab } from '../../components/use-url-tab.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { ActivityTab } from './activity-tab.tsx';
import { NotificationsTab } from './notifications-tab.tsx';
import { PasswordTab } from './password-tab.tsx';
import { PreferencesTab } from './preferences-tab.tsx';
import { ProfileTab } from './profile-tab.tsx';
import { SessionsTab } from './sessions-tab.tsx';
import { TwoFactorTab } from './two-factor-tab.tsx';
import '../../components/page-body.css';
import './profile-page.css';

const contents = {
  profile: ProfileTab,
  preferences: PreferencesTab,
  notifications: NotificationsTab,
  password: PasswordTab,
  twoFactor: TwoFactorTab,
  sessions: SessionsTab,
  activity: ActivityTab,
};
const tabIds = [
  'profile',
  'preferences',
  'notifications',
  'password',
  'twoFactor',
  'sessions',
  'operations',
  'activity',
] as const;

/** Everything about oneself; what one did to many things at once comes from outside. */
export function ProfilePage({ operations: Operations }: { operations?: ComponentType }) {
  const { profile, words } = useTexts();
  const user = useCurrentUser();
  const [active, choose] = useUrlTab(tabIds);
  const shown = tabIds.filter((id) => id !== 'operations' || Operations);
  const Content = active === 'operations' ? (Operations ?? ProfileTab) : contents[active];
  return (
    <>
      <PageHeader
        title={profile.title}
        meta={
          <span>
            {user.name} · {words.roles[user.roleId]}
          </span>
        }
      />
      <Tabs
        label={profile.tabsLabel}
        tabs={shown.map((id) => ({ id, label: profile.tabs[id] }))}
        active={active}
        onChange={choose}
      >
        <Content />
      </Tabs>
    </>
  );
}

import { getSignOn } from '@lectern/contract/features/sign-on.ts';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { PageHeader } from '../../components/page-header.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useUrlTab } from '../../components/use-url-tab.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { ActivityTab } from './activity-tab.tsx';
import { NotificationsTab } from './notifications-tab.tsx';
import { PasswordTab } from './password-tab.tsx';
import { PreferencesTab } from './preferences-tab.tsx';
import { ProfileTab } from './profile-tab.tsx';
import { SessionsTab } from './sessions-tab.tsx';
import { SignOnTab } from './sign-on-tab.tsx';
import { TwoFactorTab } from './two-factor-tab.tsx';
import '../../components/page-body.css';
import './profile-page.css';

const contents = {
  profile: ProfileTab,
  preferences: PreferencesTab,
  notifications: NotificationsTab,
  password: PasswordTab,
  twoFactor: TwoFactorTab,
  signOn: SignOnTab,
  sessions: SessionsTab,
  activity: ActivityTab,
};
const tabIds = [
  'profile',
  'preferences',
  'notifications',
  'password',
  'twoFactor',
  'signOn',
  'sessions',
  'operations',
  'activity',
] as const;

/** Everything about oneself; what one did to many things at once comes from outside. */
export function ProfilePage({ operations: Operations }: { operations?: ComponentType }) {
  const { profile, words } = useTexts();
  const user = useCurrentUser();
  const [active, choose] = useUrlTab(tabIds);
  const signOn = useQuery(queryOf(getSignOn, {}, { quiet: true })).data;
  // Where there is no single sign-on nobody is told of it, unless the address asks.
  const hasSignOn = active === 'signOn' || (signOn !== undefined && signOn.label !== null);
  const shown = tabIds.filter((id) => (id !== 'operations' || Operations) && (id !== 'signOn' || hasSignOn));
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

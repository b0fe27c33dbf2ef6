import { listUnits } from '@lectern/contract/features/organisation.ts';
import type { UserRow } from '@lectern/contract/features/user.ts';
import { userDetailEndpoints } from '@lectern/contract/features/user-detail.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { PermissionsTable } from '../permissions-table.tsx';
import { UserSessionsTab } from './user-sessions-tab.tsx';
import { currentFields, mayEdit, userWords } from './user-words.ts';

const tabIds = ['activity', 'sessions', 'permissions'] as const;

export function UserDetailTabs({ user, onReverted }: { user: UserRow; onReverted: () => void }) {
  const texts = useTexts();
  const me = useCurrentUser();
  const units = useQuery(queryOf(listUnits, {}, { quiet: true })).data;
  const [chosen, choose] = useState<(typeof tabIds)[number]>('activity');
  const { tabs, tabsLabel } = texts.userDetail;
  // Where somebody is signed in is for those who manage users.
  const shown = tabIds.filter((id) => id !== 'sessions' || hasAbility(me.roleId, 'editor'));
  return (
    <div className="detail-side">
      <Tabs label={tabsLabel} tabs={shown.map((id) => ({ id, label: tabs[id] }))} active={chosen} onChange={choose}>
        {chosen === 'activity' && (
          <ActivityTab
            calls={userDetailEndpoints}
            id={user.id}
            version={user.version}
            words={userWords(texts, units)}
            current={currentFields(user)}
            onReverted={onReverted}
          />
        )}
        {chosen === 'sessions' && <UserSessionsTab userId={user.id} editable={mayEdit(user, me)} />}
        {chosen === 'permissions' && <PermissionsTable userId={user.id} label={tabs.permissions} />}
      </Tabs>
    </div>
  );
}

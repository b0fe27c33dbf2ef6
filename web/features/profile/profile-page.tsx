import { opensNoPage } from '@lectern/contract/access.ts';
import { signInWay } from '@lectern/contract/features/activity-names.ts';
import { densities, themes } from '@lectern/contract/features/auth.ts';
import { getMailPreference, setMailPreference } from '@lectern/contract/features/mail-server.ts';
import { type ActivityRow, listMyActivity } from '@lectern/contract/features/profile.ts';
import { getSignOn } from '@lectern/contract/features/sign-on.ts';
import { languages } from '@lectern/contract/language.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { namedAction, namedField, plainValue } from '../../components/detail/field-words.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryError } from '../../components/error-panel.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SmallTable } from '../../components/small-table.tsx';
import { Switch } from '../../components/switch.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useUrlTab } from '../../components/use-url-tab.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { preferences } from '../../lib/theme.ts';
import { changePreferences, densityIcons, themeIcons } from './change-preferences.ts';
import { NoPagesCard } from './no-pages-card.tsx';
import { NotificationsTab } from './notifications-tab.tsx';
import { PasswordTab } from './password-tab.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SessionsSkeleton, SessionsTab } from './sessions-tab.tsx';
import { SignOnTab } from './sign-on-tab.tsx';
import { TwoFactorTab } from './two-factor-tab.tsx';
import '../../components/page-body.css';
import './profile-page.css';

function PreferencesTab() {
  const { profile, words } = useTexts();
  const { theme, density, language } = useStore(preferences);
  return (
    <Card title={profile.preferencesTitle} text={profile.preferencesText}>
      <div className="card-body page-stack">
        <ChoiceField
          label={profile.theme}
          hint={profile.themeHint}
          value={theme}
          options={themes.map((value) => ({ value, label: words.themes[value], icon: themeIcons[value] }))}
          onChange={(value) => void changePreferences({ theme: value })}
        />
        <ChoiceField
          label={profile.density}
          hint={profile.densityHint}
          value={density}
          options={densities.map((value) => ({ value, label: words.densities[value], icon: densityIcons[value] }))}
          onChange={(value) => void changePreferences({ density: value })}
        />
        <ChoiceField
          label={profile.language}
          value={language}
          options={languages.map((value) => ({ value, label: words.languages[value] }))}
          onChange={(value) => void changePreferences({ language: value })}
        />
        <MailPreference />
      </div>
    </Card>
  );
}

/** Whether notifications are also sent by mail. */
function MailPreference() {
  const { preference } = useTexts().mail;
  const client = useQueryClient();
  const query = queryOf(getMailPreference, {}, { quiet: true });
  const { data } = useQuery(query);
  const change = useMutationOf(setMailPreference);
  if (!data) return null;
  return (
    <Switch
      label={preference.label}
      hint={preference.hint}
      checked={!data.optedOut}
      disabled={change.isPending}
      onChange={(wanted) =>
        change.mutate(
          { body: { optedOut: !wanted } },
          {
            onSuccess: (stored) => {
              client.setQueryData(query.queryKey, stored);
              notify({ level: 'success', title: stored.optedOut ? preference.off : preference.on });
            },
          },
        )
      }
    />
  );
}

/** Rows loaded at first, and the most the API returns. */
const firstSize = 30;
const mostSize = 100;

/** The user's recent activity, each entry with values before and after. */
function ActivityTab() {
  const { profile } = useTexts();
  const [all, setAll] = useState(false);
  const request = all ? { query: { size: mostSize } } : {};
  const activity = useQuery({
    ...queryOf(listMyActivity, request, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const rows = activity.data ?? [];
  return (
    <Card title={profile.activityTitle} text={profile.activityText}>
      {activity.isError && (
        <div className="form-notice">
          <QueryError query={activity} keepsOld={rows.length > 0} />
        </div>
      )}
      {activity.isPending && <SessionsSkeleton />}
      {activity.isSuccess && rows.length === 0 && (
        <EmptyState icon="audit" title={profile.activityEmptyTitle}>
          {profile.activityEmptyText}
        </EmptyState>
      )}
      <ul className="activity-list">
        {rows.map((row) => (
          <ActivityEntry key={row.id} row={row} />
        ))}
      </ul>
      {!all && rows.length >= firstSize && (
        <div className="activity-more">
          <Button busy={activity.isFetching} onClick={() => setAll(true)}>
            {profile.showMore}
          </Button>
        </div>
      )}
    </Card>
  );
}

function ProfileTab() {
  const { profile, words } = useTexts();
  const user = useCurrentUser();
  const facts = [
    { label: profile.account, value: user.account },
    { label: profile.role, value: words.roles[user.roleId] },
    { label: profile.position, value: user.position?.name ?? words.notSet },
    { label: profile.department, value: user.department?.name ?? words.notSet },
    { label: profile.college, value: user.college?.name ?? words.notSet },
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

/** The user's own profile. `operations` is passed in, so that the profile doesn't depend on that feature. */
export function ProfilePage({ operations: Operations }: { operations?: ComponentType }) {
  const { profile, words } = useTexts();
  const user = useCurrentUser();
  const [active, choose] = useUrlTab(tabIds);
  const signOn = useQuery(queryOf(getSignOn, {}, { quiet: true })).data;
  // Without single sign-on the tab is hidden, unless the address asks for it.
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
      {opensNoPage(user) && <NoPagesCard />}
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

/** One action; expands to its changed fields, if any. */
function ActivityEntry({ row }: { row: ActivityRow }) {
  const texts = useTexts();
  const { profile } = texts;
  const format = useFormat();
  const changes = changesOf(row, texts);
  const line = (
    <>
      {changes.length > 0 ? <Icon name="chevronRight" /> : <span />}
      <span>{profile.actions[row.action] ?? namedAction(row.action)}</span>
      <span>{row.ip}</span>
      <time dateTime={row.at}>{format.dateTime(row.at)}</time>
    </>
  );
  if (changes.length === 0) {
    return (
      <li>
        <div className="activity-line">{line}</div>
      </li>
    );
  }
  return (
    <li>
      <details>
        <summary className="activity-line">{line}</summary>
        <div className="activity-changes">
          <SmallTable columns={[profile.fieldName, profile.before, profile.after]}>
            {changes.map((change) => (
              <tr key={change.field}>
                <td>{namedField({}, change.field)}</td>
                <td className="table-quiet">{change.before}</td>
                <td>{change.after}</td>
              </tr>
            ))}
          </SmallTable>
        </div>
      </details>
    </li>
  );
}

type ActivityChange = { field: string; before: string; after: string };

/** Fields that an action changed, with values before and after as text. */
function changesOf(
  { before, after }: Pick<ActivityRow, 'before' | 'after'>,
  { activity, list, reading, words }: Pick<Texts, 'activity' | 'list' | 'reading' | 'words'>,
): ActivityChange[] {
  const sources: Readonly<Record<string, string>> = reading.sources;
  const say = (field: string, value: unknown) => {
    if (typeof value === 'boolean') return value ? list.yes : list.no;
    const source = field === 'source' ? sources[String(value)] : undefined;
    return source ?? signInWay(field, value, activity) ?? plainValue(value, words);
  };
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .map((field) => ({ field, before: say(field, before?.[field]), after: say(field, after?.[field]) }))
    .filter((change) => change.before !== change.after);
}

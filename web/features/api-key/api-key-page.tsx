import { hasAbility } from '@lectern/contract/roles.ts';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useUrlTab } from '../../components/use-url-tab.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import type { KnownKey } from './documentation/documentation-tab.tsx';
import { KeysTab } from './keys/keys-tab.tsx';
import '../../components/page-body.css';
import '../../components/table.css';
import './api-key-page.css';

const pending = (
  <SkeletonRegion className="page-stack">
    <Skeleton width="30%" />
    <Skeleton />
    <Skeleton />
  </SkeletonRegion>
);
const WebhooksTab = lazyPart(async () => (await import('./webhooks/webhooks-tab.tsx')).WebhooksTab, pending);
const DocumentationTab = lazyPart(
  async () => (await import('./documentation/documentation-tab.tsx')).DocumentationTab,
  pending,
);

const tabIds = ['keys', 'webhooks', 'documentation'] as const;

/** Access for other systems: API keys, webhooks and documentation. */
export function ApiKeyPage() {
  const { apiKey } = useTexts();
  const { roleId } = useCurrentUser();
  const [active, choose] = useUrlTab(tabIds);
  // Secrets shown on this page, so they can be tried out in the documentation; lost when the page is left.
  const [known, setKnown] = useState<readonly KnownKey[]>([]);
  const remember = (one: KnownKey) => setKnown((before) => [one, ...before.filter(({ id }) => id !== one.id)]);
  if (!hasAbility(roleId, 'admin')) {
    return (
      <>
        <PageHeader title={apiKey.title} />
        <EmptyState icon="lock" title={apiKey.forbiddenTitle}>
          {apiKey.forbiddenText}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={apiKey.title} />
      <Tabs
        label={apiKey.tabsLabel}
        tabs={tabIds.map((id) => ({ id, label: apiKey.tabs[id] }))}
        active={active}
        onChange={choose}
      >
        {active === 'keys' && <KeysTab onSecret={remember} onTry={() => choose('documentation')} />}
        {active === 'webhooks' && <WebhooksTab />}
        {active === 'documentation' && <DocumentationTab known={known} />}
      </Tabs>
    </>
  );
}

import { useLocation } from '@tanstack/react-router';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { auditListDefinition } from './audit-list.tsx';

const AuditEntry = lazyPage(() => import('./audit-entry.tsx').then((module) => module.AuditEntry));

export function AuditPage() {
  const { searchStr } = useLocation();
  return (
    <>
      <ListPage definition={auditListDefinition} />
      {new URLSearchParams(searchStr).has('id') && <AuditEntry />}
    </>
  );
}

import { getEffectivePermissions, type UserRow } from '@lectern/contract/features/user.ts';
import { matchRoute } from '@lectern/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { Status } from '../../components/status.tsx';
import { Switch } from '../../components/switch.tsx';
import type { CallOutput } from '../../lib/callable.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { closeUserDialog } from './user-dialog.ts';
import '../../components/table.css';
import './user-dialogs.css';

type EffectivePage = CallOutput<typeof getEffectivePermissions>[number];

/** Which pages a user may open, and why. */
export function PermissionsDialog({ user }: { user: UserRow }) {
  const texts = useTexts();
  const { permissions } = texts.user;
  const pages = useQuery(queryOf(getEffectivePermissions, { params: { id: user.id } }, { quiet: true }));
  const [onlyAllowed, setOnlyAllowed] = useState(false);
  const shown = (pages.data ?? []).filter((page) => page.allowed || !onlyAllowed);
  const title = fillText(permissions.title, { name: user.name });
  return (
    <Dialog open className="user-permissions" title={title} onClose={closeUserDialog}>
      <p>{permissions.text}</p>
      {pages.error && <ErrorPanel error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && (
        <SkeletonRegion>
          <Skeleton height={200} />
        </SkeletonRegion>
      )}
      {pages.data && (
        <>
          <Switch label={permissions.onlyAllowed} checked={onlyAllowed} onChange={setOnlyAllowed} />
          <table className="table" aria-label={title}>
            <tbody>
              {shown.map((page) => (
                <tr key={page.path}>
                  <td className="table-strong">{nameOf(page.path, texts)}</td>
                  <td>
                    <Status tone={page.allowed ? 'ok' : 'idle'}>
                      {page.allowed ? permissions.allowed : permissions.refused}
                    </Status>
                  </td>
                  <td className="table-quiet">{page.because.map((reason) => reasonWords(reason, texts)).join('; ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Dialog>
  );
}

function nameOf(path: string, { routes }: Texts): string {
  const route = matchRoute(path);
  return route ? routes[route.id] : path;
}

function reasonWords({ kind, group, flag, through }: EffectivePage['because'][number], texts: Texts): string {
  const { because, through: ways } = texts.user.permissions;
  if (kind !== 'group') return because[kind];
  const said = fillText(flag === 1 ? because.groupForbids : because.groupAllows, { group: group ?? '' });
  return through ? `${said}, ${ways[through]}` : said;
}

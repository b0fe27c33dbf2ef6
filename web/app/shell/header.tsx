import { mayOpen } from '@lectern/contract/access.ts';
import { childrenOf, hasParameter, type Route, type RouteId, trailOf } from '@lectern/contract/routes.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { KeyHint } from '../../components/key-hint.tsx';
import { NotificationBell } from '../../features/notification/notification-bell.tsx';
import { OperationTray } from '../../features/operation/operation-tray.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { useStore } from '../../lib/use-store.ts';
import { Brand } from './brand.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { closeOverlay, openOverlay, overlay, toggleOverlay } from './overlays.ts';
import { UserMenu } from './user-menu.tsx';
import './header.css';

export function Header({ route, narrow }: { route: Route | undefined; narrow: boolean }) {
  const { shell } = useTexts();
  const open = useStore(overlay);
  return (
    <header className="header">
      {narrow ? (
        <IconButton
          icon="menu"
          label={shell.openMenu}
          aria-haspopup="dialog"
          aria-expanded={open === 'drawer'}
          onClick={() => openOverlay('drawer')}
        />
      ) : (
        <Brand />
      )}
      <Breadcrumb route={route} />
      <button type="button" className="header-find" aria-haspopup="dialog" onClick={() => openOverlay('palette')}>
        <Icon name="search" />
        <span>{shell.find}</span>
        <KeyHint keys="$mod+k" />
      </button>
      <AreaLink area="email" icon="mail" label={shell.mail} route={route} />
      <AreaLink area="system" icon="gear" label={shell.system} route={route} />
      <OperationTray
        open={open === 'operations'}
        onToggle={() => toggleOverlay('operations')}
        onClose={() => closeOverlay('operations')}
      />
      <NotificationBell
        open={open === 'notifications'}
        onToggle={() => toggleOverlay('notifications')}
        onClose={() => closeOverlay('notifications')}
      />
      <UserMenu />
    </header>
  );
}

type AreaLinkProps = { area: RouteId; icon: 'mail' | 'gear'; label: string; route: Route | undefined };

/** The way into an area that the menu leaves out; leads to its first page that this person may open. */
function AreaLink({ area, icon, label, route }: AreaLinkProps) {
  const user = useCurrentUser();
  const open = childrenOf(area).filter((page) => !hasParameter(page) && mayOpen(user, page));
  const first = open.find((page) => !page.hideInMenu) ?? open[0];
  if (!first) return null;
  const inside = route !== undefined && trailOf(route)[0]?.id === area;
  return (
    <AppLink
      to={first.path}
      className="icon-button"
      aria-label={label}
      title={label}
      aria-current={inside ? 'true' : undefined}
    >
      <Icon name={inside ? `${icon}Filled` : icon} />
    </AppLink>
  );
}

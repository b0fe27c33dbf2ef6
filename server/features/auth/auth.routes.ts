import {
  changePassword,
  getCurrentUser,
  listSessions,
  login,
  loginWithSecondFactor,
  logout,
  refreshSession,
  revokeOtherSessions,
  revokeSession,
} from '@lectern/contract/features/auth.ts';
import { beginViewAs, endViewAs } from '@lectern/contract/features/view-as.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { CurrentUserService } from './current-user.service.ts';
import type { PasswordService } from './password.service.ts';
import type { RefreshService } from './refresh.service.ts';
import type { SessionService } from './session.service.ts';
import type { SignInService } from './sign-in.service.ts';
import type { ViewAsService } from './view-as.service.ts';

type AuthServices = {
  signIn: SignInService;
  sessions: SessionService;
  refreshes: RefreshService;
  passwords: PasswordService;
  currentUsers: CurrentUserService;
};

export function registerAuth(registry: EndpointRegistry, services: AuthServices): void {
  const { signIn, sessions, refreshes, passwords, currentUsers } = services;
  registry.handleOpen(login, ({ body }, context) => signIn.login(context, body));
  registry.handleOpen(loginWithSecondFactor, ({ body }, context) => signIn.loginWithSecondFactor(context, body));
  registry.handleOpen(refreshSession, ({ body }, context) => refreshes.refresh(context, body.refreshToken));
  registry.handle(getCurrentUser, (_input, context) => currentUsers.read(context));
  registry.handle(changePassword, async ({ body }, context) => {
    await passwords.change(context, body);
    return null;
  });
  registry.handle(logout, async (_input, context) => {
    await sessions.logout(context);
    return null;
  });
  registry.handle(listSessions, (_input, context) => sessions.list(context));
  registry.handle(revokeSession, async ({ params }, context) => {
    await sessions.revoke(context, params.id);
    return null;
  });
  registry.handle(revokeOtherSessions, async (_input, context) => ({ ended: await sessions.revokeOthers(context) }));
}

export function registerViewAs(registry: EndpointRegistry, views: ViewAsService): void {
  registry.handle(beginViewAs, async ({ params }, context) => {
    await views.begin(context, params.id);
    return null;
  });
  registry.handle(endViewAs, async (_input, context) => {
    await views.end(context);
    return null;
  });
}

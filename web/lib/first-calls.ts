import type * as auth from '@lectern/contract/features/auth.ts';
import type * as passwordReset from '@lectern/contract/features/password-reset.ts';
import type * as profile from '@lectern/contract/features/profile.ts';
import type * as settings from '@lectern/contract/features/settings.ts';
import type * as signOn from '@lectern/contract/features/sign-on.ts';
import type * as wecom from '@lectern/contract/features/wecom.ts';
import type { Callable } from './callable.ts';

/**
 * Calls made before the app has loaded, without their schemas: the schema library would be a quarter of the login
 * page's size. A test keeps them equal to the contract.
 */
export const getCurrentUser: Callable<typeof auth.getCurrentUser> = {
  id: 'auth.currentUser',
  method: 'GET',
  path: '/admin/auth',
  answer: 'result',
};

export const login: Callable<typeof auth.login> = {
  id: 'auth.login',
  method: 'POST',
  path: '/admin/auth/login',
  answer: 'data',
};

export const loginWithSecondFactor: Callable<typeof auth.loginWithSecondFactor> = {
  id: 'auth.secondFactor',
  method: 'POST',
  path: '/admin/auth/secondFactor',
  answer: 'data',
};

export const refreshSession: Callable<typeof auth.refreshSession> = {
  id: 'auth.refresh',
  method: 'POST',
  path: '/auth/refresh',
  answer: 'data',
};

export const changePassword: Callable<typeof auth.changePassword> = {
  id: 'auth.changePassword',
  method: 'POST',
  path: '/auth/password',
  answer: 'data',
};

export const askForPassword: Callable<typeof passwordReset.askForPassword> = {
  id: 'passwordReset.ask',
  method: 'POST',
  path: '/auth/forgotten',
  answer: 'data',
};

export const choosePassword: Callable<typeof passwordReset.usePasswordReset> = {
  id: 'passwordReset.use',
  method: 'POST',
  path: '/auth/forgotten/password',
  answer: 'data',
};

export const logout: Callable<typeof auth.logout> = {
  id: 'auth.logout',
  method: 'POST',
  path: '/auth/outLogin',
  answer: 'data',
};

export const getPublicSettings: Callable<typeof settings.getPublicSettings> = {
  id: 'settings.public',
  method: 'GET',
  path: '/settings/public',
  answer: 'data',
};

export const getWecomConfig: Callable<typeof wecom.getWecomConfig> = {
  id: 'wecom.config',
  method: 'GET',
  path: '/admin/wecom/config',
  answer: 'data',
};

export const startWecomLogin: Callable<typeof wecom.startWecomLogin> = {
  id: 'wecom.state',
  method: 'POST',
  path: '/admin/wecom/state',
  answer: 'data',
};

export const loginWithWecom: Callable<typeof wecom.loginWithWecom> = {
  id: 'wecom.login',
  method: 'POST',
  path: '/admin/auth/wecom',
  answer: 'data',
};

export const startSignOn: Callable<typeof signOn.startSignOn> = {
  id: 'signOn.start',
  method: 'POST',
  path: '/admin/oidc/start',
  answer: 'data',
};

export const loginWithSignOn: Callable<typeof signOn.loginWithSignOn> = {
  id: 'signOn.login',
  method: 'POST',
  path: '/admin/auth/oidc',
  answer: 'data',
};

export const updatePreferences: Callable<typeof profile.updatePreferences> = {
  id: 'profile.updatePreferences',
  method: 'PATCH',
  path: '/profile/preferences',
  answer: 'data',
};

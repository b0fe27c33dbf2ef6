import type { DataScopeName } from '@lectern/contract/data-scopes.ts';
import type { SessionRow } from '@lectern/contract/features/auth.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { RoleId } from '@lectern/contract/roles.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { LiveSession, TokenHolder } from './session.repository.ts';

export function presentPrincipal(holder: TokenHolder): Principal {
  return {
    userId: holder.user_id,
    sessionId: holder.session_id,
    account: holder.account,
    name: holder.name,
    roleId: holder.role_id as RoleId,
    permissions: holder.permissions,
    departmentId: holder.department_id,
    departmentPath: holder.department_path,
    dataScope: holder.data_scope as DataScopeName,
    departmentIds: holder.department_ids,
    deptCode: holder.department_code,
    mustChangePassword: holder.must_change_password,
    ...(holder.viewer_id && {
      viewedBy: {
        id: holder.viewer_id,
        name: holder.viewer_name ?? '',
        since: holder.viewing_since ?? new Date(),
      },
    }),
  };
}

export function presentSession(session: LiveSession, currentId: string, language: Language): SessionRow {
  return {
    id: session.id,
    current: session.id === currentId,
    device: describeDevice(session.user_agent, language),
    ip: session.ip,
    signedInAt: session.created_at.toISOString(),
    lastSeenAt: session.last_seen_at.toISOString(),
  };
}

/** User-agent marks in order of precedence, because many browsers also name others. */
const browsers: readonly [mark: string, name: string][] = [
  ['wxwork/', 'WeCom'],
  ['MicroMessenger/', 'WeChat'],
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['EdgiOS/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
];

const systems: readonly [mark: string, name: string][] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
];

/**
 * Describes a user agent, for example "Chrome on Windows". Only substring searches, so a crafted one costs nothing
 * extra.
 */
export function describeDevice(userAgent: string, language: Language): string {
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser && system) return language === 'zh' ? `${browser}（${system}）` : `${browser} on ${system}`;
  return browser ?? system ?? (language === 'zh' ? '未知设备' : 'Unknown device');
}

function nameIn(marks: readonly [mark: string, name: string][], userAgent: string): string | undefined {
  return marks.find(([mark]) => userAgent.includes(mark))?.[1];
}

import type { Language } from '@lectern/contract/language.ts';

/** What a user agent contains, in the order that decides: many name their ancestors too. */
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

/** A user agent in words, such as "Chrome on Windows". Plain searches only: a crafted one costs no more than any. */
export function describeDevice(userAgent: string, language: Language): string {
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser && system) return language === 'zh' ? `${browser}（${system}）` : `${browser} on ${system}`;
  return browser ?? system ?? (language === 'zh' ? '未知设备' : 'Unknown device');
}

function nameIn(marks: readonly [mark: string, name: string][], userAgent: string): string | undefined {
  return marks.find(([mark]) => userAgent.includes(mark))?.[1];
}

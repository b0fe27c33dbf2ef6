import { describe, expect, it } from 'vitest';
import { sampleUser } from '../lib/testing/sample-session.ts';
import { editDistance, similarPages } from './error-pages.tsx';

const everything = sampleUser({ roleId: 1 });
const found = (path: string, user = everything) => similarPages(path, user).map((route) => route.path);

describe('pages near a mistyped address', () => {
  it('are offered, closest first', () => {
    expect(found('/app/resource/infos')[0]).toBe('/app/resource/info');
    expect(found('/app/System/Health')[0]).toBe('/app/system/health');
    expect(found('/app/course/list/detail')).toContain('/app/course/list');
  });

  it('include only pages the user may open', () => {
    expect(found('/app/resource/infos', sampleUser({ permissions: [] }))).toEqual([]);
  });

  it('are none when nothing is near', () => {
    expect(found('/wp-login.php')).toEqual([]);
  });

  it('are measured in letters to change', () => {
    expect(editDistance('kitten', 'sitting')).toBe(3);
    expect(editDistance('', 'abc')).toBe(3);
  });
});

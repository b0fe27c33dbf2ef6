import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

type Row = { part: string; shownBy: string };

function rowsOf(text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|(-+\||\s*part\s*\|)/.test(line))
    .map((line) => {
      const [part = '', shownBy = ''] = line.split('|').slice(1, -1);
      return { part: part.trim(), shownBy: shownBy.trim() };
    });
}

const [built = '', open = ''] = readFileSync(path.join(root, 'docs/coverage.md'), 'utf8').split('## Not built yet');

describe('docs/coverage.md', () => {
  it('has rows', () => {
    expect(rowsOf(built).length).toBeGreaterThan(40);
  });

  it('names an existing test file for every built part', () => {
    const wrong = rowsOf(built).flatMap(({ part, shownBy }) => {
      const files = [...shownBy.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].map((match) => match[1] ?? '');
      if (files.length === 0) return [`${part}: no test`];
      return files.filter((file) => !existsSync(path.join(root, file))).map((file) => `${part}: ${file} doesn’t exist`);
    });
    expect(wrong).toEqual([]);
  });

  it('marks every unbuilt part as open', () => {
    expect(rowsOf(open).filter((row) => row.shownBy !== 'open' && row.shownBy !== 'state')).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingSchemas } from '../../server/platform/config/settings.ts';
import { settingsTable, withSettingsTable } from './settings-table.ts';

const readme = readFileSync(path.join(import.meta.dirname, '../../README.md'), 'utf8');

describe('the table of settings', () => {
  it('in the README is what the server declares; npm run docs:settings writes it', () => {
    expect(withSettingsTable(readme)).toBe(readme);
  });

  it('explains every setting that operators may give', () => {
    const table = settingsTable();
    for (const name of Object.keys(settingSchemas).filter((entry) => entry !== 'LECTERN_SUPERVISED')) {
      expect(table).toMatch(new RegExp(`\\| \`${name}\` \\|.*\\| \\S.+ \\|`));
    }
    expect(table).not.toContain('LECTERN_SUPERVISED');
  });

  it('does not say what depends on the machine that writes it', () => {
    expect(settingsTable()).toMatch(/`TIME_ZONE` \|\s+\|/);
  });

  it('needs its place to be marked', () => {
    expect(() => withSettingsTable('no marks')).toThrow('needs the lines');
  });
});

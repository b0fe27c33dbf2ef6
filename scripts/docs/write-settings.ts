import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withSettingsTable } from './settings-table.ts';

const readme = path.join(import.meta.dirname, '../../README.md');
writeFileSync(readme, withSettingsTable(readFileSync(readme, 'utf8')));
console.log('README.md is up to date.');

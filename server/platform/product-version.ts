import { readFileSync } from 'node:fs';
import path from 'node:path';

const manifest: unknown = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'));

export const productVersion = (manifest as { version: string }).version;

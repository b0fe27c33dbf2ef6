import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const decisions = globSync('docs/decisions/*.md', { cwd: root }).toSorted();

describe('the decision records', () => {
  it('are numbered without gaps', () => {
    const numbers = decisions.map((file) => Number(path.basename(file).slice(0, 3)));
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  });

  it.each(decisions)('%s has situation, decision and consequences, in this order, on one screen', (file) => {
    const text = read(file);
    const sections = [...text.matchAll(/^\*\*(Situation|Decision|Consequences)\.\*\*/gm)].map((match) => match[1]);
    expect(text.startsWith(`# ${path.basename(file).slice(0, 3)} `)).toBe(true);
    expect(sections).toEqual(['Situation', 'Decision', 'Consequences']);
    expect(text.split('\n').length).toBeLessThanOrEqual(46);
  });
});

describe('links between the documents', () => {
  const documents = [...globSync('docs/**/*.md', { cwd: root }), 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];

  it.each(documents)('%s links to existing files only', (file) => {
    const targets = [...read(file).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '');
    const local = targets.filter((target) => !target.includes('://'));
    expect(local.filter((target) => !existsSync(path.join(root, path.dirname(file), target)))).toEqual([]);
  });
});

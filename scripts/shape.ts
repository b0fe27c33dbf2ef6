import { measureShape, shapeLimits } from './architecture/shape.ts';
import { readSourceFiles } from './architecture/source-files.ts';

/** Prints the size and structure of the codebase next to the limits that `npm test` enforces. */
const shape = measureShape(readSourceFiles());
const rows = shapeLimits.map(({ name, limit, of }) => ({ name, value: of(shape), limit }));
const width = Math.max(...rows.map(({ name }) => name.length));
for (const { name, value, limit } of rows) {
  console.log(
    `${name.padEnd(width)}  ${String(value).padStart(6)}  at most ${limit}${value > limit ? '  TOO MANY' : ''}`,
  );
}
console.log(`${'lines in production files'.padEnd(width)}  ${String(shape.productionLines).padStart(6)}`);
for (const { path, lines } of shape.longest) console.log(`  ${path}: ${lines} lines`);
if (process.argv.includes('--list')) {
  for (const name of shape.loneExports) console.log(`  unused export: ${name}`);
  for (const name of shape.vagueTypes) console.log(`  vague type name: ${name}`);
}
process.exitCode = rows.every(({ value, limit }) => value <= limit) ? 0 : 1;

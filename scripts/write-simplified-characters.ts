import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { simplifiedPairs } from './simplified-pairs.ts';

/** Writes the table that the word matcher folds traditional characters by: `node scripts/write-simplified-characters.ts`. */
const { traditional, simplified } = simplifiedPairs();
const file = path.join(import.meta.dirname, '../server/engines/word-matcher/simplified-characters.ts');
writeFileSync(
  file,
  `// Written by scripts/write-simplified-characters.ts from the character table of OpenCC (Apache-2.0). Do not edit.

/** Each traditional character stands at the place of its simplified one in the string below. */
export const traditionalCharacters =
  '${traditional}';

export const simplifiedCharacters =
  '${simplified}';
`,
);
console.log(`${traditional.length} characters`);

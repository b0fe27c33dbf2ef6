import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { simplifiedPairs } from './simplified-pairs.ts';

/**
 * Generates the table the word matcher uses to fold traditional characters: `node
 * scripts/write-simplified-characters.ts`.
 */
const { traditional, simplified } = simplifiedPairs();
const file = path.join(import.meta.dirname, '../server/engines/word-matcher/simplified-characters.ts');
writeFileSync(
  file,
  `// Written by scripts/write-simplified-characters.ts from the character table of OpenCC (Apache-2.0). Do not edit.

/** Each traditional character is at the same index as its simplified form in the string below. */
export const traditionalCharacters =
  '${traditional}';

export const simplifiedCharacters =
  '${simplified}';
`,
);
console.log(`${traditional.length} characters`);

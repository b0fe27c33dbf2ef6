import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

const web = path.join(import.meta.dirname, '../../web');
const catalogue = '../contract/messages/en/';
const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aáeéiíoóuúyýcćdďgğhĥjĵkķlłnńrŕsśtťwŵzź'.matchAll(/(.)(.)/g)].flatMap(([, plain = '', accented = '']) => [
    [plain, accented],
    [plain.toUpperCase(), accented.toUpperCase()],
  ]),
);
const others: Readonly<Record<string, string>> = { b: 'ƀ', f: 'ƒ', m: 'ɱ', p: 'þ', q: 'ʠ', v: 'ṽ', x: 'ẋ' };

const plural = /(\{\w+, plural,(?: =?\w+ \{[^{}]*\})+\})/;
const pluralForm = /\{([^{}]*)\}/g;

/** Readable, but 40% longer and without English letters, so any English letter on screen is not from the catalogue. */
export function pseudo(text: string): string {
  return text
    .split(plural)
    .map((piece) =>
      plural.test(piece) ? piece.replace(pluralForm, (_, form: string) => `{${longer(form)}}`) : longer(piece),
    )
    .join('');
}

function longer(text: string): string {
  return text.replace(/\{\w+\}|[A-Za-z]+/g, (piece) => (piece.startsWith('{') ? piece : lengthened(piece)));
}

function lengthened(word: string): string {
  let owed = 0;
  return [...word]
    .map((letter) => {
      const accented = accents[letter] ?? others[letter.toLowerCase()] ?? letter;
      owed += 0.4;
      if (owed < 1) return accented;
      owed -= 1;
      return accented + accented.toLowerCase();
    })
    .join('');
}

function pseudoAll(value: unknown): unknown {
  if (typeof value === 'string') return pseudo(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, pseudoAll(inner)]));
}

/** Serves the English catalogue in the pseudo-locale and the rest of the build unchanged. */
export async function speakPseudo(page: Page): Promise<void> {
  const manifest = JSON.parse(readFileSync(path.join(web, 'dist/.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >;
  for (const [source, { file }] of Object.entries(manifest)) {
    if (!source.startsWith(catalogue)) continue;
    const messages: Record<string, unknown> = await import(path.join(web, source));
    const body = Object.entries(messages)
      .map(([area, texts]) => `export const ${area} = ${JSON.stringify(pseudoAll(texts))};`)
      .join('\n');
    await page.route(`**/${file}`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  }
}

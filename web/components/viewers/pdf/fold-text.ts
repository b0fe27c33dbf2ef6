/** A run of text on a page, as the file has it. */
export type TextRun = { str: string; hasEOL: boolean };
/** A page's text as it is searched, and where each of its characters stands. */
export type FoldedText = { text: string; runs: number[]; offsets: number[] };
/** A hit from one place to another: the run and the character in it; the end is behind the last character. */
export type TextSpan = { fromRun: number; from: number; toRun: number; to: number };

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

/**
 * Text as people search it: without regard to case, width and the ends of lines. Between Chinese characters there are no
 * spaces, whatever the layout put there.
 */
export function foldRuns(runs: readonly TextRun[]): FoldedText {
  const folded: FoldedText = { text: '', runs: [], offsets: [] };
  const characters: string[] = [];
  let spaceAt: [number, number] | null = null;
  const put = (character: string, run: number, offset: number) => {
    characters.push(character);
    folded.runs.push(run);
    folded.offsets.push(offset);
  };
  runs.forEach(({ str, hasEOL }, run) => {
    for (let offset = 0; offset < str.length; offset += 1) {
      for (const character of foldCharacter(str[offset] ?? '')) {
        if (/\s/.test(character)) {
          spaceAt ??= [run, offset];
          continue;
        }
        const last = characters.at(-1);
        if (spaceAt && last !== undefined && !cjk.test(last) && !cjk.test(character)) put(' ', ...spaceAt);
        spaceAt = null;
        put(character, run, offset);
      }
    }
    if (hasEOL) spaceAt ??= [run, str.length];
  });
  folded.text = characters.join('');
  return folded;
}

export function foldQuery(query: string): string {
  return foldRuns([{ str: query, hasEOL: false }]).text;
}

/** One character stays one or becomes several, such as a ligature. */
function foldCharacter(character: string): string {
  const plain = character.normalize('NFKC').toLowerCase();
  return plain === '\u00ad' ? '' : plain;
}

/** Every place of a page that holds the folded query, in the order of reading. */
export function findSpans(page: FoldedText, query: string): TextSpan[] {
  const spans: TextSpan[] = [];
  if (query === '') return spans;
  for (let at = page.text.indexOf(query); at >= 0; at = page.text.indexOf(query, at + query.length)) {
    const end = at + query.length - 1;
    spans.push({
      fromRun: page.runs[at] ?? 0,
      from: page.offsets[at] ?? 0,
      toRun: page.runs[end] ?? 0,
      to: (page.offsets[end] ?? 0) + 1,
    });
  }
  return spans;
}

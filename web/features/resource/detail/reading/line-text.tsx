import { doubtfulBelow, type ReadingLine } from '@lectern/contract/features/reading.ts';
import { piecesOf } from './find-in-lines.ts';

/** The words of a line: hits marked, doubtful ones tinted. */
export function LineText({ line, query }: { line: ReadingLine; query: string }) {
  return piecesOf(line, query, doubtfulBelow).map(({ text, marked, doubtful }, at) => {
    const className = doubtful ? 'reading-doubtful' : undefined;
    const Piece = marked ? 'mark' : 'span';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one line
      <Piece key={at} className={className}>
        {text}
      </Piece>
    );
  });
}

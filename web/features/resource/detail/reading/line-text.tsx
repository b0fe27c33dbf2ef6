import type { ReadingLine } from '@lectern/contract/features/reading.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ReadingWord } from './find-in-lines.ts';
import { piecesOf } from './find-in-lines.ts';

type Props = {
  line: ReadingLine;
  query: string;
  /** The word in this line that the user was taken to. */
  reached?: ReadingWord | undefined;
};

/** A line with search matches marked and doubtful words tinted. */
export function LineText({ line, query, reached }: Props) {
  return piecesOf(line, query, reached).map((piece, at) => {
    const Piece = piece.marked ? 'mark' : 'span';
    const className = piece.doubtful ? 'reading-doubtful' : undefined;
    return piece.reached ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no id and never move
      <Reached key={at}>{piece.text}</Reached>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no id and never move
      <Piece key={at} className={className}>
        {piece.text}
      </Piece>
    );
  });
}

function Reached({ children }: { children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <span ref={place} className="reading-doubtful reading-reached" aria-current="true">
      {children}
    </span>
  );
}

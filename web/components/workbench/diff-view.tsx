import { diffLines, type LineDifference } from '@lectern/contract/text-edit/diff-lines.ts';
import { useMemo, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Button } from '../button.tsx';
import './diff-view.css';

type Props = { before: readonly string[]; after: readonly string[] };

/** Unchanged lines shown around a change, for context. */
const around = 1;
/** Rows shown until the user asks for more. */
const atFirst = 200;

/** Line diff with changed words highlighted. */
export function DiffView({ before, after }: Props) {
  const { workbench } = useTexts();
  const { number } = useFormat();
  const [all, setAll] = useState(false);
  const rows = useMemo(() => diffLines(before, after), [before, after]);
  const changes = rows.filter(({ kind }) => kind !== 'same').length;
  const shown = useMemo(() => rows.map((row, at) => ({ row, at })).filter(({ at }) => isNear(rows, at)), [rows]);
  if (changes === 0) return <p className="wb-diff-none">{workbench.diff.none}</p>;
  const part = all ? shown : shown.slice(0, atFirst);
  return (
    <>
      <p className="wb-diff-count">{fillText(workbench.diff.count, { count: number(changes) })}</p>
      <ol className="wb-diff">
        {part.map(({ row, at }, index) => (
          <li key={at} data-gap={index > 0 && (part[index - 1]?.at ?? 0) < at - 1 ? 'true' : undefined}>
            <DiffRow row={row} before={before} after={after} />
          </li>
        ))}
      </ol>
      {part.length < shown.length && <Button onClick={() => setAll(true)}>{workbench.diff.more}</Button>}
    </>
  );
}

function isNear(rows: readonly LineDifference[], at: number): boolean {
  for (let near = at - around; near <= at + around; near += 1) {
    const kind = rows[near]?.kind;
    if (kind !== undefined && kind !== 'same') return true;
  }
  return false;
}

function DiffRow({ row, before, after }: Props & { row: LineDifference }) {
  if (row.kind === 'same') return <span className="wb-diff-same">{after[row.after]}</span>;
  if (row.kind === 'removed') return <del>{before[row.before]}</del>;
  if (row.kind === 'added') return <ins>{after[row.after]}</ins>;
  return row.pieces.map(({ kind, text }, at) => {
    const Piece = kind === 'removed' ? 'del' : kind === 'added' ? 'ins' : 'span';
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no id and never move
    return <Piece key={at}>{text}</Piece>;
  });
}

import { decodeText } from '@lectern/contract/text-encoding/decode-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { freshToken } from '../../../lib/session-renewal.ts';
import { Skeleton, SkeletonRegion } from '../../skeleton.tsx';
import { ViewerButton } from '../viewer-icon.tsx';
import type { ViewerLink } from '../viewer-link.ts';
import { ViewerMessage } from '../viewer-message.tsx';
import '../viewer.css';
import '../../table.css';
import './text-viewer.css';

type TextViewerProps = {
  url: string;
  downloadUrl: string;
  title: string;
  /** File format; `csv` can be shown as a table, all others as plain text. */
  format: string;
  sizeBytes: number;
  /** Lets other parts of the page scroll to words in the text. */
  link?: ViewerLink;
};

/** Only the start of a large text is shown; the file can be downloaded. */
const mostBytes = 1024 * 1024;
const mostRows = 500;

/** Shows text verbatim. Markup is never interpreted. */
export function TextViewer({ url, downloadUrl, title, format, sizeBytes, link }: TextViewerProps) {
  const { viewer } = useTexts();
  const numbers = useFormat();
  const [wraps, setWraps] = useState(true);
  const [asTable, setAsTable] = useState(format === 'csv');
  const text = useQuery({
    queryKey: ['text', url],
    queryFn: ({ signal }) => readStart(url, signal),
    staleTime: 60_000,
  });
  const cut = sizeBytes > mostBytes;
  if (text.isError) {
    return (
      <div className="viewer">
        <ViewerMessage
          icon="document"
          title={viewer.pdfProblems.unreachable.title}
          downloadUrl={downloadUrl}
          onRetry={() => void text.refetch()}
        >
          {viewer.pdfProblems.unreachable.text}
        </ViewerMessage>
      </div>
    );
  }
  return (
    <div className="viewer">
      <div className="viewer-bar" role="toolbar" aria-label={viewer.toolbar}>
        <span className="text-note">
          {cut ? fillText(viewer.textCut, { size: numbers.bytes(mostBytes) }) : format.toUpperCase()}
        </span>
        <span className="viewer-bar-space" />
        {format === 'csv' && (
          <ViewerButton
            icon="pages"
            label={viewer.asTable}
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          />
        )}
        <ViewerButton icon="wrap" label={viewer.wrap} aria-pressed={wraps} onClick={() => setWraps(!wraps)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: focusable for scrolling by keyboard */}
      <section className="text-body" tabIndex={0} aria-label={title}>
        {text.isPending ? (
          <SkeletonRegion className="text-skeleton">
            {[70, 96, 88, 92, 40, 84].map((share) => (
              <Skeleton key={share} width={`${share}%`} />
            ))}
          </SkeletonRegion>
        ) : asTable ? (
          <CsvTable rows={parseCsv(text.data, mostRows)} />
        ) : (
          <pre className={wraps ? 'text-wraps' : undefined}>
            {text.data ? <MarkedText text={text.data} link={link} /> : viewer.emptyText}
          </pre>
        )}
      </section>
    </div>
  );
}

/** The text with the linked words highlighted. */
function MarkedText({ text, link }: { text: string; link: ViewerLink | undefined }) {
  const mark = useRef<HTMLElement>(null);
  const [span, setSpan] = useState<{ start: number; end: number } | null>(null);
  useEffect(() => link?.follow(({ words }) => setSpan(words ? findSpan(text, words.text) : null)), [link, text]);
  useEffect(() => {
    if (span) mark.current?.scrollIntoView?.({ block: 'center' });
  }, [span]);
  if (!span) return text;
  return (
    <>
      {text.slice(0, span.start)}
      <mark ref={mark}>{text.slice(span.start, span.end)}</mark>
      {text.slice(span.end)}
    </>
  );
}

function CsvTable({ rows: [head = [], ...rows] }: { rows: string[][] }) {
  return (
    <table className="table text-table">
      <thead>
        <tr>
          {head.map((cell, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file are identified by position
            <th key={at}>{cell}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file are identified by position
          <tr key={line}>
            {row.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file are identified by position
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

async function readStart(url: string, signal: AbortSignal): Promise<string> {
  await freshToken().catch(() => null);
  const answer = await fetch(url, { signal, headers: { range: `bytes=0-${mostBytes - 1}` } });
  // An empty file answers a range request with 416.
  if (answer.status === 416) return '';
  if (!answer.ok) throw new Error(answer.statusText);
  return decodeText(new Uint8Array(await answer.arrayBuffer()), { cut: true })?.text ?? '';
}

/** This many characters are enough to identify a place. */
const enough = 60;

/** Finds words in a text regardless of line breaks; falls back to their beginning if the rest differs. */
export function findSpan(text: string, words: string): { start: number; end: number } | null {
  const wanted = words.trim();
  if (wanted === '') return null;
  for (const part of [wanted, wanted.slice(0, enough)]) {
    const found = patternOf(part).exec(text);
    if (found) return { start: found.index, end: found.index + found[0].length };
  }
  return null;
}

/** Format markers such as `**` may appear between words. */
function patternOf(words: string): RegExp {
  const pieces = words
    .trim()
    .split(/\s+/)
    .map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(pieces.join('[\\s*_#>|`-]+'), 'u');
}

/**
 * The first rows of a CSV file, with quoted cells and line breaks in quotes; the separator is the most frequent
 * candidate.
 */
export function parseCsv(text: string, mostRows: number): string[][] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length && rows.length < mostRows; at += 1) {
    const character = text[at] ?? '';
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
  }
  if (rows.length < mostRows && (cell !== '' || row.length > 0)) endRow();
  return rows;
}

function separatorOf(text: string): string {
  const start = text.slice(0, text.indexOf('\n') >= 0 ? text.indexOf('\n') : 2_000);
  const count = (sign: string) => start.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
}

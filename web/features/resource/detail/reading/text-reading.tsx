import type { Reading, ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { CopyButton } from '../../../../components/copy-button.tsx';
import { QueryError } from '../../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../../components/skeleton.tsx';
import { turnBack } from '../../../../components/viewers/turn-back.ts';
import type { Box, ViewerLink } from '../../../../components/viewers/viewer-link.ts';
import { useFormat } from '../../../../lib/format.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { type DoubtfulWord, findInLines, type ReadingWord } from './find-in-lines.ts';
import { LineText } from './line-text.tsx';
import { NextDoubtful, useDoubtful } from './next-doubtful.tsx';
import { ReadingExport, ReadingProvenance, ReadingSearch, StaleNotice, WorkOnText } from './reading-tools.tsx';
import { useReadingParts } from './use-reading-parts.ts';

const mostHits = 300;

type Props = { resource: ResourceDetailView; reading: Reading; link: ViewerLink; onProcessing: () => void };

/** One text with search, page jump, copy and export; clicking a line shows its place in the viewer. */
export function TextReading({ resource, reading, link, onProcessing }: Props) {
  const { reading: words } = useTexts();
  const format = useFormat();
  const [query, setQuery] = useState('');
  const [start, setStart] = useState(() =>
    Math.min(link.place.get().page ?? link.mark.get()?.page ?? 1, reading.parts),
  );
  const searching = query.trim() !== '';
  const { id: resourceId } = resource;
  const shared = {
    id: resourceId,
    source: reading.source,
    readingId: reading.id,
    count: reading.parts,
    // Words make up most of the response, so they are requested only when doubtful words can be shown.
    words: reading.doubtful > 0 && !searching,
  };
  const text = useReadingParts({ ...shared, ...(searching ? { size: 50, all: true } : { start: Math.max(1, start) }) });
  const hits = searching ? findInLines(text.parts, query) : [];
  const hasPages = resource.kind === 'document';
  const show = (part: ReadingPart, at?: { box?: Box | undefined }) => {
    // Documents show pages as in the file, so boxes are turned back here; the picture viewer turns its marks itself,
    // including those from addresses.
    const box = at?.box && (hasPages ? turnBack(at.box, part.rotation) : at.box);
    link.goTo({ page: part.number, ...(box && { box }) });
  };
  const doubtful = useDoubtful({
    parts: text.parts,
    onShow: ({ part, line, word }) => show(part, { box: word.box ?? line.box }),
    more: reading.doubtful > 0 && text.hasNextPage ? () => text.fetchNextPage() : undefined,
  });
  return (
    <>
      <div className="reading-bar">
        <ReadingSearch
          label={words.searchText}
          query={query}
          onChange={setQuery}
          hits={hits.length}
          searching={text.hasNextPage || text.isFetching}
        />
        {hasPages && <PageJump count={reading.parts} onGo={setStart} />}
        <WorkOnText resource={resource} reading={reading} link={link} />
        <ReadingExport id={resourceId} reading={reading} />
      </div>
      <StaleNotice reading={reading} onProcessing={onProcessing} />
      <ReadingProvenance reading={reading} />
      {reading.doubtful > 0 && !searching && <NextDoubtful doubtful={doubtful} count={reading.doubtful} />}
      {text.isError && <QueryError query={text} keepsOld={text.parts.length > 0} />}
      {text.isPending && (
        <SkeletonRegion>
          <Skeleton height={200} />
        </SkeletonRegion>
      )}
      {searching ? (
        <ul className="reading-hits">
          {hits.slice(0, mostHits).map(({ part, line, key }) => (
            <li key={key}>
              {hasPages && <small>{fillText(words.page, { number: part.number })}</small>}
              <TextLine line={line} query={query} onShow={() => show(part, line)} />
            </li>
          ))}
          {hits.length > mostHits && <li>{fillText(words.moreHits, { count: format.number(mostHits) })}</li>}
        </ul>
      ) : (
        <>
          {text.hasPreviousPage && (
            <Button size="small" busy={text.isFetchingPreviousPage} onClick={() => void text.fetchPreviousPage()}>
              {words.earlier}
            </Button>
          )}
          {text.parts.map((part) => (
            <TextPage
              key={part.number}
              part={part}
              titled={hasPages}
              reached={part.number === start}
              word={doubtful.reached}
              onShow={(line) => show(part, line)}
            />
          ))}
          {text.hasNextPage && (
            <Button size="small" busy={text.isFetchingNextPage} onClick={() => void text.fetchNextPage()}>
              {words.more}
            </Button>
          )}
        </>
      )}
    </>
  );
}

/** Jumps to a page by number. */
function PageJump({ count, onGo }: { count: number; onGo: (page: number) => void }) {
  const { reading } = useTexts();
  const format = useFormat();
  const [typed, setTyped] = useState('');
  return (
    <form
      className="reading-jump"
      onSubmit={(event) => {
        event.preventDefault();
        const page = Number(typed);
        if (Number.isInteger(page) && page >= 1 && page <= count) onGo(page);
        else setTyped('');
      }}
    >
      <input
        className="field-input"
        inputMode="numeric"
        aria-label={reading.goToPage}
        title={reading.goToPage}
        placeholder="1"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <span>{fillText(reading.ofPages, { count: format.number(count) })}</span>
    </form>
  );
}

type PageProps = {
  part: ReadingPart;
  titled: boolean;
  /** The user jumped to this page. */
  reached: boolean;
  /** The doubtful word that the user was taken to. */
  word: DoubtfulWord | null;
  onShow: (line?: ReadingLine) => void;
};

function TextPage({ part, titled, reached, word, onShow }: PageProps) {
  const { reading } = useTexts();
  const section = useRef<HTMLElement>(null);
  const { number, lines } = part;
  useEffect(() => {
    if (reached && number > 1) section.current?.scrollIntoView({ block: 'start' });
  }, [reached, number]);
  return (
    <section
      className="reading-page"
      ref={section}
      aria-label={titled ? fillText(reading.textOfPage, { number }) : reading.picture}
    >
      <header>
        {titled ? (
          <button type="button" title={fillText(reading.showPage, { number })} onClick={() => onShow()}>
            {fillText(reading.page, { number })}
          </button>
        ) : (
          <span>{reading.picture}</span>
        )}
        <CopyButton text={lines.map(({ text }) => text).join('\n')} label={fillText(reading.copyPage, { number })} />
      </header>
      {lines.length === 0 && <p className="reading-none">{reading.noLines}</p>}
      {lines.map((line, at) => (
        <TextLine
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a page are identified by position
          key={at}
          line={line}
          query=""
          reached={word?.line === line ? word.word : undefined}
          onShow={() => onShow(line)}
        />
      ))}
    </section>
  );
}

type LineProps = { line: ReadingLine; query: string; reached?: ReadingWord | undefined; onShow: () => void };

/**
 * One line; clicking it shows its place in the viewer. It isn't a button, so that its text can be selected and copied.
 */
function TextLine({ line, query, reached, onShow }: LineProps) {
  const show = () => {
    if (window.getSelection()?.isCollapsed !== false) onShow();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the page's button is keyboard-accessible
    <p className={line.heading ? 'reading-line reading-heading' : 'reading-line'} onClick={show}>
      <LineText line={line} query={query} reached={reached} />
    </p>
  );
}

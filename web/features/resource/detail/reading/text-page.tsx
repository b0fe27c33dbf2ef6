import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';
import { useEffect, useRef } from 'react';
import { CopyButton } from '../../../../components/copy-button.tsx';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import type { DoubtfulWord } from './doubtful-words.ts';
import { LineText } from './line-text.tsx';
import type { ReadingWord } from './places-of.ts';

type PageProps = {
  part: ReadingPart;
  titled: boolean;
  /** Somebody jumped here. */
  reached: boolean;
  /** The doubtful word that somebody was led to. */
  word: DoubtfulWord | null;
  onShow: (line?: ReadingLine) => void;
};

/** The text of one page. */
export function TextPage({ part, titled, reached, word, onShow }: PageProps) {
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
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a page have no name
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

/** One line; clicking it shows where it stands. It stays text, to be selected and copied. */
export function TextLine({ line, query, reached, onShow }: LineProps) {
  const show = () => {
    if (window.getSelection()?.isCollapsed !== false) onShow();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the page's own button is the way by keyboard
    <p className={line.heading ? 'reading-line reading-heading' : 'reading-line'} onClick={show}>
      <LineText line={line} query={query} reached={reached} />
    </p>
  );
}

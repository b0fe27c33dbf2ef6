import { mayOpenPath } from '@lectern/contract/access.ts';
import type { StepKind } from '@lectern/contract/features/job.ts';
import type { Reading, ReadingSource } from '@lectern/contract/features/reading.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { useSyncExternalStore } from 'react';
import { AppLink } from '../../../../components/app-link.tsx';
import { Banner } from '../../../../components/banner.tsx';
import { Button } from '../../../../components/button.tsx';
import { FactList } from '../../../../components/fact-list.tsx';
import { Icon } from '../../../../components/icon.tsx';
import { Popover } from '../../../../components/popover.tsx';
import type { ViewerLink } from '../../../../components/viewers/viewer-link.ts';
import { confidenceBar } from '../../../../components/work/confidence-bar.tsx';
import { formatNames, formatsOf, readingHref, textHrefAt } from '../../../../components/work/text-href.ts';
import { engineWords, languageName, optionWords } from '../../../../components/work/work-words.ts';
import { useCurrentUser } from '../../../../lib/current-user.tsx';
import { useFormat } from '../../../../lib/format.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';

const steps: Record<ReadingSource, StepKind> = { document: 'convert', ocr: 'ocr', speech: 'asr' };

function plain(options: Reading['options']): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [],
    ),
  );
}

/** Where a text comes from, in one line that expands to all facts. */
export function ReadingProvenance({ reading }: { reading: Reading }) {
  const texts = useTexts();
  const { reading: words, work } = texts;
  const format = useFormat();
  const { engine, language, confidence, doubtful, versionNumber, checkedBy, createdBy } = reading;
  const parts = [
    engine ? engineWords(engine) : words.origins[reading.origin],
    language && languageName(language),
    confidence !== null && fillText(words.sure, { value: Math.floor(confidence * 100) }),
    doubtful > 0 && fillText(words.doubtful, { count: format.number(doubtful) }),
    checkedBy && fillText(words.checkedBy, { name: checkedBy }),
  ];
  const options = optionWords(steps[reading.source], plain(reading.options), texts);
  const facts = [
    { label: words.origin, value: words.origins[reading.origin] },
    engine && { label: work.facts.engine, value: engineWords(engine) },
    options && { label: work.facts.options, value: options },
    language && { label: work.facts.language, value: languageName(language) },
    confidence !== null && { label: work.facts.confidence, value: confidenceBar(confidence, texts) },
    { label: words.file, value: format.number(versionNumber) },
    { label: words.resultName, value: format.number(reading.number) },
    { label: words.characters, value: format.number(reading.characters) },
    { label: words.made, value: format.dateTime(reading.createdAt) },
    createdBy && { label: words.madeBy, value: createdBy },
  ];
  return (
    <details className="reading-provenance">
      <summary>
        {reading.stale && <em className="reading-stale">{words.stale}</em>}
        {parts.filter(Boolean).join(' · ')}
      </summary>
      <FactList facts={facts.filter((fact) => fact !== false && fact !== null && fact !== '')} />
    </details>
  );
}

type Props = { reading: Reading; onProcessing: () => void };

/** Notice that the text belongs to a replaced file, with a link to the progress of the new one. */
export function StaleNotice({ reading, onProcessing }: Props) {
  const { reading: words } = useTexts();
  if (!reading.stale) return null;
  return (
    <Banner
      tone="warning"
      actions={
        <Button size="small" onClick={onProcessing}>
          {words.toProcessing}
        </Button>
      }
    >
      {fillText(words.staleText, { number: reading.versionNumber })}
    </Banner>
  );
}

type WorkOnTextProps = { resource: { id: string; kind: ResourceKind }; reading: Reading; link: ViewerLink };

const pages = { ocr: '/app/handle/img', speech: '/app/handle/asr' } as const;

/** Link to the page for correcting the text, at the viewer's current position. */
export function WorkOnText({ resource, reading: { source }, link }: WorkOnTextProps) {
  const { reading } = useTexts();
  const me = useCurrentUser();
  const placeOf = () => {
    const { page, second } = link.place.get();
    const mark = link.mark.get();
    return textHrefAt(resource, source === 'speech' ? { second } : { page: mark?.page ?? page, ...mark });
  };
  const href = useSyncExternalStore((changed) => {
    const stops = [link.place.subscribe(changed), link.mark.subscribe(changed)];
    return () => {
      for (const stop of stops) stop();
    };
  }, placeOf);
  if (source === 'document' || !mayOpenPath(me, pages[source])) return null;
  return (
    <AppLink className="icon-button" to={href} aria-label={reading.workOnText} title={reading.workOnText}>
      <Icon name="edit" />
    </AppLink>
  );
}

type ReadingSearchProps = {
  label: string;
  query: string;
  onChange: (query: string) => void;
  hits: number;
  /** Further parts are still loading. */
  searching: boolean;
};

/** Searches in the text and shows how many lines match. */
export function ReadingSearch({ label, query, onChange, hits, searching }: ReadingSearchProps) {
  const { reading } = useTexts();
  const format = useFormat();
  const count = { count: format.number(hits) };
  const words = () => {
    if (searching) return fillText(reading.stillSearching, count);
    if (hits === 0) return reading.noHits;
    return fillText(reading.hits, count);
  };
  return (
    <div className="reading-search">
      <input
        type="search"
        className="field-input"
        placeholder={label}
        aria-label={label}
        value={query}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || query === '') return;
          event.preventDefault();
          onChange('');
        }}
      />
      <span role="status">{query.trim() === '' ? '' : words()}</span>
    </div>
  );
}

/** Exports the text in the formats its source supports. */
export function ReadingExport({ id, reading }: { id: string; reading: Reading }) {
  const { reading: words } = useTexts();
  return (
    <Popover
      label={words.export}
      role="menu"
      align="end"
      trigger={(props) => (
        <Button size="small" icon="download" {...props}>
          {words.export}
        </Button>
      )}
    >
      {(close) =>
        formatsOf[reading.source].map((format) => (
          <a
            key={format}
            role="menuitem"
            className="menu-item"
            href={readingHref(id, reading.source, format)}
            download
            onClick={() => close()}
          >
            <Icon name="download" />
            {formatNames[format]}
          </a>
        ))
      }
    </Popover>
  );
}

import { useFormat } from '../../../../lib/format.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';

type Props = {
  label: string;
  query: string;
  onChange: (query: string) => void;
  hits: number;
  /** Not everything has arrived yet. */
  searching: boolean;
};

/** Looks for words in the text; says how many lines have them. */
export function ReadingSearch({ label, query, onChange, hits, searching }: Props) {
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

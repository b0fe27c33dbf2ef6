import { type Ref, useEffect, useState } from 'react';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { KeyHint } from '../key-hint.tsx';
import './search-box.css';

const pauseMs = 250;

type Props = {
  ref: Ref<HTMLInputElement>;
  value: string;
  placeholder: string;
  /** Another search box on the page owns the shortcut. */
  keyless?: boolean;
  onSearch: (text: string) => void;
  /** Called on Escape in an empty box, to move the focus on. Without it, the focus stays. */
  onLeave?: () => void;
};

/** Searches after a short pause in typing, or at once on Enter. */
export function SearchBox({ ref, value, placeholder, keyless = false, onSearch, onLeave }: Props) {
  const { list } = useTexts();
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // Follows changes of the address by Back, a saved view or Clear, but keeps text being typed.
  if (known !== value) {
    setKnown(value);
    if (text.trim() !== value) setText(value);
  }
  const search = useLatest(onSearch);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => search.current(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [text, value]);

  return (
    <div className="search-box">
      <Icon name="search" />
      <input
        ref={ref}
        type="search"
        aria-label={keyless ? placeholder : list.search}
        placeholder={placeholder}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) onSearch(text.trim());
          if (event.key === 'Escape') text ? setText('') : onLeave?.();
        }}
      />
      {text && (
        <IconButton
          icon="close"
          label={list.clearSearch}
          onClick={({ currentTarget }) => {
            setText('');
            currentTarget.parentElement?.querySelector('input')?.focus();
          }}
        />
      )}
      {!text && !keyless && <KeyHint keys="/" />}
    </div>
  );
}

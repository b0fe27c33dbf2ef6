import { useEffect, useRef, useState } from 'react';

type Props = {
  label: string;
  value?: string;
  placeholder?: string;
  maxLength: number;
  /** Enter, or leaving it with other words in it; never with none. */
  onSave: (name: string) => void;
  /** Escape, or leaving it as it was. `byKey` asks for the focus to go back into the tree. */
  onClose: (byKey: boolean) => void;
  /** Stays open for the next one after Enter. */
  goesOn?: boolean;
};

/** A name written where it stands in the tree. */
export function TreeNameField({ label, value = '', placeholder, maxLength, onSave, onClose, goesOn = false }: Props) {
  const [text, setText] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const closed = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
    field.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const close = (byKey: boolean) => {
    if (closed.current) return;
    closed.current = true;
    onClose(byKey);
  };
  const save = (byKey: boolean) => {
    const name = text.trim();
    const isOther = name !== '' && name !== value;
    if (isOther && !closed.current) onSave(name);
    if (goesOn && isOther && byKey) setText('');
    else close(byKey);
  };
  return (
    <input
      ref={field}
      className="tree-name-field"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={maxLength}
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
      onBlur={() => save(false)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') save(true);
        else if (event.key === 'Escape') close(true);
        else return;
        event.preventDefault();
      }}
    />
  );
}

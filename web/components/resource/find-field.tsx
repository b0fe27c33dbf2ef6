import { type KeyboardEvent, useId, useState } from 'react';
import { Field } from '../field.tsx';
import './find-field.css';

export type FindOption = { id: string; label: string; note?: string; depth?: number };

type Props = {
  label: string;
  placeholder?: string;
  hint?: string;
  error?: string | undefined;
  text: string;
  options: readonly FindOption[];
  /** Shown when nothing matches. */
  none: string;
  /** Stays open after a choice, so more can be added. */
  many?: boolean;
  disabled?: boolean;
  /** Gets the focus when the dialog opens. */
  first?: boolean;
  onText: (text: string) => void;
  onPick: (option: FindOption) => void;
  /** Called on Backspace in an empty field. */
  onBack?: () => void;
};

/** A combobox that filters while typing; arrow keys move, Enter chooses, Escape closes. */
export function FindField(props: Props) {
  const { label, hint, error, text, options, none, many, disabled, onText, onPick } = props;
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const listId = useId();
  const active = Math.min(at, options.length - 1);
  const pick = (option: FindOption | undefined) => {
    if (!option) return;
    onPick(option);
    setAt(0);
    if (!many) setOpen(false);
  };
  const act = (key: string): boolean => {
    if (key === 'ArrowDown') open ? setAt(Math.min(options.length - 1, active + 1)) : setOpen(true);
    else if (key === 'ArrowUp') setAt(Math.max(0, active - 1));
    else if (key === 'Enter' && open) pick(options[active]);
    else if (key === 'Escape' && open) setOpen(false);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Backspace' && text === '') props.onBack?.();
    if (!act(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="find-field">
          <input
            {...control}
            className="field-input"
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && options[active] ? `${listId}-${active}` : undefined}
            autoComplete="off"
            maxLength={60}
            placeholder={props.placeholder}
            disabled={disabled}
            data-first-focus={props.first || undefined}
            value={text}
            onChange={(event) => {
              onText(event.target.value);
              setAt(0);
              setOpen(true);
            }}
            onClick={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={onKeyDown}
          />
          <div
            id={listId}
            role="listbox"
            aria-label={label}
            className="find-field-list"
            // Browsers put scrollable elements in the tab order, but this list closes when the field loses focus.
            tabIndex={-1}
            hidden={!open}
            ref={open ? reveal : undefined}
          >
            {open &&
              options.map((option, index) => (
                <div
                  key={option.id}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className="find-field-option"
                  style={{ paddingLeft: 8 + (option.depth ?? 0) * 14 }}
                  ref={index === active ? reveal : undefined}
                  // Keeps the focus in the field, so people can go on typing.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => pick(option)}
                  onKeyDown={() => undefined}
                >
                  <span>{option.label}</span>
                  {option.note && <small>{option.note}</small>}
                </div>
              ))}
            {open && options.length === 0 && <div className="find-field-none">{none}</div>}
          </div>
        </div>
      )}
    </Field>
  );
}

function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView?.({ block: 'nearest' });
}

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import './tabs.css';

type Tab<Id extends string> = { id: Id; label: string; count?: number | string | undefined };

type Props<Id extends string> = {
  label: string;
  tabs: readonly Tab<Id>[];
  active: Id;
  onChange: (id: Id) => void;
  children: ReactNode;
};

/** Tabs whose arrow keys move the focus and select the tab at once. */
export function Tabs<Id extends string>({ label, tabs, active, onChange, children }: Props<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const base = useId();

  useEffect(() => {
    // Scrolls only the tab row; `scrollIntoView` would also scroll its ancestors.
    const chosen = list.current?.querySelector<HTMLElement>(`[data-tab="${active}"]`);
    const row = list.current;
    if (!chosen || !row) return;
    const end = chosen.offsetLeft - row.offsetLeft + chosen.offsetWidth;
    if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end - row.clientWidth + 24;
    else if (chosen.offsetLeft - row.offsetLeft < row.scrollLeft)
      row.scrollLeft = chosen.offsetLeft - row.offsetLeft - 24;
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === active);
    const last = tabs.length - 1;
    const steps: Record<string, number> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const next = tabs[steps[event.key] ?? -1];
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };

  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${base}-${tab.id}`}
            data-tab={tab.id}
            type="button"
            role="tab"
            aria-selected={tab.id === active}
            aria-controls={tab.id === active ? `${base}-panel` : undefined}
            tabIndex={tab.id === active ? 0 : -1}
            onClick={() => onChange(tab.id)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
            {tab.count !== undefined && <em> {tab.count}</em>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} className="tabs-panel" aria-labelledby={`${base}-${active}`}>
        {children}
      </div>
    </>
  );
}

import { type ReactNode, useEffect, useRef } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { Dialog, focusHome } from '../dialog.tsx';
import { IconButton } from '../icon-button.tsx';
import { countWords } from '../list-page/count-words.ts';
import type { Neighbours } from './use-neighbours.ts';
import { useSheetKeys } from './use-sheet-keys.ts';
import './detail.css';

type Props = {
  /** Names the sheet for screen readers. */
  label: string;
  neighbours: Neighbours<unknown>;
  /** Title, state, next step and the menu of further actions. */
  header: ReactNode;
  /** Across the whole width, such as who edits it. */
  notices?: ReactNode;
  footer?: ReactNode;
  onSave: () => void;
  children: ReactNode;
};

/** An object opened over its list: the list stays as it is below, and one walks along it. */
export function DetailSheet({ label, neighbours, header, notices, footer, onSave, children }: Props) {
  const { detail, words } = useTexts();
  const format = useFormat();
  const content = useRef<HTMLDivElement>(null);
  const goTo = (href: string | null) => (href ? () => navigate(href) : null);
  const previous = goTo(neighbours.previous);
  const next = goTo(neighbours.next);
  const edit = () => content.current?.querySelector<HTMLElement>('[data-edit-focus]')?.focus();
  useSheetKeys({ previous, next, edit, save: onSave });
  const close = () => navigate(neighbours.list);
  // A next step that was taken is offered no longer: whoever pressed its button stays in the sheet.
  useEffect(() => {
    if (document.activeElement === document.body && document.hasFocus()) focusHome();
  });
  return (
    <Dialog open bare className="detail-sheet" title={label} onClose={close} returnTo={() => rowOf(neighbours.id)}>
      <div className="detail-frame" ref={content} data-focus-home>
        <div className="detail-head">
          {neighbours.position !== null && (
            <div className="detail-walk">
              <IconButton
                icon="arrowUp"
                label={detail.previous}
                disabled={!previous}
                onClick={() => previous?.()}
                aria-keyshortcuts="K"
              />
              <IconButton
                icon="arrowDown"
                label={detail.next}
                disabled={!next}
                onClick={() => next?.()}
                aria-keyshortcuts="J"
              />
              {neighbours.count && (
                <small>
                  {fillText(detail.positionOf, {
                    at: format.number(neighbours.position),
                    count: countWords(neighbours.count, format),
                  })}
                </small>
              )}
            </div>
          )}
          {header}
          <IconButton icon="close" label={words.close} onClick={close} />
        </div>
        {notices}
        <div className="detail-body">{children}</div>
        {footer}
      </div>
    </Dialog>
  );
}

/** The list goes on at the row that was shown last, not at the one that was opened first. */
function rowOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-row-focus][href$="id=${CSS.escape(id)}"]`);
}

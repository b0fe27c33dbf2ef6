import { type BoundedCount, exportFormats } from '@lectern/contract/list/define-list.ts';
import { addressOf, type Callable } from '../../lib/callable.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { Popover } from '../popover.tsx';
import { countWords } from './count-words.ts';

type Props = {
  endpoint: Callable;
  /** The view, as its address has it. */
  view: Record<string, string>;
  columns: readonly string[];
  count: BoundedCount | undefined;
};

/** The rows of the view, with the columns on screen, as a file that the browser fetches by itself. */
export function ExportMenu({ endpoint, view, columns, count }: Props) {
  const { list } = useTexts();
  const format = useFormat();
  const nothing = count?.value === 0;
  return (
    <Popover
      label={list.export}
      role="menu"
      align="end"
      trigger={(props) => (
        <Button icon="download" disabled={nothing} {...props}>
          {list.export}
        </Button>
      )}
    >
      {(close) => (
        <>
          {count && <div className="menu-note">{fillText(list.exportRows, { count: countWords(count, format) })}</div>}
          {exportFormats.map((kind) => (
            <a
              key={kind}
              role="menuitem"
              className="menu-item"
              tabIndex={-1}
              href={addressOf(endpoint, { query: { ...view, format: kind, columns: columns.join(',') } })}
              download
              onClick={close}
            >
              <Icon name="download" />
              <span className="menu-item-label">{list.exportAs[kind]}</span>
            </a>
          ))}
        </>
      )}
    </Popover>
  );
}

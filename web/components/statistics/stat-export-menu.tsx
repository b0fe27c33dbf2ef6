import { exportFormats } from '@lectern/contract/list/define-list.ts';
import { addressOf, type Callable } from '../../lib/callable.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { MenuItem, MenuSeparator } from '../menu-item.tsx';
import { Popover } from '../popover.tsx';

type Props = {
  endpoint: Callable;
  query: Record<string, unknown>;
  onPicture: () => void;
};

/** Exports the page's figures as tables, or its first chart as a picture. */
export function StatExportMenu({ endpoint, query, onPicture }: Props) {
  const { list, chart } = useTexts();
  return (
    <Popover
      label={list.export}
      role="menu"
      align="end"
      trigger={(props) => (
        <Button icon="download" {...props}>
          {list.export}
        </Button>
      )}
    >
      {(close) => (
        <>
          {exportFormats.map((format) => (
            <a
              key={format}
              role="menuitem"
              className="menu-item"
              tabIndex={-1}
              href={addressOf(endpoint, { query: { ...query, format } })}
              download
              onClick={close}
            >
              <Icon name="download" />
              <span className="menu-item-label">{list.exportAs[format]}</span>
            </a>
          ))}
          <MenuSeparator />
          <MenuItem
            icon="image"
            onSelect={() => {
              close();
              onPicture();
            }}
          >
            {chart.savePicture}
          </MenuItem>
          <MenuItem
            icon="document"
            onSelect={() => {
              close();
              // Wait until the menu has closed, so it isn't printed.
              setTimeout(() => window.print(), 50);
            }}
          >
            {chart.print}
          </MenuItem>
        </>
      )}
    </Popover>
  );
}

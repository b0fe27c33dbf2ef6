import type { Reading } from '@lectern/contract/features/reading.ts';
import { Button } from '../../../../components/button.tsx';
import { Icon } from '../../../../components/icon.tsx';
import { Popover } from '../../../../components/popover.tsx';
import { formatNames, formatsOf, readingHref } from '../../../../components/work/text-href.ts';
import { useTexts } from '../../../../lib/i18n/use-texts.ts';

/** The text as a file, in the forms that its source has. */
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

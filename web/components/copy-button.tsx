import { useEffect, useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { useTexts } from '../lib/i18n/use-texts.ts';
import { IconButton } from './button.tsx';

/** How long the button shows "copied", in milliseconds. */
const shownMs = 2_000;

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { words } = useTexts();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <>
      <IconButton
        icon={copied ? 'check' : 'copy'}
        label={label ?? words.copy}
        onClick={async () => setCopied(await copyText(text))}
      />
      <span className="visually-hidden" role="status">
        {copied && words.copied}
      </span>
    </>
  );
}

import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';

type Props = { title: string; text: string; secret: string; onTry?: (() => void) | undefined; onClose: () => void };

/** The secret is shown only once, so a stray click or Escape must not close the dialog. */
export function SecretDialog({ title, text, secret, onTry, onClose }: Props) {
  const texts = useTexts().apiKey.secret;
  const [isWarned, setIsWarned] = useState(false);
  const footer = (
    <>
      {onTry && <Button onClick={onTry}>{texts.tryIt}</Button>}
      <Button look="primary" onClick={onClose}>
        {texts.kept}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={() => setIsWarned(true)} footer={footer}>
      <p>{text}</p>
      <div className="api-secret">
        <output aria-label={texts.value}>
          <code>{secret}</code>
        </output>
        <CopyButton text={secret} label={texts.copy} />
      </div>
      <p className="api-secret-warning" role="alert">
        {isWarned && texts.warning}
      </p>
    </Dialog>
  );
}

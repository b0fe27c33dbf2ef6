import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';

type Props = { codes: readonly string[]; onClose(): void };

/** The one time that recovery codes are shown: a stray click or Escape must not be the end of them. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const { twoFactor } = useTexts().profile;
  const [isWarned, setIsWarned] = useState(false);
  const text = codes.join('\n');
  const footer = (
    <Button look="primary" onClick={onClose}>
      {twoFactor.codesKept}
    </Button>
  );
  return (
    <Dialog open title={twoFactor.codesTitle} onClose={() => setIsWarned(true)} footer={footer}>
      <p className="two-factor-text">{twoFactor.codesText}</p>
      <div className="two-factor-codes">
        <ol aria-label={twoFactor.codesTitle}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <CopyButton text={text} label={twoFactor.copyCodes} />
      </div>
      <p className="two-factor-warning" role="alert">
        {isWarned && twoFactor.codesWarning}
      </p>
    </Dialog>
  );
}

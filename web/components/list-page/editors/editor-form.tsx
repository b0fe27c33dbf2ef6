import type { ReactNode } from 'react';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { Button } from '../../button.tsx';

/** A filter's form: Enter or the button applies it. */
export function EditorForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const { list } = useTexts();
  return (
    <form
      className="floating-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <div className="floating-form-foot">
        <Button look="primary" size="small" submits>
          {list.apply}
        </Button>
      </div>
    </form>
  );
}

import type { ReactNode } from 'react';

/** What a row shows besides its text. */
export type RowLook = {
  lead?: ReactNode;
  /** At the end of its line, always to be seen. */
  trail?: ReactNode;
  tools?: ReactNode;
  below?: ReactNode;
  indent?: number;
  look?: 'unsupported' | 'shown' | undefined;
  onOpen?: (() => void) | undefined;
};

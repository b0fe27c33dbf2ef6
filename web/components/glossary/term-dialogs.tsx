import type { GlossaryTerm } from '@lectern/contract/features/glossary.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import { TermDialog } from './term-dialog.tsx';

/** A term that is written down, or one that is applied to all texts. */
export type AskedTerm =
  | { kind: 'edit'; term: GlossaryTerm | null; wrong: string; right?: string; wholeWord?: boolean }
  | { kind: 'apply'; term: GlossaryTerm };

type Props = { asked: AskedTerm | null; language: string | null; onAsk: (asked: AskedTerm | null) => void };

/** First it is kept as a rule for what machines write from now on, then applied to existing texts, if wanted. */
export function TermDialogs({ asked, language, onAsk }: Props) {
  const close = () => onAsk(null);
  if (asked?.kind === 'apply') return <ApplyDialog rule={asked.term} onClose={close} />;
  if (!asked) return null;
  const { term, wrong, right, wholeWord } = asked;
  return (
    <TermDialog
      term={term}
      start={{ wrong, right: right ?? wrong, wholeWord: wholeWord ?? true }}
      language={language}
      onClose={close}
      onApply={(kept) => onAsk({ kind: 'apply', term: kept })}
    />
  );
}

import type { MailView } from '@lectern/contract/features/mail.ts';
import { FactList } from '../../../components/fact-list.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';

const figures = ['sent', 'waiting', 'failed', 'unknown', 'skipped'] as const;

/** Figures of the whole, and when it came to be. */
export function MailFacts({ mail }: { mail: MailView }) {
  const texts = useTexts();
  const { view, compose } = texts.mail;
  const format = useFormat();
  const { counts } = mail;
  const names = mail.chosen.map(({ name }) => name);
  const audience = mail.everybody ? texts.mail.everybody : names.join(', ') || texts.words.none;
  const facts = [
    { label: view.from, value: mail.sender?.name ?? view.byLectern },
    ...(mail.kind === 'system' ? [] : [{ label: view.audience, value: audience }]),
    ...(mail.sendAt && !mail.begunAt ? [{ label: view.scheduledFor, value: format.dateTime(mail.sendAt) }] : []),
    ...(mail.begunAt ? [{ label: view.begun, value: format.dateTime(mail.begunAt) }] : []),
    ...(mail.finishedAt ? [{ label: view.finished, value: format.dateTime(mail.finishedAt) }] : []),
    ...(mail.throttle
      ? [{ label: view.throttle, value: fillText(compose.throttleOf, { count: format.number(mail.throttle) }) }]
      : []),
    ...(mail.template ? [{ label: view.template, value: mail.template.name }] : []),
    ...(mail.files.length > 0
      ? [{ label: compose.attachments, value: mail.files.map((file) => file.title || compose.gone).join(', ') }]
      : []),
  ];
  return (
    <section className="card mail-facts" aria-label={view.facts}>
      <ul className="mail-figures">
        {figures.map((name) => (
          <li key={name} data-figure={counts[name] > 0 ? name : undefined}>
            <strong>{format.number(counts[name])}</strong>
            {view.counts[name]}
          </li>
        ))}
      </ul>
      <FactList facts={facts} />
    </section>
  );
}

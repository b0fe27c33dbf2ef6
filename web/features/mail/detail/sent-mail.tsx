import { cancelMail, getMail, listMails, type MailView, retryMail } from '@lectern/contract/features/mail.ts';
import { listMailRecipients, previewStoredMail } from '@lectern/contract/features/mail-compose.ts';
import { listMailActivity, mailDetailEndpoints } from '@lectern/contract/features/mail-detail.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import { type FieldWords, namedField, plainValue } from '../../../components/detail/field-words.ts';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useFormat } from '../../../lib/format.ts';
import { joinNames } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { copyMail } from '../mail-actions.ts';
import { BackLink, mailState, ServerNotice, SubjectShown, subjectText } from '../mail-state.tsx';
import { MessageShown } from '../message-shown.tsx';
import { RecipientsTab } from './recipients-tab.tsx';
import '../../../components/detail/detail.css';
import './sent-mail.css';

const tabIds = ['recipients', 'message', 'activity'] as const;

/** A scheduled, sending or finished mail. */
export function SentMail({ mail, refresh }: { mail: MailView; refresh: () => Promise<unknown> }) {
  const texts = useTexts();
  const { view } = texts.mail;
  const format = useFormat();
  const [tab, setTab] = useState<(typeof tabIds)[number]>('recipients');
  const [recipient, setRecipient] = useState<{ id: string; name: string } | null>(null);
  const words = useMailWords();
  const { counts } = mail;
  const labels = { ...view.tabs };
  const tabs = tabIds.map((id) => ({
    id,
    label: labels[id],
    ...(id === 'recipients' && counts.total > 0 && { count: format.number(counts.total) }),
  }));
  const waits = mail.state === 'scheduled' || mail.state === 'sending';
  return (
    <div className="page-stack sent-mail">
      <BackLink />
      <PageHeader
        title={mail.subject ? <SubjectShown subject={mail.subject} /> : texts.mail.noSubject}
        meta={mailState(mail, texts, format)}
      >
        <SentActions mail={mail} />
      </PageHeader>
      {waits && <ServerNotice />}
      {mail.failure && (
        <Banner tone="bad" label={view.message}>
          {fillText(view.failure, { reason: texts.mail.reasons[mail.failure] })}
        </Banner>
      )}
      {mail.state === 'failed' && !mail.failure && counts.total === 0 && (
        <Banner tone="warning" label={view.message}>
          {view.nobodyGot}
        </Banner>
      )}
      {counts.unknown > 0 && (
        <Banner tone="warning" label={view.counts.unknown}>
          {fillText(view.unknownNote, { count: format.number(counts.unknown) })}
        </Banner>
      )}
      <MailFacts mail={mail} />
      <div className="card sent-mail-tabs">
        <Tabs label={view.tabsLabel} tabs={tabs} active={tab} onChange={setTab}>
          {tab === 'recipients' && (
            <RecipientsTab
              mail={mail}
              onShow={(one) => {
                setRecipient(one);
                setTab('message');
              }}
            />
          )}
          {tab === 'message' && <MessageTab mail={mail} recipient={recipient} />}
          {tab === 'activity' && (
            <div className="mail-history">
              <ActivityTab
                calls={mailDetailEndpoints}
                id={mail.id}
                version={mail.version}
                words={words}
                current={{ ...mail, templateId: mail.template?.id ?? null }}
                onReverted={() => void refresh()}
              />
            </div>
          )}
        </Tabs>
      </div>
    </div>
  );
}

/** Labels and values for mail activities. */
function useMailWords(): FieldWords {
  const { mail, words } = useTexts();
  const format = useFormat();
  const kinds: Record<string, string> = mail.kinds;
  const states: Record<string, string> = mail.states;
  const recipientStates: Record<string, string> = mail.recipientStates;
  const reasons: Record<string, string> = mail.reasons;
  return {
    field: (field) => namedField(mail.view.fields, field),
    action: (action) => mail.view.activities[action],
    value(field, value) {
      if (value === null || value === undefined || value === '') return words.notSet;
      if (field === 'subject' || field === 'body') return subjectText(String(value));
      if (field === 'sendAt') return format.dateTime(String(value));
      if (field === 'kind') return kinds[String(value)] ?? String(value);
      if (field === 'which') return recipientStates[String(value)] ?? String(value);
      if (field === 'state') return states[String(value)] ?? String(value);
      if (field === 'failure') return reasons[String(value)] ?? String(value);
      if (Array.isArray(value)) return format.number(value.length);
      if (field === 'audience') return audienceSize(value as Record<string, unknown>, mail.everybody);
      return plainValue(value, words);
    },
  };
}

/** Number of parts in an audience; their names are shown next to it. */
function audienceSize(audience: Record<string, unknown>, everybody: string): string {
  if (audience.everybody === true) return everybody;
  const parts = Object.values(audience).flatMap((part) => (Array.isArray(part) ? part : []));
  return String(parts.length);
}

const figures = ['sent', 'waiting', 'failed', 'unknown', 'skipped'] as const;

/** Totals and dates of a mail. */
function MailFacts({ mail }: { mail: MailView }) {
  const texts = useTexts();
  const { view, compose } = texts.mail;
  const format = useFormat();
  const { counts } = mail;
  const names = mail.chosen.map(({ name }) => name);
  const audience = mail.everybody ? texts.mail.everybody : joinNames(names) || texts.words.noneOfThem;
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
      ? [{ label: compose.attachments, value: joinNames(mail.files.map((file) => file.title || compose.gone)) }]
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

const shapes = ['rendered', 'text', 'source'] as const;
type Shape = (typeof shapes)[number];
type Props = { mail: MailView; recipient: { id: string; name: string } | null };

/** The message as sent, for one recipient or as the current user would have received it. */
function MessageTab({ mail, recipient }: Props) {
  const { view, compose } = useTexts().mail;
  const [shape, setShape] = useState<Shape>('rendered');
  const request = { params: { id: mail.id }, query: recipient ? { recipientId: recipient.id } : {} };
  const preview = useQuery(queryOf(previewStoredMail, request, { quiet: true }));
  const { data, error } = preview;
  return (
    <div className="mail-message">
      <div className="mail-message-head">
        <ChoiceField
          label={view.shapesLabel}
          value={shape}
          options={shapes.map((value) => ({ value, label: view.shapes[value] }))}
          onChange={setShape}
        />
        <span>{recipient ? fillText(view.asGot, { name: recipient.name }) : compose.previewSelf}</span>
      </div>
      {error && <ErrorPanel error={error} retrying={preview.isFetching} onRetry={() => void preview.refetch()} />}
      {preview.isPending && (
        <SkeletonRegion>
          <Skeleton height={200} />
        </SkeletonRegion>
      )}
      {data && shape === 'rendered' && (
        <article className="mail-paper" aria-label={view.message}>
          <h2>{data.subject}</h2>
          <small>
            {data.to.name} · {data.to.address ?? compose.noAddress}
          </small>
          <MessageShown body={mail.body} values={data.values} />
        </article>
      )}
      {data && shape !== 'rendered' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <pre className="mail-paper" tabIndex={0}>
          {shape === 'text' ? data.text : data.source}
        </pre>
      )}
      {mail.kind === 'system' && <p className="mail-secret">{view.secret}</p>}
    </div>
  );
}

const invalidates = [getMail, listMails, listMailRecipients, listMailActivity];

/** Actions on a mail that is no longer a draft. */
function SentActions({ mail }: { mail: MailView }) {
  const { view } = useTexts().mail;
  const format = useFormat();
  const [asked, setAsked] = useState<'cancel' | 'unknown' | null>(null);
  const [copying, setCopying] = useState(false);
  const cancel = useMutationOf(cancelMail, { invalidates });
  const retry = useMutationOf(retryMail, { invalidates });
  const { id, state, counts, kind } = mail;
  const params = { id };
  const isLive = state === 'scheduled' || state === 'sending';
  const isOver = state !== 'scheduled' && state !== 'cancelled';
  const end = () => setAsked(null);
  const copy = async () => {
    setCopying(true);
    // The global error handler shows the reason.
    await copyMail(id).catch(() => undefined);
    setCopying(false);
  };
  return (
    <>
      {kind !== 'system' && (
        <Button icon="copy" busy={copying} onClick={() => void copy()}>
          {view.duplicate}
        </Button>
      )}
      {isOver && counts.unknown > 0 && (
        <Button icon="refresh" onClick={() => setAsked('unknown')}>
          {view.retryUnknown}
        </Button>
      )}
      {isOver && counts.failed > 0 && (
        <Button
          icon="refresh"
          look="primary"
          busy={retry.isPending}
          onClick={() => retry.mutate({ params, body: { which: 'failed' } })}
        >
          {view.retry}
        </Button>
      )}
      {isLive && (
        <Button icon="ban" onClick={() => setAsked('cancel')}>
          {view.cancel}
        </Button>
      )}
      <ConfirmDialog
        open={asked === 'cancel'}
        title={view.cancelTitle}
        confirmLabel={view.cancel}
        cancelLabel={view.keep}
        look="danger"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate({ params }, { onSettled: end })}
        onClose={end}
      >
        {view.cancelText}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'unknown'}
        title={fillText(view.retryUnknownTitle, { count: format.number(counts.unknown) })}
        confirmLabel={view.retryUnknown}
        look="danger"
        busy={retry.isPending}
        onConfirm={() => retry.mutate({ params, body: { which: 'unknown' } }, { onSettled: end })}
        onClose={end}
      >
        {view.retryUnknownText}
      </ConfirmDialog>
    </>
  );
}

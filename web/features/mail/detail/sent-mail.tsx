import type { MailView } from '@lectern/contract/features/mail.ts';
import { mailDetailEndpoints } from '@lectern/contract/features/mail-detail.ts';
import { recipientReasonWords } from '@lectern/contract/features/mail-words.ts';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useFormat } from '../../../lib/format.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { BackLink } from '../back-link.tsx';
import { mailState } from '../mail-state.tsx';
import { ServerNotice } from '../server-notice.tsx';
import { SubjectShown } from '../subject-shown.tsx';
import { MailFacts } from './mail-facts.tsx';
import { useMailWords } from './mail-words.ts';
import { MessageTab } from './message-tab.tsx';
import { RecipientsTab } from './recipients-tab.tsx';
import { SentActions } from './sent-actions.tsx';
import '../../../components/detail/detail.css';
import './sent-mail.css';

const tabIds = ['recipients', 'message', 'activity'] as const;

/** A mail that is to go out, goes out, or is over. */
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
          {fillText(view.failure, { reason: inLanguage(recipientReasonWords)[mail.failure] })}
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

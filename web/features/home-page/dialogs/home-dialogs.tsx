import type { HomeDraft, HomeEntry, HomeSubject } from '@lectern/contract/features/home-page.ts';
import { getHomeChanges, publishHomePage } from '@lectern/contract/features/home-page-publication.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { TextareaField } from '../../../components/text-field.tsx';
import { isApiError } from '../../../lib/api-error.ts';
import { labelled } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';
import { closeHomeDialog, homeDialog } from '../home-dialog.ts';
import { slotName, titleOf } from '../home-words.ts';
import { isSlotFine, SlotFields, slotFrom, slotValues } from '../slot-fields.tsx';
import { type HomeActions, keepDraft, refreshHome, useHomeActions, useHomeDraft } from '../use-home-actions.ts';
import { AddDialog, Shelf } from './add-dialog.tsx';
import { ChangeList, HistoryDialog } from './history-dialog.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { useSending } from './use-sending.ts';
import './home-dialogs.css';

/** Renders the open dialog, if any. */
export function HomeDialogs() {
  const dialog = useStore(homeDialog);
  const actions = useHomeActions();
  const draft = useHomeDraft().data;
  if (!draft) return null;
  switch (dialog?.kind) {
    case 'addSlot':
      return <AddSlotDialog draft={draft} actions={actions} />;
    case 'add':
      return <AddDialog slot={dialog.slot} entry={null} actions={actions} />;
    case 'replace':
      return <AddDialog slot={dialog.slot} entry={dialog.entry} actions={actions} />;
    case 'cover':
      return <CoverDialog entry={dialog.entry} actions={actions} />;
    case 'copy':
      return <CopyDialog entry={dialog.entry} draft={draft} actions={actions} />;
    case 'publish':
      return <PublishDialog draft={draft} />;
    case 'discard':
      return <DiscardDialog actions={actions} />;
    case 'history':
      return <HistoryDialog draft={draft} />;
    case 'preview':
      return <PreviewDialog of={dialog.of} />;
    default:
      return null;
  }
}

function DiscardDialog({ actions }: { actions: HomeActions }) {
  const { homePage } = useTexts();
  const words = homePage.publishing;
  const { busy, send } = useSending();
  return (
    <ConfirmDialog
      open
      title={words.discardTitle}
      confirmLabel={words.discardConfirm}
      look="danger"
      busy={busy}
      onConfirm={() => void send(actions.discard, closeHomeDialog)}
      onClose={closeHomeDialog}
    >
      {words.discardText}
    </ConfirmDialog>
  );
}

function AddSlotDialog({ draft, actions }: { draft: HomeDraft; actions: HomeActions }) {
  const { homePage } = useTexts();
  const [values, setValues] = useState(() => slotValues(null));
  const [tried, setTried] = useState(false);
  const { busy, error, send } = useSending();
  const taken = draft.slots.map((slot) => slot.key);
  return (
    <FormDialog
      title={homePage.slot.newTitle}
      confirmLabel={homePage.slot.create}
      busy={busy}
      error={error}
      onClose={closeHomeDialog}
      onConfirm={() => {
        setTried(true);
        if (isSlotFine(values, taken)) void send(() => actions.addSlot(slotFrom(values)), closeHomeDialog);
      }}
    >
      <SlotFields
        values={values}
        taken={taken}
        tried={tried}
        set={(name, value) => setValues((known) => ({ ...known, [name]: value }))}
      />
    </FormDialog>
  );
}

/** Uses an image from the library as the entry's cover. */
function CoverDialog({ entry, actions }: { entry: HomeEntry; actions: HomeActions }) {
  const { homePage } = useTexts();
  const words = homePage.add;
  const [chosen, setChosen] = useState<string | null>(null);
  const { busy, error, send } = useSending();
  return (
    <FormDialog
      wide
      title={words.coverTitle}
      confirmLabel={words.coverTake}
      busy={busy}
      disabled={!chosen}
      error={error}
      onClose={closeHomeDialog}
      onConfirm={() => chosen && void send(() => actions.cover(entry, { resourceId: chosen }), closeHomeDialog)}
    >
      <Shelf
        of="image"
        label={words.tabs.resource}
        many={false}
        chosen={new Set(chosen ? [chosen] : [])}
        onToggle={({ id }) => setChosen(id)}
      />
    </FormDialog>
  );
}

type Props = { entry: HomeEntry; draft: HomeDraft; actions: HomeActions };

/** Copies an entry to another slot with the same times and audience. */
function CopyDialog({ entry, draft, actions }: Props) {
  const texts = useTexts();
  const words = texts.homePage.add;
  const others = draft.slots.filter((slot) => !slot.entries.some((one) => one.id === entry.id));
  const [slotId, setSlotId] = useState(others[0]?.id ?? '');
  const { busy, error, send } = useSending();
  const slot = others.find((one) => one.id === slotId);
  const subject = subjectOf(entry);
  const { audience, startsAt, endsAt } = entry;
  return (
    <FormDialog
      title={fillText(words.toTitle, { title: titleOf(entry, texts) })}
      confirmLabel={words.copy}
      busy={busy}
      disabled={!slot || !subject}
      error={error}
      onClose={closeHomeDialog}
      onConfirm={() =>
        slot &&
        subject &&
        void send(() => actions.add(slot, { subjects: [subject], audience, startsAt, endsAt }), closeHomeDialog)
      }
    >
      <SelectField
        label={words.to}
        value={slotId}
        options={others.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setSlotId}
      />
    </FormDialog>
  );
}

function subjectOf({ source, thing, rule }: HomeEntry): HomeSubject | null {
  if (source === 'resource') return thing && { source, resourceId: thing.id };
  if (source === 'course') return thing && { source, courseId: thing.id };
  if (!rule) return null;
  if (source === 'column') return thing && { source, columnId: thing.id, rule };
  return { source, rule };
}

/** Shows what publishing changes; the digest ensures that exactly these changes are published. */
function PublishDialog({ draft }: { draft: HomeDraft }) {
  const { homePage } = useTexts();
  const words = homePage.publishing;
  const client = useQueryClient();
  const changes = useQuery({ ...queryOf(getHomeChanges, {}, { quiet: true }), staleTime: 0 });
  const publish = useMutationOf(publishHomePage, { quiet: true, idempotent: true });
  const [note, setNote] = useState('');
  const seen = useRef<string | null>(null);
  const isOld = isApiError(publish.error) && publish.error.status === 409;
  const digest = changes.data?.digest;
  if (digest && seen.current === null) seen.current = digest;
  const changedSince = isOld || (digest !== undefined && seen.current !== null && seen.current !== digest);
  const confirm = () => {
    if (!digest) return;
    seen.current = digest;
    publish.mutate(
      { body: { digest, note } },
      {
        onSuccess: (published) => {
          keepDraft(client, published);
          notify({ level: 'success', title: homePage.done.published });
          closeHomeDialog();
        },
        onError: () => void refreshHome(client),
      },
    );
  };
  const list = changes.data?.changes ?? [];
  return (
    <FormDialog
      wide
      title={words.title}
      confirmLabel={words.confirm}
      busy={publish.isPending}
      disabled={!digest || (list.length === 0 && draft.published !== null)}
      error={isOld ? null : publish.error}
      onClose={closeHomeDialog}
      onConfirm={confirm}
    >
      {changedSince && <Banner tone="warning">{words.changedSince}</Banner>}
      <UnseenEntries draft={draft} />
      <p>{words.text}</p>
      {changes.error && <ErrorPanel error={changes.error} onRetry={() => void changes.refetch()} />}
      {changes.isPending && (
        <SkeletonRegion className="home-changes home-shelf-loading">
          <Skeleton height={14} />
          <Skeleton height={14} width="60%" />
          <Skeleton height={14} width="80%" />
        </SkeletonRegion>
      )}
      {changes.isSuccess && list.length === 0 && <p className="home-changes-none">{words.nothing}</p>}
      {list.length > 0 && <ChangeList changes={list} label={words.title} />}
      <TextareaField
        label={words.note}
        hint={words.noteHint}
        value={note}
        rows={2}
        maxLength={1000}
        onChange={setNote}
        data-first-focus
      />
    </FormDialog>
  );
}

const mostNamed = 5;

/** Warns about published entries that visitors can't see. */
function UnseenEntries({ draft }: { draft: HomeDraft }) {
  const texts = useTexts();
  const { publishing: words, hidden } = texts.homePage;
  const slots = draft.slots.filter(({ visible }) => visible);
  const unseen = slots.flatMap((slot) =>
    slot.entries.flatMap((entry) => (entry.state === 'live' && entry.hidden ? [{ ...entry, why: entry.hidden }] : [])),
  );
  const empty = slots.filter(({ warnings }) => warnings.includes('empty'));
  if (unseen.length + empty.length === 0) return null;
  const rest = unseen.length - mostNamed;
  return (
    <Banner tone="warning" label={words.unseen}>
      <strong>{words.unseen}</strong>
      <ul className="home-unseen">
        {unseen.slice(0, mostNamed).map((entry) => (
          <li key={entry.id}>{labelled(titleOf(entry, texts), hidden[entry.why])}</li>
        ))}
        {rest > 0 && <li>{fillText(words.unseenMore, { count: rest })}</li>}
        {empty.length > 0 && (
          <li>{fillText(words.emptySlots, { names: empty.map(({ name }) => slotName(name)).join(' · ') })}</li>
        )}
      </ul>
    </Banner>
  );
}

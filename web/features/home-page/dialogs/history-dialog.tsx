import { type HomeDraft, homeFallback, homeRule } from '@lectern/contract/features/home-page.ts';
import {
  getHomeVersion,
  type HomeChange,
  type HomeVersion,
  listHomeVersions,
  restoreHomeVersion,
} from '@lectern/contract/features/home-page-publication.ts';
import type { HomeSource } from '@lectern/contract/features/home-page-states.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Status } from '../../../components/status.tsx';
import { call } from '../../../lib/api-client.ts';
import { type Format, useFormat } from '../../../lib/format.ts';
import { joinClauses } from '../../../lib/i18n/punctuation.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryKeyOf, queryOf } from '../../../lib/queries.ts';
import { askHome, closeHomeDialog } from '../home-dialog.ts';
import { ruleWords, slotName } from '../home-words.ts';
import { keepDraft, useHomeActions, useMayManage } from '../use-home-actions.ts';
import { useSending } from './use-sending.ts';

/** Published versions, which can be viewed and restored. */
export function HistoryDialog({ draft }: { draft: HomeDraft }) {
  const texts = useTexts();
  const words = texts.homePage.versions;
  const format = useFormat();
  const [chosen, setChosen] = useState<number | null>(null);
  const pages = useInfiniteQuery({
    queryKey: [...queryKeyOf(listHomeVersions), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listHomeVersions, { query: { ...(pageParam && { before: pageParam }) } }, { quiet: true, signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.more ? last.rows.at(-1)?.number : undefined),
  });
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const shown = chosen ?? rows[0]?.number ?? null;
  return (
    <Dialog open className="home-dialog home-history" title={words.title} onClose={closeHomeDialog}>
      {pages.error && <ErrorPanel error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && (
        <SkeletonRegion className="home-shelf-loading">
          <Skeleton height={40} />
          <Skeleton height={40} />
          <Skeleton height={40} />
        </SkeletonRegion>
      )}
      {pages.isSuccess && rows.length === 0 && <p className="home-changes-none">{texts.homePage.neverPublished}</p>}
      {rows.length > 0 && (
        <div className="home-history-parts">
          <ul className="home-versions" aria-label={words.list}>
            {rows.map((version) => (
              <li key={version.number}>
                <button type="button" aria-pressed={version.number === shown} onClick={() => setChosen(version.number)}>
                  <strong>{fillText(words.version, { number: version.number })}</strong>
                  {version.current && <Status tone="ok">{words.current}</Status>}
                  <small>{whoAndWhen(version, texts, format)}</small>
                  {version.note && <span>{version.note}</span>}
                </button>
              </li>
            ))}
            {pages.hasNextPage && (
              <li>
                <Button size="small" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                  {words.more}
                </Button>
              </li>
            )}
          </ul>
          {shown !== null && <VersionView key={shown} number={shown} draft={draft} />}
        </div>
      )}
    </Dialog>
  );
}

function whoAndWhen({ publishedBy, publishedAt }: HomeVersion, texts: Texts, format: Format): string {
  const { versions: words } = texts.homePage;
  const when = format.dateTime(publishedAt);
  return publishedBy ? fillText(words.by, { name: publishedBy.name, when }) : fillText(words.bySystem, { when });
}

/** One version: what it changed, and what restoring it would change. */
function VersionView({ number, draft }: { number: number; draft: HomeDraft }) {
  const { detail, homePage } = useTexts();
  const words = homePage.versions;
  const client = useQueryClient();
  const mayManage = useMayManage();
  const actions = useHomeActions();
  const version = useQuery(queryOf(getHomeVersion, { params: { number } }, { quiet: true }));
  const { busy, error, send } = useSending();
  const restore = (publish: boolean) => {
    const body = { version: draft.version, publish };
    const request = () => call(restoreHomeVersion, { params: { number }, body }, { quiet: true });
    const action = publish
      ? async () => {
          keepDraft(client, await request());
          notify({ level: 'success', title: homePage.done.published });
        }
      : () => actions.change(fillText(homePage.done.restored, { number }), request);
    void send(action, closeHomeDialog);
  };
  if (version.error) return <ErrorPanel error={version.error} onRetry={() => void version.refetch()} />;
  if (!version.data) {
    return (
      <SkeletonRegion className="home-shelf-loading">
        <Skeleton height={14} width="50%" />
        <Skeleton height={14} />
      </SkeletonRegion>
    );
  }
  const { changes, restoring, fromNumber, current } = version.data;
  return (
    <section className="home-version" aria-label={fillText(words.version, { number })}>
      {error !== null && <ErrorPanel error={error} title={detail.notSaved} />}
      {fromNumber !== null && <p>{fillText(words.restoredFrom, { number: fromNumber })}</p>}
      <h3>{words.changed}</h3>
      {changes.length > 0 ? (
        <ChangeList changes={changes} label={words.changed} />
      ) : (
        <p className="home-changes-none">{words.noChanges}</p>
      )}
      <h3>{words.restoring}</h3>
      {restoring.length > 0 ? (
        <ChangeList changes={restoring} label={words.restoring} />
      ) : (
        <p className="home-changes-none">{words.same}</p>
      )}
      <div className="home-version-actions">
        <Button icon="eye" onClick={() => askHome({ kind: 'preview', of: String(number) })}>
          {words.look}
        </Button>
        {mayManage && (
          <>
            <Button icon="undo" busy={busy} disabled={restoring.length === 0} onClick={() => restore(false)}>
              {words.restore}
            </Button>
            <Button
              look="primary"
              busy={busy}
              disabled={current && restoring.length === 0}
              onClick={() => restore(true)}
            >
              {words.restorePublish}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

const signs: Record<HomeChange['kind'], string> = {
  slotAdded: '+',
  entryAdded: '+',
  slotRemoved: '−',
  entryRemoved: '−',
  slotChanged: '~',
  entryChanged: '~',
  slotMoved: '↕',
  entryMoved: '↕',
};

/** Differences between two versions, by slot. */
export function ChangeList({ changes, label }: { changes: readonly HomeChange[]; label: string }) {
  const texts = useTexts();
  const format = useFormat();
  const words = texts.homePage.changes;
  const slots = [...Map.groupBy(changes, (change) => change.slot)];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: many changes are scrolled, by keys as well
    <ul className="home-changes" aria-label={label} tabIndex={0}>
      {slots.map(([slot, inSlot]) => (
        <li key={slot}>
          <h3>{slotName(slot)}</h3>
          <ul>
            {inSlot.map((change) => (
              <li key={`${change.kind} ${change.entry?.id ?? ''}`} data-kind={signs[change.kind]}>
                <b aria-hidden="true">{signs[change.kind]}</b>
                <span>
                  <span className="home-changes-kind">{words[change.kind]}</span>
                  {change.entry && ` ${nameOf(change.entry, texts)}`}
                  {change.fromSlot && ` ${fillText(words.fromSlot, { name: slotName(change.fromSlot) })}`}
                  {change.fields.map((field) => (
                    <small key={field.field}>{fieldWords(field, texts, format)}</small>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function nameOf({ title, source }: NonNullable<HomeChange['entry']>, texts: Texts): string {
  const { entry } = texts.homePage;
  if (source === 'column') return fillText(entry.column, { name: title ?? entry.gone });
  if (title) return title;
  return source === 'newest' || source === 'mostViewed'
    ? texts.homePage.add.ruleSources[source]
    : texts.homePage.entry.gone;
}

function fieldWords({ field, before, after }: HomeChange['fields'][number], texts: Texts, format: Format): string {
  const words = texts.homePage.changes;
  const name = words.fields[field as keyof typeof words.fields] ?? field;
  const print = (value: string | null) => printed(field, value, texts, format);
  return fillText(words.fromTo, { field: name, before: print(before), after: print(after) });
}

function printed(field: string, value: string | null, texts: Texts, format: Format): string {
  const words = texts.homePage.changes;
  if (value === null) return words.none;
  if (field === 'name') return slotName(value);
  if (field === 'startsAt' || field === 'endsAt') return format.dateTime(value);
  if (field === 'paused' || field === 'visible') return value === 'true' ? words.yes : words.no;
  if (field === 'coverFileId') return words.another;
  if (field === 'audience') return texts.words.audiences[value === 'campus' ? 'campus' : 'everyone'];
  if (field === 'rule' || field === 'fallback') return ruleText(value, texts);
  return value;
}

function ruleText(value: string, texts: Texts): string {
  const parsed: unknown = JSON.parse(value);
  const fallback = homeFallback.safeParse(parsed);
  const rule = fallback.success ? fallback : homeRule.safeParse(parsed);
  if (!rule.success) return value;
  const source: HomeSource = fallback.success ? fallback.data.source : 'newest';
  const count = fillText(texts.homePage.entry.upTo, { count: rule.data.places });
  return fallback.success ? joinClauses(ruleWords(source, rule.data, texts), count) : count;
}

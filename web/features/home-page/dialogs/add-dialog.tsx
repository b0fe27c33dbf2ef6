import { defaultAudience } from '@lectern/contract/audience.ts';
import type { HomeEntry, HomeSlot, HomeSubject } from '@lectern/contract/features/home-page.ts';
import { listHomeShelf, type ShelfThing } from '@lectern/contract/features/home-page-publication.ts';
import { type HomeRuleSource, homeRuleSources } from '@lectern/contract/features/home-page-states.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { Picture, signOf } from '../entry-picture.tsx';
import { closeHomeDialog } from '../home-dialog.ts';
import {
  isBackwards,
  isRuleFine,
  RuleFields,
  ruleOf,
  ruleValues,
  toMoments,
  WhenFields,
  type WhenValues,
} from '../rule-fields.tsx';
import type { HomeActions } from '../use-home-actions.ts';
import { useSending } from './use-sending.ts';
import '../../../components/data-grid/grid-checkbox.css';

const tabs = ['resource', 'course', 'rule'] as const;
type Tab = (typeof tabs)[number];
/** `entry` is the entry whose content is replaced; null when adding. */
type Props = { slot: HomeSlot; entry: HomeEntry | null; actions: HomeActions };

/** Chooses resources, courses or a rule for a slot, with times and audience. */
export function AddDialog({ slot, entry, actions }: Props) {
  const { homePage } = useTexts();
  const words = homePage.add;
  const { timeZone } = useCurrentUser();
  const [tab, setTab] = useState<Tab>('resource');
  const [chosen, setChosen] = useState<ReadonlyMap<string, HomeSubject>>(new Map());
  const [source, setSource] = useState<HomeRuleSource>('newest');
  const [rule, setRule] = useState(() => ruleValues(null, null, slot.capacity));
  const [when, setWhen] = useState<WhenValues>({ startsAt: '', endsAt: '', audience: defaultAudience });
  const { busy, error, send } = useSending();
  const inside = new Set(slot.entries.flatMap((one) => one.thing?.id ?? []));
  const subjects = tab === 'rule' ? [ruleOf(source, rule)] : [...chosen.values()];
  const isFine =
    !isBackwards(when, timeZone) && (tab === 'rule' ? isRuleFine(rule, source) : chosen.size > 0 && chosen.size <= 50);
  const toggle = (id: string, subject: HomeSubject) =>
    setChosen((known) => {
      if (entry) return new Map([[id, subject]]);
      const next = new Map(known);
      if (!next.delete(id)) next.set(id, subject);
      return next;
    });
  const confirm = () => {
    const [first] = subjects;
    if (!isFine || !first) return;
    const action = entry
      ? () => actions.save(entry, { subject: first })
      : () => actions.add(slot, { subjects, ...toMoments(when, timeZone) });
    void send(action, closeHomeDialog);
  };
  const addLabel = tab !== 'rule' && chosen.size > 0 ? fillText(words.add, { count: chosen.size }) : words.addNone;
  return (
    <FormDialog
      wide
      title={entry ? words.replaceTitle : fillText(words.title, { name: slot.name })}
      confirmLabel={entry ? words.replace : addLabel}
      busy={busy}
      disabled={!isFine}
      error={error}
      onClose={closeHomeDialog}
      onConfirm={confirm}
    >
      <Tabs
        label={words.tabs.label}
        tabs={tabs.map((id) => ({ id, label: words.tabs[id] }))}
        active={tab}
        onChange={setTab}
      >
        <div className="home-add-part">
          {tab === 'resource' && (
            <Shelf
              key="resource"
              of="resource"
              label={words.tabs.resource}
              many={!entry}
              chosen={new Set(chosen.keys())}
              inside={inside}
              onToggle={({ id }) => toggle(id, { source: 'resource', resourceId: id })}
            />
          )}
          {tab === 'course' && (
            <Shelf
              key="course"
              of="course"
              label={words.tabs.course}
              many={!entry}
              chosen={new Set(chosen.keys())}
              inside={inside}
              onToggle={({ id }) => toggle(id, { source: 'course', courseId: id })}
            />
          )}
          {tab === 'rule' && (
            <>
              <ChoiceField
                label={words.ruleSource}
                value={source}
                options={homeRuleSources.map((value) => ({ value, label: words.ruleSources[value] }))}
                onChange={setSource}
              />
              <RuleFields
                source={source}
                values={rule}
                capacity={slot.capacity}
                set={(name, value) => setRule((known) => ({ ...known, [name]: value }))}
              />
            </>
          )}
        </div>
      </Tabs>
      {!entry && (
        <fieldset className="home-fields home-add-when">
          <legend>{words.when}</legend>
          <WhenFields values={when} set={(name, value) => setWhen((known) => ({ ...known, [name]: value }))} />
        </fieldset>
      )}
    </FormDialog>
  );
}

type ShelfProps = {
  of: 'resource' | 'course' | 'image';
  label: string;
  many: boolean;
  chosen: ReadonlySet<string>;
  /** Ids already in the slot. */
  inside?: ReadonlySet<string>;
  onToggle: (thing: ShelfThing) => void;
};

/** Search for things to choose from; published ones come first. */
export function Shelf({ of, label, many, chosen, inside, onToggle }: ShelfProps) {
  const texts = useTexts();
  const words = texts.homePage.add;
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const shelf = useQuery({
    ...queryOf(listHomeShelf, { query: { of, search } }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const things = shelf.data?.things ?? [];
  return (
    <>
      <TextField
        label={label}
        type="search"
        placeholder={of === 'course' ? words.searchCourse : words.search}
        value={text}
        maxLength={200}
        autoComplete="off"
        onChange={setText}
        data-first-focus
      />
      {shelf.error && <ErrorPanel error={shelf.error} onRetry={() => void shelf.refetch()} />}
      {shelf.isPending && (
        <SkeletonRegion className="home-shelf home-shelf-loading">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height={34} />
          ))}
        </SkeletonRegion>
      )}
      {shelf.isSuccess && things.length === 0 && (
        <div className="home-shelf-none" role="status">
          {search ? words.none : words.noneYet}
        </div>
      )}
      {things.length > 0 && (
        <ul className="home-shelf" aria-label={words.found}>
          {things.map((thing) => (
            <li key={thing.id}>
              <label className="home-shelf-row">
                <input
                  type={many ? 'checkbox' : 'radio'}
                  className={many ? 'grid-checkbox' : undefined}
                  name={`shelf-${of}`}
                  disabled={inside?.has(thing.id)}
                  checked={chosen.has(thing.id)}
                  onChange={() => onToggle(thing)}
                />
                <Picture sign={signOf(thing.kind, thing)} address={thing.thumbnail} />
                <span>
                  <span className="home-shelf-title">{thing.title}</span>
                  <span className="home-shelf-note">
                    {[
                      thing.resourceKind && texts.resource.kinds[thing.resourceKind],
                      thing.owner,
                      inside?.has(thing.id) ? words.inside : words.readers[thing.readers],
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
              </label>
            </li>
          ))}
          {shelf.data?.more && <li className="home-shelf-more">{words.more}</li>}
        </ul>
      )}
    </>
  );
}

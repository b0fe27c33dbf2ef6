import { defaultAudience } from '@lectern/contract/audience.ts';
import type { HomeEntry, HomeSlot, HomeSubject } from '@lectern/contract/features/home-page.ts';
import { type HomeRuleSource, homeRuleSources } from '@lectern/contract/features/home-page-words.ts';
import { useState } from 'react';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { closeHomeDialog } from '../home-dialog.ts';
import { isRuleFine, RuleFields, ruleOf, ruleValues } from '../rule-fields.tsx';
import type { HomeDeeds } from '../use-home-deeds.ts';
import { isBackwards, toMoments, WhenFields, type WhenValues } from '../when-fields.tsx';
import { HomeQuestion } from './home-question.tsx';
import { Shelf } from './shelf.tsx';
import { useSending } from './use-sending.ts';

const tabs = ['resource', 'course', 'rule'] as const;
type Tab = (typeof tabs)[number];
/** `entry`: it shows something else from now on; null: more is added. */
type Props = { slot: HomeSlot; entry: HomeEntry | null; deeds: HomeDeeds };

/** Chooses resources, courses or a rule for a slot, with when and for whom. */
export function AddDialog({ slot, entry, deeds }: Props) {
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
    const deed = entry
      ? () => deeds.save(entry, { subject: first })
      : () => deeds.add(slot, { subjects, ...toMoments(when, timeZone) });
    void send(deed, closeHomeDialog);
  };
  const addLabel = tab !== 'rule' && chosen.size > 0 ? fillText(words.add, { count: chosen.size }) : words.addNone;
  return (
    <HomeQuestion
      wide
      title={entry ? words.replaceTitle : fillText(words.title, { name: slot.name })}
      confirmLabel={entry ? words.replace : addLabel}
      busy={busy}
      disabled={!isFine}
      error={error}
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
    </HomeQuestion>
  );
}

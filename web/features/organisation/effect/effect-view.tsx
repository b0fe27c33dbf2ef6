import type { OrganisationEffect } from '@lectern/contract/features/organisation-effect.ts';
import { routes as allRoutes } from '@lectern/contract/routes.ts';
import { Icon } from '../../../components/icon.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import './effect-view.css';

type Props = { effect: OrganisationEffect; ofPosition: boolean };

/** What a change does to people: who gains and who loses which pages and data. */
export function EffectView({ effect, ofPosition }: Props) {
  const texts = useTexts();
  const words = texts.organisation.effect;
  const format = useFormat();
  const { pages, data, groups } = effect;
  const what = (['people', 'departments', 'resources', 'libraries'] as const)
    .filter((name) => effect[name] > 0)
    .map((name) =>
      fillText((effect[name] === 1 ? words.partsOne : words.parts)[name], { count: format.number(effect[name]) }),
    )
    .join(' · ');
  const goes = what ? fillText(words.goes, { what }) : words.goesNothing;
  const isNothing = pages.gainers + pages.losers + data.gainers + data.losers === 0;
  const seen = (entry: OrganisationEffect['data']['gains'][number]) => {
    const names = entry.departments.join(', ');
    const hidden = entry.departmentCount - entry.departments.length;
    const departments = hidden > 0 ? fillText(words.andMore, { names, count: format.number(hidden) }) : names;
    return fillText(words.seenIn, { departments, resources: format.number(entry.resources) });
  };
  const opened = (entry: OrganisationEffect['pages']['gains'][number]) =>
    entry.paths.map((path) => pageName(path, texts)).join(', ');
  return (
    <section className="effect" aria-label={words.title}>
      <p>{ofPosition ? fillText(words.goesPosition, { people: format.number(effect.people) }) : goes}</p>
      {groups.length > 0 && <p>{fillText(words.groups, { names: groups.map(({ name }) => name).join(', ') })}</p>}
      {isNothing ? (
        <p className="effect-nothing">
          <Icon name="done" /> {words.nothing}
        </p>
      ) : (
        <div className="effect-sides">
          <Side kind="pages" way="gain" entries={pages.gains} count={pages.gainers} say={opened} />
          <Side kind="pages" way="lose" entries={pages.loses} count={pages.losers} say={opened} />
          <Side kind="data" way="gain" entries={data.gains} count={data.gainers} say={seen} />
          <Side kind="data" way="lose" entries={data.loses} count={data.losers} say={seen} />
        </div>
      )}
    </section>
  );
}

type SideProps<Entry> = {
  kind: 'pages' | 'data';
  way: 'gain' | 'lose';
  entries: readonly Entry[];
  count: number;
  say: (entry: Entry) => string;
};

function Side<Entry extends { userId: string; name: string }>({ kind, way, entries, count, say }: SideProps<Entry>) {
  const words = useTexts().organisation.effect;
  const format = useFormat();
  return (
    <div className="effect-side" data-way={count > 0 ? way : undefined}>
      <h3>
        <Icon name={kind === 'pages' ? 'document' : 'eye'} size={14} />
        {words[kind]} ·{' '}
        {count === 0
          ? words[way === 'gain' ? 'noGain' : 'noLose']
          : fillText(words[way], { count: format.number(count) })}
      </h3>
      {count > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <ul tabIndex={0} aria-label={`${words[kind]}: ${fillText(words[way], { count: format.number(count) })}`}>
          {entries.map((entry) => (
            <li key={entry.userId}>
              <strong>{entry.name}</strong>
              <span>{say(entry)}</span>
            </li>
          ))}
          {count > entries.length && <li>{fillText(words.more, { count: format.number(count - entries.length) })}</li>}
        </ul>
      )}
    </div>
  );
}

function pageName(path: string, { routes }: Texts): string {
  const route = allRoutes.find((one) => one.path === path);
  return route ? routes[route.id] : path;
}

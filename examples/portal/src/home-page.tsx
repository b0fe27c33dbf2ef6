import { useEffect } from 'react';
import { CourseTile, Cover, ResourceTile } from './cards.tsx';
import { Notice, Shown } from './notices.tsx';
import { type HomePage as HomeAnswer, type HomeItem, useAsked } from './portal.ts';
import { tell } from './reader-events.ts';
import { Link } from './router.tsx';
import { kindWords } from './words.ts';

/** Clicks are counted per home-page entry, so editors see how well each one works. */
function clicked(item: HomeItem): void {
  tell({
    action: 'click',
    homeEntryId: item.entryId ?? undefined,
    ...(item.type === 'resource' ? { resourceId: item.resource.id } : { courseId: item.course.id }),
  });
}

export function HomePage() {
  const asked = useAsked<HomeAnswer>('/home');
  useEffect(() => tell({ action: 'view' }), []);
  return (
    <Shown asked={asked}>
      {(home) => {
        const slots = home.slots.filter(({ items }) => items.length > 0);
        const [lead] = slots[0]?.items ?? [];
        if (!lead) {
          return (
            <Notice title="Nothing here yet">
              <p>The home page hasn’t been published. Try the columns and courses above.</p>
            </Notice>
          );
        }
        return (
          <>
            <h1 className="visually-hidden">Open Lectures</h1>
            <Lead item={lead} />
            {slots.map(({ key, name, items }) => {
              const rest = items.filter((item) => item !== lead);
              return rest.length === 0 ? null : (
                <section key={key} aria-label={name}>
                  {/* What stands beside the lead goes on below it, without a word between them. */}
                  <div className={items.includes(lead) ? 'visually-hidden' : 'row-head'}>
                    <h2>{name}</h2>
                  </div>
                  <ul className="cards">
                    {rest.map((item) => (
                      <li key={item.entryId ?? (item.type === 'resource' ? item.resource.id : item.course.id)}>
                        <Tile item={item} />
                      </li>
                    ))}
                  </ul>
                </section>
              );
            })}
          </>
        );
      }}
    </Shown>
  );
}

function Tile({ item }: { item: HomeItem }) {
  const { title, cover } = item;
  const onOpen = () => clicked(item);
  return item.type === 'resource' ? (
    <ResourceTile resource={item.resource} title={title} cover={cover} onOpen={onOpen} />
  ) : (
    <CourseTile course={item.course} title={title} cover={cover} onOpen={onOpen} />
  );
}

/** The first item of the first slot is shown large. */
function Lead({ item }: { item: HomeItem }) {
  const thing = item.type === 'resource' ? item.resource : item.course;
  const address = item.type === 'resource' ? `/resources/${thing.id}` : `/courses/${thing.id}`;
  const kind = item.type === 'resource' ? item.resource.kind : 'course';
  return (
    <Link className="lead" href={address} onClick={() => clicked(item)}>
      <Cover name={item.title} kind={kind} media={item.cover ?? thing.cover} />
      <div className="lead-text">
        <span className="label">{kind === 'course' ? 'Course' : kindWords[kind]}</span>
        <h2>{item.title}</h2>
        {thing.description && <p className="quiet clamp">{thing.description}</p>}
        <span className="button button-main">{kind === 'course' ? 'See the course' : 'Open'}</span>
      </div>
    </Link>
  );
}

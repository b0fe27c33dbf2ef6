import { useEffect } from 'react';
import { ResourceTile } from './cards.tsx';
import { MorePages } from './more-pages.tsx';
import { Shown } from './notices.tsx';
import { type Column, type ColumnPage as ColumnAnswer, useAsked } from './portal.ts';
import { tell } from './reader-events.ts';
import { Link } from './router.tsx';

export function ColumnPage({ id, columns }: { id: string; columns: Column[] }) {
  const path = `/columns/${id}`;
  const asked = useAsked<ColumnAnswer>(path);
  useEffect(() => tell({ action: 'view', columnId: id }), [id]);
  const below = columns.filter(({ parentId }) => parentId === id);
  return (
    <Shown asked={asked}>
      {(first) => (
        <>
          <header className="course-head-text">
            <h1>{first.column.name}</h1>
            {first.column.description && <p className="prose">{first.column.description}</p>}
            {below.length > 0 && (
              <ul className="chips">
                {below.map((column) => (
                  <li key={column.id}>
                    <Link className="button" href={`/columns/${column.id}`}>
                      {column.name}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </header>
          {first.resources.length === 0 && <p className="quiet">No resources in this column yet.</p>}
          <MorePages key={id} path={path} first={first} nextOf={({ next }) => next}>
            {(pages) => (
              <ul className="cards">
                {pages
                  .flatMap(({ resources }) => resources)
                  .map((resource) => (
                    <li key={resource.id}>
                      <ResourceTile
                        resource={resource}
                        onOpen={() => tell({ action: 'click', resourceId: resource.id, columnId: id })}
                      />
                    </li>
                  ))}
              </ul>
            )}
          </MorePages>
        </>
      )}
    </Shown>
  );
}

import { type FormEvent, useEffect, useState } from 'react';
import { ColumnPage } from './column-page.tsx';
import { CoursePage } from './course-page.tsx';
import { CoursesPage } from './courses-page.tsx';
import { HomePage } from './home-page.tsx';
import { SearchIcon } from './icons.tsx';
import { Notice } from './notices.tsx';
import { type Column, useAsked } from './portal.ts';
import { ResourcePage } from './resource-page.tsx';
import { goTo, Link, useAddress } from './router.tsx';
import { SearchPage } from './search-page.tsx';

const noColumns: Column[] = [];

export function App() {
  const address = useAddress();
  const columns = useAsked<{ columns: Column[] }>('/columns').answer?.columns ?? noColumns;
  return (
    <>
      <a className="button skip-link" href="#content">
        Skip to content
      </a>
      <header className="site-head">
        <div className="site-head-row">
          <Link className="site-name" href="/">
            <img src="/icon.svg" alt="" />
            Open Lectures
          </Link>
          <nav className="site-columns" aria-label="Columns">
            <Entry address={address} href="/courses" name="Courses" />
            {columns
              .filter(({ parentId }) => parentId === null)
              .map(({ id, name }) => (
                <Entry key={id} address={address} href={`/columns/${id}`} name={name} />
              ))}
          </nav>
          <SearchField key={address.search} text={address.searchParams.get('text') ?? ''} />
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <Page address={address} columns={columns} />
      </main>
      <footer className="site-foot quiet">
        This is an example site. All content comes from the Lectern portal API.
      </footer>
    </>
  );
}

function Entry({ address, href, name }: { address: URL; href: string; name: string }) {
  return (
    <Link href={href} aria-current={address.pathname === href ? 'page' : undefined}>
      {name}
    </Link>
  );
}

function Page({ address, columns }: { address: URL; columns: Column[] }) {
  const [, area = '', id = ''] = address.pathname.split('/');
  if (area === '') return <HomePage />;
  if (area === 'search') return <SearchPage text={address.searchParams.get('text') ?? ''} />;
  if (area === 'courses') return id ? <CoursePage key={id} id={id} /> : <CoursesPage />;
  if (area === 'columns' && id) return <ColumnPage key={id} id={id} columns={columns} />;
  if (area === 'resources' && id) return <ResourcePage key={address.href} id={id} place={address.searchParams} />;
  return <Notice title="Page not found" />;
}

function SearchField({ text: asked }: { text: string }) {
  const [text, setText] = useState(asked);
  useEffect(() => setText(asked), [asked]);
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) goTo(`/search?text=${encodeURIComponent(text.trim())}`);
  };
  return (
    <search>
      <form className="site-search" onSubmit={search}>
        <input
          type="search"
          aria-label="Search"
          placeholder="Search every word…"
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" aria-label="Find">
          <SearchIcon />
        </button>
      </form>
    </search>
  );
}

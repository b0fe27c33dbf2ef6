import { expect, it } from 'vitest';
import { filesOf } from './read-dropped.ts';

type Tree = { [name: string]: Tree | string };

/** A folder as browsers provide it: asynchronously and a hundred entries at a time. */
function folderOf(name: string, tree: Tree): FileSystemDirectoryEntry {
  const children = Object.entries(tree).map(([child, content]) =>
    typeof content === 'string' ? fileOf(child, content) : folderOf(child, content),
  );
  return {
    ...{ name, isFile: false, isDirectory: true },
    createReader: () => {
      let at = 0;
      return {
        readEntries: (done: (entries: FileSystemEntry[]) => void) => {
          const some = children.slice(at, at + 100);
          at += 100;
          setTimeout(() => done(some));
        },
      };
    },
  } as unknown as FileSystemDirectoryEntry;
}

function fileOf(name: string, content: string): FileSystemEntry {
  const file = (done: (file: File) => void) => setTimeout(() => done(new File([content], name)));
  return { name, isFile: true, isDirectory: false, file } as unknown as FileSystemEntry;
}

it('finds every file of a folder with its path, in natural order', async () => {
  const tree = { 'Week 10': { 'a.pdf': 'x' }, 'Week 2': { 'b.pdf': 'y' }, 'intro.txt': 'z' };
  const found = await filesOf([folderOf('Course', tree)]);
  expect(found.map(({ file, relativePath }) => `${relativePath}/${file.name}`)).toEqual([
    'Course/intro.txt',
    'Course/Week 2/b.pdf',
    'Course/Week 10/a.pdf',
  ]);
});

it('leaves out what systems put into folders', async () => {
  const tree = { '.DS_Store': '', 'Thumbs.db': '', '._a.pdf': '', __MACOSX: { 'a.pdf': '' }, 'a.pdf': 'x' };
  expect((await filesOf([folderOf('Course', tree)])).map(({ file }) => file.name)).toEqual(['a.pdf']);
});

it('takes more files than a browser gives out at once', async () => {
  const names = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`${at}.txt`, 'x']));
  const seen: number[] = [];
  expect(await filesOf([folderOf('Many', names)], (count) => seen.push(count))).toHaveLength(250);
  expect(seen.at(-1)).toBe(250);
});

import type { UploadFile } from '../../lib/uploads.ts';

/** Files that operating systems leave in folders. */
const junk = new Set(['.ds_store', 'thumbs.db', 'desktop.ini', '__macosx']);
const namesAtOnce = 50;

export function isJunk(name: string): boolean {
  return junk.has(name.toLowerCase()) || name.startsWith('._');
}

/** Must be called synchronously in the drop handler: the browser clears the data transfer afterwards. */
export function droppedEntries(transfer: DataTransfer): { entries: FileSystemEntry[]; files: File[] } {
  const entries: FileSystemEntry[] = [];
  const files: File[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry?.();
    if (entry) entries.push(entry);
    else files.push(...[item.getAsFile()].filter((file) => file !== null));
  }
  return { entries, files };
}

/** All files in dropped folders with their relative paths. Reports the running count through `onProgress`. */
export async function filesOf(
  entries: readonly FileSystemEntry[],
  onProgress: (count: number) => void = () => undefined,
): Promise<UploadFile[]> {
  const found: UploadFile[] = [];
  const open = entries.map((entry) => ({ entry, relativePath: '' }));
  while (open.length > 0) {
    const group = open.splice(0, namesAtOnce);
    await Promise.all(
      group.map(async ({ entry, relativePath }) => {
        if (isJunk(entry.name)) return;
        if (isFile(entry)) found.push({ file: await fileOf(entry), relativePath });
        else if (isFolder(entry)) {
          const path = relativePath ? `${relativePath}/${entry.name}` : entry.name;
          for (const child of await childrenOf(entry)) open.push({ entry: child, relativePath: path });
        }
      }),
    );
    onProgress(found.length);
  }
  return inOrder(found);
}

/** Sorted by path in natural order: 2 before 10. */
export function inOrder(files: readonly UploadFile[]): UploadFile[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return [...files].sort(
    (one, other) => compare(one.relativePath, other.relativePath) || compare(one.file.name, other.file.name),
  );
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** `readEntries` returns at most about a hundred entries per call in some browsers. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return children;
    children.push(...some);
  }
}

import path from 'node:path';
import { type RunSandboxed, SandboxFailure } from '../sandbox/port.ts';
import { runNodeChild } from '../sandbox/run-node-child.ts';
import type { EmbeddedMetadata } from './embedded-metadata.ts';

/** The part of a package that holds its metadata, by format; `epub` names its own. */
export const metadataParts: Readonly<Record<string, string>> = {
  ...{ docx: 'docProps/core.xml', docm: 'docProps/core.xml', xlsx: 'docProps/core.xml', xlsm: 'docProps/core.xml' },
  ...{ pptx: 'docProps/core.xml', pptm: 'docProps/core.xml' },
  ...{ odt: 'meta.xml', odp: 'meta.xml', ods: 'meta.xml', odg: 'meta.xml' },
  epub: 'META-INF/container.xml',
};

const module = path.join(import.meta.dirname, 'metadata-child.ts');
const limits = { wallMs: 30_000, cpuSeconds: 20, memoryBytes: 2 ** 31, outputBytes: 2 ** 18, fileBytes: 0 };

/** Metadata of a document; empty if its format has none, or if it is damaged, which reading its text reports. */
export async function readDocumentMetadata(
  run: RunSandboxed,
  task: { file: string; format: string; folder: string },
  signal: AbortSignal,
): Promise<EmbeddedMetadata> {
  if (!(task.format in metadataParts) && task.format !== 'html') return {};
  const { file, format, folder } = task;
  const child = { module, task: { file, format }, files: [file], folder, heapMegabytes: 512, limits, signal };
  try {
    const { exitCode, stdout } = await runNodeChild(run, child);
    return exitCode === 0 ? (JSON.parse(stdout.toString('utf8')) as EmbeddedMetadata) : {};
  } catch (error) {
    if (error instanceof SandboxFailure && error.kind !== 'start' && error.kind !== 'unsafe') return {};
    throw error;
  }
}

import { cp, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { InspectionFailure } from '../inspection-failure.ts';
import { listPages } from '../pdf/list-pages.ts';
import { type ProgramResult, type RunSandboxed, SandboxFailure, type SandboxLimits } from '../sandbox/port.ts';
import { checkOfficeFile, protectedFile } from './check-office-file.ts';
import { findOffice, type Office } from './find-office.ts';
import { officeStart } from './office-start.ts';
import { mostPreviewPages, type OfficePreview, officeRecipes } from './port.ts';
import { isProtected } from './protection.ts';

type Given = { file: string; format: string; folder: string };

const profile = path.join(import.meta.dirname, 'profile');
/** It asks to be started again after it has brought its profile up to date. */
const startAgain = 81;

/** Draws a document with LibreOffice. The folder is its own: whatever it writes stays there. */
export async function convertToPdf(run: RunSandboxed, given: Given, signal: AbortSignal): Promise<OfficePreview> {
  const { file, format, folder } = given;
  const recipe = officeRecipes[format];
  if (!recipe) throw new InspectionFailure(`There is no preview of ${format.toUpperCase()} files.`, '', 'unsupported');
  await checkOfficeFile(file, format);
  const office = await findOffice();
  const home = path.join(folder, 'profile');
  await cp(profile, home, { recursive: true });
  await writeFile(path.join(home, 'user/extensions/buildid'), office.buildId);
  // By its ending LibreOffice knows what to try first; files are kept without one.
  const source = path.join(folder, `source.${format}`);
  await symlink(path.resolve(file), source);
  const work = officeStart(recipe, source, folder);
  const result = await start(run, { ...given, office, home, args: work.args }, signal);
  const report = await readFile(path.join(folder, 'report.txt'), 'utf8').catch(() => '');
  const steps = work.stepsOf(result, report);
  const said = report || result.stderr;
  if (!steps.started) throw new Error(`LibreOffice did not get to work on a ${format} file.`);
  if (!steps.loaded) {
    if (await isProtected(run, given, signal)) throw protectedFile();
    throw new InspectionFailure('LibreOffice can’t open the document: it is damaged.', said);
  }
  const { pdf } = work;
  if (!steps.drawn || !(await isPdf(pdf))) {
    throw new InspectionFailure('LibreOffice opens the document, but can’t draw it.', said);
  }
  const pageCount = (await listPages(run, pdf, signal)).length;
  const copy =
    recipe.copyFormat && report.includes('copied')
      ? { file: path.join(folder, `copy.${recipe.copyFormat}`), format: recipe.copyFormat }
      : null;
  return { pdf, copy, pageCount, isCut: pageCount >= mostPreviewPages };
}

type Start = Given & { office: Office; home: string; args: readonly string[] };

async function start(run: RunSandboxed, given: Start, signal: AbortSignal): Promise<ProgramResult> {
  const { file, folder, office, home, args } = given;
  await mkdir(path.join(folder, 'tmp'), { recursive: true });
  const attempt = async () =>
    run({
      program: office.program,
      args: [
        ...['--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck'],
        `-env:UserInstallation=${pathToFileURL(home).href}`,
        // Its socket, or it tries /tmp, which may be closed to it. Relative: a socket's path has room for 107 bytes.
        '-env:OSL_SOCKET_PATH=.',
        ...args,
      ],
      readable: [file],
      folder,
      // On disk: what is written to memory counts for nobody.
      environment: { TMPDIR: path.join(folder, 'tmp'), HOME: home },
      limits: limitsFor((await stat(file)).size),
      signal,
    });
  try {
    const result = await attempt();
    return result.exitCode === startAgain ? await attempt() : result;
  } catch (error) {
    if (error instanceof SandboxFailure && error.kind === 'time') {
      throw new InspectionFailure('LibreOffice takes too long to draw the document.', error.message, 'tookTooLong');
    }
    if (error instanceof SandboxFailure && error.kind === 'memory') {
      throw new InspectionFailure('LibreOffice needs too much memory for the document.', error.message, 'outOfMemory');
    }
    if (error instanceof SandboxFailure && error.kind === 'crashed') {
      throw new InspectionFailure('LibreOffice breaks down over the document.', error.message, 'engineCrashed');
    }
    throw error;
  }
}

/** A start takes a second of processor time, a page about a tenth; pictures in it may need memory. */
function limitsFor(bytes: number): SandboxLimits {
  const megabytes = bytes / 2 ** 20;
  const cpuSeconds = Math.round(Math.min(600, 60 + megabytes * 10));
  return {
    wallMs: cpuSeconds * 2_000,
    cpuSeconds,
    memoryBytes: 2 ** 31,
    outputBytes: 2 ** 20,
    fileBytes: 2 ** 29,
  };
}

async function isPdf(file: string): Promise<boolean> {
  const head = await readFile(file).catch(() => Buffer.alloc(0));
  return head.length > 100 && head.toString('latin1', 0, 5) === '%PDF-';
}

import { access, cp, mkdir, open, readFile, realpath, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { EngineMissing, InspectionFailure } from '../engine-failure.ts';
import { detectKind, isCompoundFile } from '../file-kind/detect-kind.ts';
import type { FilePart } from '../file-kind/port.ts';
import { listPages } from '../pdf/inspect-pdf.ts';
import { engineCatalogue, installCommand } from '../probe/engine-catalogue.ts';
import { type ProgramResult, type RunSandboxed, SandboxFailure, type SandboxLimits } from '../sandbox/port.ts';
import { runNodeChild } from '../sandbox/run-node-child.ts';
import { mostPreviewPages, type OfficePreview, officeRecipes, type Recipe } from './port.ts';

const pages = `1-${mostPreviewPages}`;

/** How to run LibreOffice: arguments, path of the resulting PDF, and how to tell which steps succeeded. */
type OfficeStart = {
  args: readonly string[];
  pdf: string;
  /** LibreOffice's exit code doesn't tell which steps succeeded. */
  stepsOf(result: ProgramResult, report: string): { started: boolean; loaded: boolean; drawn: boolean };
};

function officeStart(recipe: Recipe, source: string, folder: string): OfficeStart {
  return recipe.drawnBy ? byItself(recipe.drawnBy, source, folder) : byMacro(recipe, source, folder);
}

function byItself(filter: string, source: string, folder: string): OfficeStart {
  const options = {
    PageRange: { type: 'string', value: pages },
    // Export hidden slides too, so page numbers equal slide numbers.
    ExportHiddenSlides: { type: 'boolean', value: 'true' },
  };
  return {
    args: ['--convert-to', `pdf:${filter}:${JSON.stringify(options)}`, '--outdir', folder, source],
    pdf: path.join(folder, `${path.parse(source).name}.pdf`),
    stepsOf({ stdout, stderr }) {
      const said = stdout.toString('utf8');
      const loaded = said.includes('convert ');
      const refused = stderr.includes('could not be loaded') || said.includes('could not be loaded');
      return { started: loaded || refused, loaded, drawn: loaded };
    },
  };
}

function byMacro(recipe: Recipe, source: string, folder: string): OfficeStart {
  const values = [
    ...[pathToFileURL(source).href, pathToFileURL(folder).href],
    ...[recipe.importFilter ?? '', recipe.importOptions ?? '', pages],
    ...[recipe.copyFilter ?? '', recipe.copyFormat ? `copy.${recipe.copyFormat}` : ''],
  ];
  return {
    args: [`macro:///Standard.Preview.Convert(${values.map((value) => `"${value}"`).join(',')})`],
    pdf: path.join(folder, 'preview.pdf'),
    stepsOf: (_, report) => ({
      started: report.includes('started'),
      loaded: report.includes('loaded'),
      drawn: report.includes('drawn'),
    }),
  };
}

type OfficeFile = { file: string; format: string; folder: string };

const profile = path.join(import.meta.dirname, 'profile');
/** Exit code after LibreOffice has updated its profile: it asks to be restarted. */
const startAgain = 81;

/** Renders a document with LibreOffice, which writes only to the given folder. */
export async function convertToPdf(run: RunSandboxed, given: OfficeFile, signal: AbortSignal): Promise<OfficePreview> {
  const { file, format, folder } = given;
  const recipe = officeRecipes[format];
  if (!recipe) throw new InspectionFailure(`${format.toUpperCase()} files have no preview.`, '', 'unsupported');
  await checkOfficeFile(file, format);
  const office = await findOffice();
  const home = path.join(folder, 'profile');
  await cp(profile, home, { recursive: true });
  await writeFile(path.join(home, 'user/extensions/buildid'), office.buildId);
  // LibreOffice uses the extension to choose a filter, but stored files have none.
  const source = path.join(folder, `source.${format}`);
  await symlink(path.resolve(file), source);
  const work = officeStart(recipe, source, folder);
  const result = await start(run, { ...given, office, home, args: work.args }, signal);
  const report = await readFile(path.join(folder, 'report.txt'), 'utf8').catch(() => '');
  const steps = work.stepsOf(result, report);
  const said = report || result.stderr;
  if (!steps.started) throw new Error(`LibreOffice couldn’t start converting a ${format} file.`);
  if (!steps.loaded) {
    if (await isProtected(run, given, signal)) throw protectedFile();
    throw new InspectionFailure('LibreOffice can’t open the document. It may be damaged.', said);
  }
  const { pdf } = work;
  if (!steps.drawn || !(await isPdf(pdf))) {
    throw new InspectionFailure('LibreOffice can’t convert the document to pages.', said);
  }
  const pageCount = (await listPages(run, pdf, signal)).length;
  const copy =
    recipe.copyFormat && report.includes('copied')
      ? { file: path.join(folder, `copy.${recipe.copyFormat}`), format: recipe.copyFormat }
      : null;
  return { pdf, copy, pageCount, isCut: pageCount >= mostPreviewPages };
}

type Start = OfficeFile & { office: Office; home: string; args: readonly string[] };

async function start(run: RunSandboxed, given: Start, signal: AbortSignal): Promise<ProgramResult> {
  const { file, folder, office, home, args } = given;
  await mkdir(path.join(folder, 'tmp'), { recursive: true });
  const attempt = async () =>
    run({
      program: office.program,
      args: [
        ...['--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck'],
        `-env:UserInstallation=${pathToFileURL(home).href}`,
        // Otherwise the socket goes to /tmp, which may not be writable. Relative, because socket paths are limited to
        // 107 bytes.
        '-env:OSL_SOCKET_PATH=.',
        ...args,
      ],
      readable: [file],
      folder,
      // On disk: files in memory wouldn't count towards any limit.
      environment: { TMPDIR: path.join(folder, 'tmp'), HOME: home },
      limits: limitsFor((await stat(file)).size),
      signal,
    });
  try {
    const result = await attempt();
    return result.exitCode === startAgain ? await attempt() : result;
  } catch (error) {
    if (error instanceof SandboxFailure && error.kind === 'time') {
      throw new InspectionFailure('LibreOffice took too long to convert the document.', error.message, 'tookTooLong');
    }
    if (error instanceof SandboxFailure && error.kind === 'memory') {
      throw new InspectionFailure(
        'LibreOffice ran out of memory converting the document.',
        error.message,
        'outOfMemory',
      );
    }
    if (error instanceof SandboxFailure && error.kind === 'crashed') {
      throw new InspectionFailure('LibreOffice crashed converting the document.', error.message, 'engineCrashed');
    }
    throw error;
  }
}

/** Starting takes about a second of CPU time and a page about a tenth; images may need a lot of memory. */
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

type IsProtectedOptions = { file: string; format: string; folder: string };

/** Whether a document can't be opened because of a password; checked only after conversion fails. */
export async function isProtected(run: RunSandboxed, given: IsProtectedOptions, signal: AbortSignal): Promise<boolean> {
  const { exitCode, stdout } = await runNodeChild(run, {
    module: path.join(import.meta.dirname, 'protection-child.ts'),
    task: { file: given.file, format: given.format },
    files: [given.file],
    folder: given.folder,
    heapMegabytes: 512,
    limits: { wallMs: 30_000, cpuSeconds: 20, memoryBytes: 2 ** 30, outputBytes: 1_000, fileBytes: 1_000 },
    signal,
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    return { exitCode: 1, stdout: Buffer.from(String(error)) };
  });
  return exitCode === 0 && stdout.toString('utf8') === 'protected';
}

type Office = { program: string; buildId: string };

/** The binary behind the start script, which only checks for Java, debuggers and a display. */
export async function findOffice(searchPath = process.env.PATH ?? ''): Promise<Office> {
  for (const folder of searchPath.split(path.delimiter)) {
    const script = await realpath(path.join(folder, 'soffice')).catch(() => undefined);
    if (!script) continue;
    const program = path.join(path.dirname(script), 'soffice.bin');
    const isThere = await access(program).then(
      () => true,
      () => false,
    );
    if (isThere) return { program, buildId: await buildIdBeside(program) };
  }
  const packages = engineCatalogue.find((engine) => engine.command === 'soffice')?.packages ?? [];
  throw new EngineMissing('LibreOffice', installCommand(packages));
}

/** LibreOffice uses a profile that names its build as is; any other is updated first, which takes another start. */
async function buildIdBeside(program: string): Promise<string> {
  const text = await readFile(path.join(path.dirname(program), 'versionrc'), 'utf8').catch(() => '');
  return /^buildid=(.*)$/m.exec(text)?.[1]?.trim() ?? '';
}

/** LibreOffice renders anything, even random bytes, so check that the file really has this format. */
function checkOfficeFile(file: string, format: string): Promise<void> {
  return withFilePart(file, async (part) => {
    const found = await detectKind(part, `document.${format}`);
    if (found.problem === 'empty') throw new InspectionFailure('The file is empty.', '', 'empty');
    if (found.problem === 'inflates') {
      throw new InspectionFailure('The file is too large once unpacked.', '', 'tooLarge');
    }
    if (found.problem || found.format.replace(/m$/, 'x') !== format.replace(/m$/, 'x')) {
      throw new InspectionFailure(
        `The file is damaged or isn’t a ${format.toUpperCase()} file.`,
        found.problem ?? found.format,
      );
    }
    if (/^(docx|xlsx|pptx)$/.test(format) && isCompoundFile(await part.read(0, 512))) throw protectedFile();
  });
}

function protectedFile(): InspectionFailure {
  return new InspectionFailure(
    'The document is password-protected. Save it without a password and upload it again.',
    '',
    'protected',
  );
}

/** Gives access to a local file while `work` runs. */
async function withFilePart<T>(file: string, work: (part: FilePart) => Promise<T>): Promise<T> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const read = async (start: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    };
    return await work({ sizeBytes: size, read });
  } finally {
    await handle.close();
  }
}

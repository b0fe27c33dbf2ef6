import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { makeDocx, paragraph } from '../server/engines/document-text/fixtures/make-package.ts';
import { extractSound } from '../server/engines/media/sound.ts';
import { makeSprite, takeFrame } from '../server/engines/media/video-pictures.ts';
import { makeWebVideo } from '../server/engines/media/web-media.ts';
import { convertToPdf, findOffice } from '../server/engines/office/convert-to-pdf.ts';
import { runSandboxed } from '../server/engines/sandbox/run-sandboxed.ts';
import { findWhisperModel } from '../server/engines/speech/whisper-model.ts';
import { runBare } from './run-bare.ts';

const engines = path.join(import.meta.dirname, '../server/engines');
const run = promisify(execFile);
const { signal } = new AbortController();

export type Scale = { seconds: number; lines: number; paragraphs: number };
export type EngineCase = {
  name: string;
  /** Maximum overhead over the bare engine, in percent. */
  limit: number;
  /** Processing steps to turn off for this case. */
  without: Record<string, false>;
  /** Creates the file. `bare` runs the engine alone; `ours` replaces the upload as the measured work. */
  prepare(scratch: string, scale: Scale): Promise<{ file: string; bare(): Promise<void>; ours?(): Promise<void> }>;
};

const node = (module: string, ...args: string[]) =>
  run('nice', ['-n', '10', process.execPath, '--no-warnings', path.join(import.meta.dirname, module), ...args]);
const ffmpeg = (...args: string[]) => run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args]);

/** One file per kind, each large enough to keep its engine busy for a while. */
export const engineCases: readonly EngineCase[] = [
  {
    name: 'video',
    limit: 10,
    without: { ocr: false, asr: false },
    async prepare(scratch, { seconds }) {
      const file = path.join(scratch, 'lecture.mkv');
      const source = `testsrc2=size=1280x720:rate=25:duration=${seconds}`;
      const sound = `sine=frequency=300:duration=${seconds}`;
      const codecs = ['-c:v', 'mpeg4', '-q:v', '3', '-g', '50', '-c:a', 'aac', '-shortest'];
      await ffmpeg('-f', 'lavfi', '-i', source, '-f', 'lavfi', '-i', sound, ...codecs, file);
      const sizeBytes = (await readFile(file)).length;
      const bare = () =>
        inFolder(scratch, async (folder) => {
          const job = { run: runBare, file, folder, durationSeconds: seconds, signal };
          await makeWebVideo({ ...job, sizeBytes }, 'encode');
          await takeFrame(runBare, job, signal);
          await makeSprite({ ...job, width: 1280, height: 720 });
          await extractSound(job);
        });
      return { file, bare };
    },
  },
  {
    name: 'speech',
    limit: 10,
    without: { convert: false },
    async prepare(scratch, { seconds }) {
      const lecture = path.join(engines, 'speech/fixtures/lecture.ogg');
      const file = path.join(scratch, 'lecture.wav');
      const turns = String(Math.max(1, Math.round(seconds / 19)));
      await ffmpeg('-stream_loop', turns, '-i', lecture, '-ac', '1', '-ar', '16000', file);
      const model = await findWhisperModel();
      return { file, bare: async () => void (await node('bare-whisper.ts', model.path, file)) };
    },
  },
  {
    name: 'ocr',
    limit: 15,
    without: {},
    async prepare(scratch, { lines }) {
      const file = path.join(scratch, 'page.png');
      await writeFile(file, await pageOf(lines));
      const questions = path.join(scratch, 'questions.bin');
      await node('bare-ocr.ts', 'note', file, questions);
      return { file, bare: async () => void (await node('bare-ocr.ts', 'run', questions)) };
    },
  },
  {
    name: 'office',
    limit: 15,
    without: {},
    async prepare(scratch, { paragraphs }) {
      const file = path.join(scratch, 'long.docx');
      const text = 'Leaves turn light into sugar, and water into what we breathe. ';
      const body = Array.from({ length: paragraphs }, (_, at) => paragraph(`${at}. ${text.repeat(4)}`));
      await writeFile(file, await makeDocx(body.join('')));
      return {
        file,
        bare: () => inFolder(scratch, (folder) => drawBare(file, folder)),
        // Page images and text come from other engines, so only the LibreOffice conversion is compared.
        ours: () =>
          inFolder(scratch, async (folder) => {
            await convertToPdf(runSandboxed, { file, format: 'docx', folder }, signal);
          }),
      };
    },
  },
];

async function inFolder(scratch: string, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(scratch, 'work-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs LibreOffice as its manual describes, with a ready profile as on a desktop. */
async function drawBare(file: string, folder: string): Promise<void> {
  const { program, buildId } = await findOffice();
  const home = path.join(folder, 'profile');
  await cp(path.join(engines, 'office/profile'), home, { recursive: true });
  await writeFile(path.join(home, 'user/extensions/buildid'), buildId);
  await mkdir(path.join(folder, 'out'));
  const source = path.join(folder, 'source.docx');
  await symlink(file, source);
  const profile = `-env:UserInstallation=${pathToFileURL(home).href}`;
  const plain = ['--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck', profile];
  await run('nice', [
    '-n',
    '10',
    program,
    ...plain,
    '--convert-to',
    'pdf',
    '--outdir',
    path.join(folder, 'out'),
    source,
  ]);
  await readFile(path.join(folder, 'out/source.pdf'));
}

/** A printed page as scanned at 200 dpi. */
function pageOf(lines: number): Promise<Buffer> {
  const [width, height] = [1_654, 2_339];
  const words = 'The cell divides when its genes have been copied; each half keeps one whole set of them.';
  const rows = Array.from({ length: lines }, (_, at) => {
    const y = 120 + (at * (height - 240)) / lines;
    return `<text x="120" y="${y.toFixed(0)}" font-family="DejaVu Sans, Noto Sans, sans-serif" font-size="30">${at + 1}. ${words}</text>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${rows.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

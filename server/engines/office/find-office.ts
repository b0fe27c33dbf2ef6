import { access, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { EngineMissing } from '../engine-missing.ts';
import { engineCatalogue, installCommand } from '../probe/engine-catalogue.ts';

export type Office = { program: string; buildId: string };

/** The program behind the start script: that only looks for Java, debuggers and a screen. */
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

/** A profile that names the build is taken as it is; any other is brought up to date first, which takes another start. */
async function buildIdBeside(program: string): Promise<string> {
  const text = await readFile(path.join(path.dirname(program), 'versionrc'), 'utf8').catch(() => '');
  return /^buildid=(.*)$/m.exec(text)?.[1]?.trim() ?? '';
}

import path from 'node:path';
import type { Logger } from 'pino';
import { buildContainer } from './app.ts';
import { announceSandbox } from './engines/sandbox/sandbox-level.ts';
import type { Config } from './platform/config/config.ts';
import { requireDatabaseUrl } from './platform/config/config.ts';
import { openDatabase } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { buildApp } from './platform/http/app.ts';
import { joinInstallation } from './platform/installation/join-installation.ts';
import { productVersion } from './platform/product-version.ts';
import type { FirstSignIn } from './platform/supervisor/running-part.ts';
import { StartProblem } from './platform/supervisor/start-problem.ts';
import { prepareInstallation } from './prepare.ts';

const webDir = path.join(import.meta.dirname, '../web/dist');

type RunningApi = {
  address: string;
  port: number;
  firstSignIn: FirstSignIn | undefined;
  close(): Promise<void>;
};

/** Opens everything the api needs and starts listening; `close` shuts it down in reverse order. */
export async function openApi(config: Config, logger: Logger): Promise<RunningApi> {
  const databaseUrl = requireDatabaseUrl(config);
  const sandbox = announceSandbox(config.engines.withoutSandbox, logger);
  await migrate(databaseUrl);
  const { db } = openDatabase({ databaseUrl, applicationName: 'lectern-api', poolSize: 16 });
  await joinInstallation(db, config).catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });
  const container = buildContainer({ config, db, databaseUrl, logger });
  // Before connections open: on a busy machine, this keeps the process from answering until they time out.
  const app = await buildApp({
    ...container.http,
    config,
    logger,
    webDir,
    version: productVersion,
    checkAnswers: false,
  });
  const [firstSignIn] = await Promise.all([prepareInstallation(db, config), container.open(), sandbox]);
  const close = async () => {
    container.stopStreams();
    await app.close();
    await container.close();
    await db.destroy();
  };
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await close();
    throw listenProblem(error, config);
  }
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.port;
  return { address: addressOf(port, config), port, firstSignIn, close };
}

function addressOf(port: number, config: Config): string {
  if (config.publicOrigin) return config.publicOrigin;
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function listenProblem(error: unknown, { host, port }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartProblem(
      `Port ${port} on ${host} is already in use. Stop the other program, or set PORT to another one.`,
    );
  }
  if (code === 'EACCES')
    return new StartProblem(`This user isn’t allowed to listen on port ${port}. Set PORT to a number above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartProblem(`HOST ${host} isn’t an address of this machine.`);
  return error;
}

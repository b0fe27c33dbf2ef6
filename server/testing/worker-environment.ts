/** Environment for a separate worker process: from the test run it inherits only what every program needs. */
export function workerEnvironment(
  rig: { databaseUrl: string; dataDir: string },
  more: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const { databaseUrl, dataDir } = rig;
  const settings = { DATABASE_URL: databaseUrl, LECTERN_DATA_DIR: dataDir, TIME_ZONE: 'UTC' };
  return { PATH, HOME, NODE_COMPILE_CACHE, ...settings, ...more };
}

/**
 * A killed npm or set-up script cannot pass its signal on; without this Lectern would run on with nobody to stop it.
 * Only below npm: started by itself, from a shell or as a service, losing the parent is ordinary.
 */
export function onStarterGone(env: NodeJS.ProcessEnv, stop: () => void): void {
  if (!env.npm_lifecycle_event) return;
  const starter = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
}

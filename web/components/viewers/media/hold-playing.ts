/** One person watches one thing at a time: of several windows that play, one at a time counts. */
export function holdPlaying(locks: LockManager | undefined = navigator.locks) {
  let wanted: AbortController | null = null;
  let release: (() => void) | null = null;
  let held = false;

  const ask = (controller: AbortController) => {
    const request = locks?.request('lectern.playing', { signal: controller.signal }, () => {
      if (wanted !== controller) return;
      held = true;
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    request?.catch(() => undefined);
  };

  return {
    want(playing: boolean): void {
      if (playing === (wanted !== null)) return;
      if (playing) {
        wanted = new AbortController();
        // Served without TLS, a browser has no locks; nothing is lost but this distinction.
        if (locks) ask(wanted);
        else held = true;
        return;
      }
      if (!held) wanted?.abort();
      wanted = null;
      held = false;
      release?.();
      release = null;
    },
    held: () => held,
  };
}

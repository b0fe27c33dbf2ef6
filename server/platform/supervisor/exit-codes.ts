/** EX_CONFIG: the settings, port or data directory must change first, so a restart would only fail again. */
export const exitCodeDoNotRestart = 78;

/** EX_SOFTWARE: an internal failure, not the operator's fault. */
export const exitCodeFailure = 70;

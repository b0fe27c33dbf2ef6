/** EX_CONFIG: settings, port or data directory must change first, so starting again would only fail again. */
export const exitCodeDoNotRestart = 78;

/** EX_SOFTWARE: something broke that is not the operator's doing. */
export const exitCodeFailure = 70;

type HeaderOptions = { secure: boolean; frameOrigins: readonly string[] };

/** Headers that every answer carries, errors included. */
export function securityHeaders(options: HeaderOptions): Record<string, string> {
  const frames = options.frameOrigins.length > 0 ? options.frameOrigins.join(' ') : "'none'";
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // Positions and sizes are set as style attributes by the grid, the viewers and the players.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    `frame-src ${frames}`,
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    ...(options.secure && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

import os from 'node:os';

const mebibyte = 1024 * 1024;

/** Passwords here are 256 random bits: hashing them thousands of times would only slow every connection down. */
export const cheapPasswords = { scram_iterations: '1' };

/** Sized for a machine of two cores that also runs the api, the worker and the engines. */
export function serverSettings(options: { socketDirectory: string; durable: boolean }): readonly string[] {
  const totalMemory = Math.floor(os.totalmem() / mebibyte);
  // Ten million records of access have sums of some gigabytes, most of which are asked for again and again.
  const sharedBuffers = Math.min(2_048, Math.max(64, Math.floor(totalMemory / 8)));
  const settings: Record<string, string> = {
    // No TCP: the only door is a socket in a folder that nobody else may enter, and it asks for a password.
    listen_addresses: '',
    unix_socket_directories: `"${options.socketDirectory.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    ...cheapPasswords,
    max_connections: '60',
    shared_buffers: `${sharedBuffers}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(totalMemory / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '1GB',
    random_page_cost: '1.1',
    jit: 'off',
    // Two cores, and many people: a page is there before a second process has started to help with it.
    max_parallel_workers_per_gather: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Errors of statements are answered and logged by the application; their text may hold personal data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_line_prefix: '',
  };
  if (!options.durable) {
    Object.assign(settings, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal' });
    // Not for one installation, but for as many as there are tests at once, each with an app, workers and a queue.
    Object.assign(settings, { max_wal_senders: '0', shared_buffers: '128MB', max_connections: '300' });
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Nothing of the operator's environment: neither secrets nor libpq variables belong in PostgreSQL. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TZ: 'UTC' };
}

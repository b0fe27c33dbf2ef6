import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { S3Client, type S3Settings } from '../platform/storage/s3-multipart.ts';

const run = promisify(execFile);
const parts = ['account', 'container', 'object'] as const;
const python = '/usr/bin/python3';

/** Checks for the Debian packages swift-proxy, swift-account, swift-container and swift-object. */
export function isSwiftInstalled(): boolean {
  return ['proxy', ...parts].every((part) => existsSync(`/usr/bin/swift-${part}-server`));
}

export type SwiftServer = { settings: S3Settings; stop(): Promise<void> };

/** A temporary local object store with the S3 API: OpenStack Swift with one disk. */
export async function startSwift(): Promise<SwiftServer> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'lectern-swift-'));
  const [proxyPort, ...ports] = await freePorts(4);
  await mkdir(path.join(root, 'disks', 'one'), { recursive: true });
  await run(python, ['-c', ringScript, root, ...ports.map(String)]);
  const user = os.userInfo().username;
  const common = `bind_ip = 127.0.0.1\nworkers = 0\nuser = ${user}\nswift_dir = ${root}\nlog_level = ERROR\n`;
  for (const [index, part] of parts.entries()) {
    await writeFile(
      path.join(root, `${part}.conf`),
      `[DEFAULT]\nbind_port = ${ports[index]}\n${common}devices = ${root}/disks\nmount_check = false\ndisable_fallocate = true\nfallocate_reserve = 0\n` +
        `[pipeline:main]\npipeline = ${part}-server\n[app:${part}-server]\nuse = egg:swift#${part}\n`,
    );
  }
  await writeFile(path.join(root, 'proxy.conf'), proxyConfig(common, proxyPort ?? 0));
  const children = [...parts, 'proxy'].map((part) =>
    spawn(`/usr/bin/swift-${part}-server`, [path.join(root, `${part}.conf`)], { stdio: 'ignore' }),
  );
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${proxyPort}`,
    bucket: 'lectern-test',
    accessKey: 'test:tester',
    secretKey: 'testing',
    region: 'us-east-1',
  };
  const stop = async () => {
    await Promise.all(children.map(endChild));
    await rm(root, { recursive: true, force: true });
  };
  try {
    await makeBucket(settings, Date.now() + 60_000);
    return { settings, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The first successful call shows that all four servers are up. */
async function makeBucket(settings: S3Settings, deadline: number): Promise<void> {
  for (;;) {
    try {
      await new S3Client(settings).call({ method: 'PUT', accept: [409] });
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

const ringScript = `
import sys
from swift.common.ring import RingBuilder
root = sys.argv[1]
for name, port in zip(('account', 'container', 'object'), sys.argv[2:]):
    builder = RingBuilder(2, 1, 1)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'one',
                     'weight': 1.0, 'replication_ip': '127.0.0.1', 'replication_port': int(port), 'meta': ''})
    builder.rebalance()
    builder.get_ring().save(root + '/' + name + '.ring.gz')
`;

function proxyConfig(common: string, port: number): string {
  return `[DEFAULT]
bind_port = ${port}
${common}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth copy slo dlo versioned_writes symlink proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
${[
  'catch_errors',
  'gatekeeper',
  'healthcheck',
  'listing_formats',
  'bulk',
  'copy',
  'slo',
  'dlo',
  'versioned_writes',
  'symlink',
]
  .map(
    (name) =>
      `[filter:${name}]\nuse = egg:swift#${name}${name === 'versioned_writes' ? '\nallow_object_versioning = true' : ''}`,
  )
  .join('\n')}
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
`;
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

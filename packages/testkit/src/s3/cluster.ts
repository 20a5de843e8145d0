import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

/** The ports of one cluster, on loopback. */
export interface ClusterPorts {
  monitor: number;
  gateway: number;
}

/** A key of 32 bytes for `aws:kms`, known to the gateway by this id. */
export const KMS_KEY_ID = 'websign-test-key';
const KMS_KEY = Buffer.alloc(32, 9).toString('base64');

/**
 * The configuration of a Ceph cluster of one node: a monitor, a store in memory and the gateway, nothing kept twice.
 * Decisions are made at once instead of once a second, so that it is up in a second.
 */
export function clusterConfig(folder: string, fsid: string, { monitor, gateway }: ClusterPorts): string {
  const global = {
    fsid,
    mon_host: `v2:127.0.0.1:${monitor}`,
    mon_initial_members: 'a',
    public_addr: '127.0.0.1',
    cluster_addr: '127.0.0.1',
    ms_bind_ipv6: false,
    keyring: join(folder, 'keyring'),
    run_dir: folder,
    admin_socket: '',
    log_file: join(folder, '$name.log'),
    mon_data: join(folder, 'mon'),
    osd_data: join(folder, 'osd'),
    rgw_data: join(folder, 'rgw'),
    paxos_propose_interval: 0.02,
    paxos_min_wait: 0.01,
    mon_data_avail_crit: 0,
    mon_allow_pool_size_one: true,
    osd_pool_default_size: 1,
    osd_pool_default_min_size: 1,
    osd_pool_default_pg_num: 1,
    osd_pool_default_pgp_num: 1,
    osd_pool_default_pg_autoscale_mode: 'off',
    osd_crush_chooseleaf_type: 0,
    osd_objectstore: 'memstore',
    memstore_device_bytes: 4 * 1024 ** 3,
    rgw_frontends: `beast endpoint=127.0.0.1:${gateway} tcp_nodelay=1`,
    rgw_dns_name: 's3.test',
    rgw_crypt_require_ssl: false,
    rgw_crypt_s3_kms_backend: 'testing',
    rgw_crypt_s3_kms_encryption_keys: `${KMS_KEY_ID}=${KMS_KEY}`,
  };
  return `[global]\n${Object.entries(global)
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n')}\n`;
}

/** One command of the start, in its order; those of `daemons` stay. */
export interface Step {
  command: string;
  args: string[];
  daemon?: true;
}

/** What starts a cluster from its configuration and its empty folders. */
export function startSteps(folder: string, fsid: string, ports: ClusterPorts, key: [string, string]): Step[] {
  const [keyring, map] = [join(folder, 'keyring'), join(folder, 'monmap')];
  const osd = randomUUID();
  const here = ['-c', join(folder, 'ceph.conf')];
  const caps = (service: string, what: string) => ['--cap', service, what];
  const keyOf = (name: string, ...allowed: string[]) => ({
    command: 'ceph-authtool',
    args: [keyring, '--gen-key', '-n', name, ...allowed],
  });
  return [
    { command: 'ceph-authtool', args: ['--create-keyring', keyring] },
    keyOf('mon.', ...caps('mon', 'allow *')),
    keyOf('client.admin', ...caps('mon', 'allow *'), ...caps('osd', 'allow *')),
    keyOf('osd.0', ...caps('mon', 'allow profile osd'), ...caps('osd', 'allow *')),
    {
      command: 'monmaptool',
      args: ['--create', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${ports.monitor}]`, map],
    },
    { command: 'ceph-mon', args: [...here, '-i', 'a', '--mkfs', '--monmap', map, '--keyring', keyring] },
    { command: 'ceph-mon', args: [...here, '-i', 'a', '-f'], daemon: true },
    { command: 'ceph', args: [...here, '--connect-timeout', '20', 'osd', 'new', osd] },
    { command: 'ceph-osd', args: [...here, '-i', '0', '--mkfs', '--osd-uuid', osd] },
    { command: 'ceph-osd', args: [...here, '-i', '0', '-f'], daemon: true },
    {
      command: 'radosgw-admin',
      args: [
        ...[...here, '-n', 'client.admin', 'user', 'create', '--uid=websign', '--display-name=WebSign'],
        ...[`--access-key=${key[0]}`, `--secret=${key[1]}`, '--max-buckets=0'],
      ],
    },
    { command: 'radosgw', args: [...here, '-n', 'client.admin', '-f'], daemon: true },
  ];
}

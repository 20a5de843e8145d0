import { ConfigError, type SettingName, type Settings } from './config.ts';
import { readConfigured } from './files.ts';
import type { StorageConfig } from './storage/index.ts';

const needed = ['S3_ENDPOINT', 'S3_ACCESS_KEY_FILE', 'S3_SECRET_KEY_FILE'] as const satisfies SettingName[];

/** The bucket that the settings name, as storage is opened with it; nothing of it where they name none. */
export function bucketOf(settings: Settings): Pick<StorageConfig, 's3'> {
  if (settings.S3_BUCKET === '') return {};
  const absent = needed.filter((name) => settings[name] === '');
  if (absent.length > 0) throw new ConfigError(`S3_BUCKET needs ${absent.join(' and ')} to be set, too.`);
  const { S3_ENCRYPTION: encryption, OUTBOUND_PROXY: proxy } = settings;
  return {
    s3: {
      endpoint: settings.S3_ENDPOINT,
      bucket: settings.S3_BUCKET,
      region: settings.S3_REGION,
      accessKey: firstLine('S3_ACCESS_KEY_FILE', settings),
      secretKey: firstLine('S3_SECRET_KEY_FILE', settings),
      prefix: settings.S3_PREFIX,
      pathStyle: settings.S3_PATH_STYLE === 'true',
      ...(encryption === '' ? {} : { encryption }),
      kmsKey: settings.S3_KMS_KEY,
      idleMs: settings.S3_SECONDS * 1000,
      ...(proxy === '' ? {} : { proxy }),
      noProxy: settings.OUTBOUND_NO_PROXY,
    },
  };
}

function firstLine(name: 'S3_ACCESS_KEY_FILE' | 'S3_SECRET_KEY_FILE', settings: Settings): string {
  const path = settings[name];
  const [line = ''] = readConfigured(name, path).toString('utf8').split(/\r?\n/u);
  if (line.trim() === '') throw new ConfigError(`${name} names ${path}, which is empty.`);
  return line.trim();
}

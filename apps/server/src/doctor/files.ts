import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { admissionPolicy } from '../files.ts';
import { type Check, ok, problem, type Said, warning } from './face.ts';

/** Files that hold what nobody else may read. */
const secret =
  /^(MASTER_KEY|NAME_KEY|SEAL_P12|OPERATORS_TOKEN|OTEL_EXPORTER_OTLP_HEADERS|S3_ACCESS_KEY|DATABASE_URL|.*_(PASSWORD|SECRET|SECRET_KEY|PIN|TOKEN))_FILE$/;

/** Every file and folder that a setting names. */
export const files: Check = {
  name: 'files',
  async look({ config }) {
    const named = Object.entries(config).filter(
      (entry): entry is [keyof Config, string] =>
        /_(FILE|FOLDER|MODULE)$/.test(entry[0]) && typeof entry[1] === 'string' && entry[1] !== '',
    );
    const said = (await Promise.all(named.map(([name, path]) => lookAt(name, path)))).flat();
    const folder = await dataFolder(config.dataFolder);
    const all = [...folder, ...said, ...(said.length === 0 ? policy(config) : [])];
    return all.length > 0
      ? all
      : [ok(`the data folder and ${named.length} files can be read, and secrets by nobody else`)];
  },
};

async function lookAt(name: string, path: string): Promise<Said[]> {
  try {
    await access(path, constants.R_OK);
  } catch {
    return [
      problem(
        `${name} names ${path}, which is not there or cannot be read by this user`,
        `Put the file there, readable for the user of the service, or correct ${name}.`,
      ),
    ];
  }
  const { mode } = await stat(path);
  if (!secret.test(name) || (mode & 0o077) === 0) return [];
  const shown = (mode & 0o777).toString(8);
  return [
    warning(
      `${name} names ${path}, which others may read (mode ${shown})`,
      `chmod 600 ${path}, owned by the user of the service.`,
    ),
  ];
}

async function dataFolder(path: string): Promise<Said[]> {
  try {
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [
      problem(
        `the data folder ${path} is not there, or this user may not write to it`,
        'Correct WEBSIGN_DATA, or give the folder to the user of the service.',
      ),
    ];
  }
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return [];
  return [
    warning(
      `others may look into the data folder ${path} (mode ${(mode & 0o777).toString(8)})`,
      `chmod 700 ${path}.`,
    ),
  ];
}

function policy({ ADMISSION_POLICY_FILE }: Config): Said[] {
  try {
    admissionPolicy(ADMISSION_POLICY_FILE);
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [problem(message, 'docs/SECURITY-CHECK.md says what the file may hold.')];
  }
}

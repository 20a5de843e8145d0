import { parse } from 'yaml';
import { read } from './tools.ts';

export interface ComposeService {
  build?: { target?: string };
  command?: string[];
  depends_on?: Record<string, { condition: string }>;
  environment?: Record<string, string>;
  env_file?: string[];
  secrets?: string[];
  networks?: string[];
  network_mode?: string;
  user?: string;
  volumes?: string[];
  group_add?: string[];
  healthcheck?: { test: string[] };
  image: string;
}
export interface Compose {
  services: Record<string, ComposeService>;
  networks: Record<string, { ipam?: { config: { subnet: string }[] } }>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
}

/** The compose file, with those that are laid over it: names are joined, lists appended, as compose does it. */
export function composed(file: string, ...over: string[]): Compose {
  const [first, ...others] = [file, ...over].map((name): unknown =>
    parse(read(`deploy/compose/${name}`), { merge: true }),
  );
  return others.reduce(joined, first) as Compose;
}

function joined(below: unknown, above: unknown): unknown {
  if (Array.isArray(below) && Array.isArray(above)) return [...below, ...above];
  if (!isNamed(below) || !isNamed(above)) return above;
  const names = Object.keys(above).map((name): [string, unknown] => [
    name,
    name in below ? joined(below[name], above[name]) : above[name],
  ]);
  return { ...below, ...Object.fromEntries(names) };
}

const isNamed = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

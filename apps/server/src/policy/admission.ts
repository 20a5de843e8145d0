import type { ErrorCode, Finding, SignatureSummary, UploadError } from '@websign/contract';

/** A fact that the inspection found, without judgement; `kind` names it. */
export type Fact = Omit<Finding, 'id' | 'verdict'>;

export interface Facts {
  facts: readonly Fact[];
  signatures: readonly SignatureSummary[];
}

export interface Judgement {
  /** Why the document is refused; null: it is admitted. */
  code: ErrorCode | null;
  verdicts: Finding['verdict'][];
  error: UploadError;
}

/** What each kind of fact means for signing (SGN-7): code that can run or change content always refuses. */
const judgements = {
  javascript: 'refuse',
  launch: 'refuse',
  submit_form: 'refuse',
  import_data: 'refuse',
  xfa: 'refuse',
  rich_media: 'refuse',
  script_uri: 'refuse',
  remote_goto: 'warn',
  embedded_file: 'warn',
  executable_file: 'refuse',
  field_inconsistency: 'warn',
  hidden_field: 'warn',
  need_appearances: 'warn',
  duplicate_object: 'refuse',
  unused_revision: 'warn',
  suspicious_replacement: 'refuse',
  hidden_text: 'warn',
  ocr_layer: 'info',
  layer: 'warn',
  static_layer: 'info',
  usage_rights: 'warn',
  external_reference: 'warn',
  signature_broken: 'refuse',
} as const satisfies Record<string, Finding['verdict']>;

type KnownKind = keyof typeof judgements;

const scripts: ReadonlySet<string> = new Set<KnownKind>([
  'javascript',
  'launch',
  'submit_form',
  'import_data',
  'xfa',
  'rich_media',
  'script_uri',
  'executable_file',
]);
const inFields: ReadonlySet<string> = new Set<KnownKind>(['field_inconsistency', 'hidden_field']);
const replacing: ReadonlySet<string> = new Set<KnownKind>(['duplicate_object', 'suspicious_replacement']);
const hiddenTexts: ReadonlySet<string> = new Set<KnownKind>(['hidden_text']);
const layerKinds: ReadonlySet<string> = new Set<KnownKind>(['layer']);

/** A kind that this table does not know warns: nothing passes for being new. */
const judge = (kind: string): Finding['verdict'] =>
  Object.hasOwn(judgements, kind) ? judgements[kind as KnownKind] : 'warn';

/**
 * Accepts, warns or refuses a document by what was found in it, and fills UP-6's error shape. A signature whose
 * bytes do not match what it signed refuses (MAP-8); one that cannot be checked does not.
 */
export function admit({ facts, signatures }: Facts): Judgement {
  const any = (kinds: ReadonlySet<string>) => facts.some(({ kind }) => kinds.has(kind));
  const verdicts = facts.map(({ kind }) => judge(kind));
  const broken = signatures.some(({ integrity }) => integrity === 'broken');
  return {
    code: verdicts.includes('refuse') || broken ? 'security_issues' : null,
    verdicts,
    error: {
      has_js: any(scripts),
      fields_inconsistencies: any(inFields),
      hide_and_replace_suspicious: any(replacing),
      non_empty_hidden_texts: any(hiddenTexts),
      layers: facts.filter(({ kind }) => layerKinds.has(kind)).map(({ excerpt }) => excerpt ?? ''),
      has_signatures: signatures.length > 0,
      signatures: [...signatures],
      valid_signatures: signatures.filter(({ integrity }) => integrity !== 'broken').length,
    },
  };
}

import type { ErrorCode, Finding, SignatureSummary, UploadError } from '@websign/contract';
import type { FindingKind } from '@websign/pdf';

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

/**
 * What each kind of fact means for signing (SGN-7): what runs, calls out or comes from elsewhere refuses, what may
 * be shown otherwise than it was reviewed warns. The compiler holds the table complete.
 */
const judgements: Record<FindingKind, Finding['verdict']> = {
  javascript: 'refuse',
  xfa: 'refuse',
  uri_script: 'refuse',
  launch: 'refuse',
  submit_form: 'refuse',
  import_data: 'refuse',
  external_stream: 'refuse',
  reset_form: 'warn',
  remote_goto: 'warn',
  embedded_goto: 'warn',
  uri_file: 'warn',
  layer_action: 'warn',
  hide_action: 'warn',
  media: 'warn',
  embedded_file: 'warn',
  hidden_layer: 'warn',
  conditional_layer: 'warn',
  duplicate_key: 'warn',
  unreadable_object: 'warn',
  truncated: 'warn',
  usage_rights: 'warn',
  automatic_link: 'warn',
  web_link: 'info',
  named_action: 'warn',
  rich_media: 'refuse',
  exploit_pattern: 'refuse',
  xml_entity: 'refuse',
  active_attachment: 'refuse',
  invisible_text: 'warn',
  same_colour_text: 'warn',
  transparent_text: 'warn',
  tiny_text: 'warn',
  off_page_text: 'warn',
  clipped_text: 'warn',
  covered_text: 'warn',
  text_under_annotation: 'warn',
  ocr_layer: 'info',
  text_map_mismatch: 'warn',
  switchable_layer: 'warn',
  visible_layer: 'info',
  field_value_differs: 'warn',
  hidden_field: 'warn',
  stale_appearances: 'warn',
  overlapping_fields: 'warn',
  hidden_annotation: 'info',
  object_defined_twice: 'warn',
  unreferenced_page: 'warn',
  unreferenced_content: 'warn',
  unreferenced_font: 'warn',
  unlisted_object: 'warn',
  unused_section: 'warn',
  earlier_revision: 'info',
  stream_length: 'warn',
  unknown_filter: 'warn',
  xref_conflict: 'warn',
  ambiguous_syntax: 'warn',
  page_tree: 'warn',
  odd_page_box: 'warn',
  trailing_bytes: 'warn',
  signature_malformed: 'warn',
  changed_after_signature: 'warn',
};

const kinds = (...names: FindingKind[]): ReadonlySet<string> => new Set(names);
const scripts = kinds('javascript', 'xfa', 'uri_script');
const inFields = kinds('hide_action', 'reset_form', 'import_data');
const replacing = kinds('duplicate_key', 'external_stream');
const hiddenTexts = kinds();
const layerKinds = kinds('hidden_layer', 'conditional_layer', 'layer_action');

/** A kind that this table does not know warns: nothing passes for being new. */
const judge = (kind: string): Finding['verdict'] =>
  Object.hasOwn(judgements, kind) ? judgements[kind as FindingKind] : 'warn';

/**
 * Accepts, warns or refuses a document by what was found in it, and fills UP-6's error shape. A signature whose
 * bytes do not match what it signed refuses (MAP-8); one that cannot be checked does not.
 */
export function admit({ facts, signatures }: Facts): Judgement {
  const any = (wanted: ReadonlySet<string>) => facts.some(({ kind }) => wanted.has(kind));
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

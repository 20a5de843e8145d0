import type { Box } from '../revisions/pages.ts';

/** What an inspection can find. Facts: whether to refuse, warn or inform is decided elsewhere. */
export type FindingKind =
  // code and actions
  | 'javascript'
  | 'xfa'
  | 'launch'
  | 'submit_form'
  | 'import_data'
  | 'reset_form'
  | 'remote_goto'
  | 'embedded_goto'
  | 'uri_script'
  | 'uri_file'
  | 'layer_action'
  | 'hide_action'
  | 'media'
  // what the document claims
  /** Usage rights (/UR3): any signature of ours ends them. */
  | 'usage_rights'
  // what travels along
  | 'embedded_file'
  | 'external_stream'
  // layers
  | 'hidden_layer'
  | 'conditional_layer'
  // what readers may read differently
  | 'duplicate_key'
  | 'unreadable_object'
  /** More was found than is listed. */
  | 'truncated';

export interface Finding {
  kind: FindingKind;
  /** Counted from 1, where the finding belongs to a page of the current revision. */
  page?: number;
  rect?: Box;
  /** Object number. */
  object?: number;
  /** Counted from 1, the oldest. */
  revision?: number;
  /** A few words of it, at most 200 characters. */
  excerpt?: string;
}

export const EXCERPT = 200;
export const MOST_FINDINGS = 1000;

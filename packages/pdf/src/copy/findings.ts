import { PdfError } from '../errors.ts';
import type { Finding, FindingKind } from '../inspect/finding.ts';
import { inspectFindings } from '../inspect/inspect.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { LeftOutKind } from './face.ts';
import type { LeftOutList } from './leftout.ts';

/** What of an inspection's findings a copy has no more; what its writing tells itself is not among them. */
const KINDS: Partial<Readonly<Record<FindingKind, LeftOutKind>>> = {
  javascript: 'script',
  xfa: 'script',
  rich_media: 'script',
  uri_script: 'script',
  launch: 'action',
  submit_form: 'action',
  import_data: 'action',
  reset_form: 'action',
  remote_goto: 'action',
  embedded_goto: 'action',
  uri_file: 'action',
  automatic_link: 'action',
  layer_action: 'action',
  hide_action: 'action',
  named_action: 'action',
  exploit_pattern: 'action',
  media: 'media',
  embedded_file: 'attachment',
  active_attachment: 'attachment',
  external_stream: 'external_content',
  xml_entity: 'private_data',
  // Signed by a maker of readers: nobody's signature under what the document says.
  usage_rights: 'private_data',
  hidden_layer: 'layer_hidden',
  object_defined_twice: 'kept_back',
  unreferenced_page: 'kept_back',
  unreferenced_content: 'kept_back',
  unreferenced_font: 'kept_back',
  unlisted_object: 'kept_back',
  unused_section: 'kept_back',
  trailing_bytes: 'kept_back',
  earlier_revision: 'earlier_revision',
  duplicate_key: 'ambiguous',
  xref_conflict: 'ambiguous',
  ambiguous_syntax: 'ambiguous',
  page_tree: 'ambiguous',
  odd_page_box: 'ambiguous',
  truncated: 'truncated',
};

/**
 * Tells what an inspection finds in a document and a copy of it has no more. What its pages show is told as they are looked
 * at for text that nobody sees, and as they are written.
 */
export function tellFindings(pdf: Pdf, leftOut: LeftOutList): void {
  const findings = within(() => inspectFindings(pdf));
  if (findings === undefined) leftOut.add('truncated');
  for (const finding of findings ?? []) tell(finding, leftOut);
  if (pdf.encrypted !== undefined) leftOut.add('encryption');
}

function tell({ kind, page, rect, excerpt, superseded }: Finding, leftOut: LeftOutList): void {
  const left = KINDS[kind];
  if (left === undefined || superseded === true) return;
  leftOut.add(left, { page, box: rect, detail: excerpt });
}

/** Undefined where a document is too broken, or too much, to be inspected: its copy holds what is shown all the same. */
function within<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

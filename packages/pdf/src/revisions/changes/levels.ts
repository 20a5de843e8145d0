import type { Permission } from '../permissions.ts';
import type { ChangeLevel, ChangeReason, ChangeRule } from './face.ts';

/** What each rule counts as, and the least /P that permits it (ISO 32000-2 Table 257). */
export const RULES: Readonly<
  Record<ChangeRule, { level: Exclude<ChangeLevel, 'none'>; permission: Permission }>
> = {
  validation_data: { level: 'lta', permission: 1 },
  document_time_stamp: { level: 'lta', permission: 1 },
  extensions: { level: 'lta', permission: 1 },
  form_upkeep: { level: 'lta', permission: 1 },
  unused_object: { level: 'lta', permission: 1 },
  further_signature: { level: 'form-filling', permission: 2 },
  signature_field: { level: 'form-filling', permission: 2 },
  form_value: { level: 'form-filling', permission: 2 },
  metadata: { level: 'form-filling', permission: 2 },
  document_info: { level: 'lta', permission: 1 },
  structure_tree: { level: 'form-filling', permission: 2 },
  description: { level: 'form-filling', permission: 2 },
  page_upkeep: { level: 'form-filling', permission: 2 },
  unread_look: { level: 'form-filling', permission: 2 },
  drawn_over: { level: 'form-filling', permission: 2 },
  annotation: { level: 'annotations', permission: 3 },
  signed_annotation: { level: 'annotations', permission: 3 },
  unexplained: { level: 'other', permission: 3 },
};

const ORDER: readonly ChangeLevel[] = ['none', 'lta', 'form-filling', 'annotations', 'other'];

/** The sharper of two levels. */
export const sharper = (a: ChangeLevel, b: ChangeLevel): ChangeLevel =>
  ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b;

/** A change that a rule explains and `permission` does not allow has this reason; an allowed one none. */
export const permits = (rule: ChangeRule, permission: Permission): ChangeReason | undefined =>
  permission >= RULES[rule].permission ? undefined : 'not_permitted';

/** Of a change that no rule explains. */
export const WRONG = { level: 'other', rule: 'unexplained' } as const;

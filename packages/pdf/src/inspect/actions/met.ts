import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfStream, PdfValue } from '../../syntax/values.ts';
import type { Finding, FindingKind } from '../finding.ts';
import type { ReportDict } from './attachments.ts';
import type { Gathered } from './gathered.ts';

/** A dictionary of some revision, and where it was met. */
export interface Met {
  pdf: Pdf;
  dict: PdfDict;
  /** Where `dict` is a stream's. */
  stream: PdfStream | undefined;
  /** What runs it, where the current revision reaches it as an action. */
  trigger: 'click' | 'automatic' | undefined;
  /** Whether it says what file an action is about, which that one tells. */
  isTarget: boolean;
  /**
   * Whether it stands inside the private data of a program (/PieceInfo, §14.5) in the same object: nothing can
   * refer to it from outside, so no viewer runs it.
   */
  isPrivate: boolean;
  /** Whether it was met before, with other values behind its references. */
  again: boolean;
  gathered: Gathered;
  /** What `report` would tell, for what is told later. */
  finding: (kind: FindingKind, excerpt?: string) => Finding;
  report: ReportDict;
}

/** Looks at one entry of a dictionary. */
export type Rule = (met: Met, value: PdfValue) => void;

/**
 * What the sandboxed children do with strangers' bytes. Runs in a child; answers are plain data, and checked where they
 * are read, so that no child has to bring what checks them.
 */
import type { Placement } from '@websign/contract';
import { type AdditionWish, prepareAddition, standingOf } from '@websign/pades';
import {
  type Box,
  foreseeStamp,
  occupancyOf,
  openPdf,
  type Prepared,
  pageAt,
  prepareSignature,
  type ReportText,
  type SignatureOptions,
  writeReport,
} from '@websign/pdf';
import { checkTimeStampResponse, parseCertificate } from '@websign/pki';
import { boldFont, nodePorts, signatureFont } from '@websign/ports';
import { type ListExpectation, readPivots, readTrustedList } from '@websign/trust';
import { copyWithPlaces } from './copy.ts';
import type {
  Foresight,
  SignatureWish,
  StandingQuestion,
  TimeStampCheck,
  ValidationInput,
} from './engine.ts';
import { documentEvidence, judgeEvidence } from './evidence.ts';
import { examineDocument } from './examine.ts';
import type { Job } from './job.ts';
import { shownBox } from './shown.ts';

const ports = nodePorts();

function prepare(document: Uint8Array, { visible, ...rest }: SignatureWish): Promise<Prepared> {
  const options: SignatureOptions = visible
    ? { ...rest, visible: { ...visible, font: signatureFont() } }
    : rest;
  return prepareSignature(openPdf(document, ports), options);
}

function foresee(document: Uint8Array, wanted: Placement): Foresight {
  const { field, page, rect, opaque } = foreseeStamp(openPdf(document, ports), wanted);
  if (field === undefined) return { field: null, opaque };
  const [x0, y0, x1, y1] = shownBox(page, rect).map((value) => Math.round(value * 100) / 100) as Box;
  const placement = { page: page.number, x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
  return { field: { name: field, placement }, opaque };
}

async function checkTimeStamp({ response, request, anchors, at }: TimeStampCheck) {
  const trust = { anchors: anchors.map(parseCertificate), at };
  const { token, info } = await checkTimeStampResponse(response, request, trust, ports);
  return { token, genTime: info.genTime };
}

export const jobs = {
  examine: (input) => examineDocument((input as { document: Uint8Array }).document, ports),
  occupancy: (input) => {
    const { document, page } = input as { document: Uint8Array; page: number };
    const pdf = openPdf(document, ports);
    return occupancyOf(pdf, pageAt(pdf, page));
  },
  foresee: (input) => {
    const { document, wanted } = input as { document: Uint8Array; wanted: Placement };
    return foresee(document, wanted);
  },
  prepare: (input) => {
    const { document, wish } = input as { document: Uint8Array; wish: SignatureWish };
    return prepare(document, wish);
  },
  prepareAddition: (input) => {
    const { document, wish } = input as { document: Uint8Array; wish: AdditionWish };
    return prepareAddition(openPdf(document, ports), wish);
  },
  copy: (input) => copyWithPlaces((input as { document: Uint8Array }).document, signatureFont(), ports),
  report: (input) => writeReport(input as ReportText, { regular: signatureFont(), bold: boldFont() }, ports),
  checkTimeStamp: (input) => checkTimeStamp(input as TimeStampCheck),
  evidence: (input) => documentEvidence((input as { document: Uint8Array }).document, ports),
  validate: (input) => judgeEvidence(input as ValidationInput, ports),
  standing: (input) => {
    const { material, grounds, ...asked } = input as StandingQuestion;
    return standingOf(asked, material, grounds, ports);
  },
  trustedList: (input) => {
    const { list, expectation } = input as { list: Uint8Array; expectation: ListExpectation };
    return readTrustedList(list, expectation, ports);
  },
  pivots: (input) => readPivots((input as { list: Uint8Array }).list),
} satisfies Record<string, Job>;

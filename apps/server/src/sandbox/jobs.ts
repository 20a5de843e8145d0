/** What the sandboxed children do with strangers' bytes. Runs in a child; answers are plain data. */
import { formFields, openPdf, type Prepared, prepareSignature, type SignatureOptions } from '@websign/pdf';
import { checkTimeStampResponse, parseCertificate } from '@websign/pki';
import { nodePorts, signatureFont } from '@websign/ports';
import type { SignatureWish, TimeStampCheck } from './engine.ts';
import { examineDocument } from './examine.ts';
import type { Job } from './job.ts';

const ports = nodePorts();

async function prepare(document: Uint8Array, wish: SignatureWish): Promise<Prepared & { field: string }> {
  const { visible, ...rest } = wish;
  const options: SignatureOptions = visible
    ? { ...rest, visible: { ...visible, font: signatureFont() } }
    : rest;
  const prepared = await prepareSignature(openPdf(document, ports), options);
  return { ...prepared, field: wish.field ?? newField(document, prepared) };
}

/** The name of the field that the update adds: the one that the document did not have. */
function newField(document: Uint8Array, { tail }: Prepared): string {
  const names = (bytes: Uint8Array) => formFields(openPdf(bytes, ports)).map(({ name }) => name);
  const before = new Set(names(document));
  const updated = new Uint8Array(document.length + tail.length);
  updated.set(document);
  updated.set(tail, document.length);
  return names(updated).find((name) => !before.has(name)) ?? '';
}

async function checkTimeStamp({ response, request, anchors, at }: TimeStampCheck) {
  const trust = { anchors: anchors.map(parseCertificate), at };
  const { token, info } = await checkTimeStampResponse(response, request, trust, ports);
  return { token, genTime: info.genTime };
}

export const jobs = {
  examine: (input) => examineDocument((input as { document: Uint8Array }).document, ports),
  prepare: (input) => {
    const { document, wish } = input as { document: Uint8Array; wish: SignatureWish };
    return prepare(document, wish);
  },
  checkTimeStamp: (input) => checkTimeStamp(input as TimeStampCheck),
} satisfies Record<string, Job>;

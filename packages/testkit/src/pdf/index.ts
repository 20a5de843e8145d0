export { documentObjects, type TestDocument, type TestPage } from './document.ts';
export { type TestCipher, testEncryption } from './encrypt.ts';
export { encodeFax, type FaxForm } from './fax.ts';
export { converted, judged } from './judges.ts';
export { drawnByPdfium, hasPdfium, pdfiumProgram } from './pdfium.ts';
export { judgedByVerapdf, type VerapdfJob, type VerapdfVerdict, verapdfHome } from './verapdf.ts';
export {
  appendUpdate,
  bytesOf,
  streamBody,
  type TestEncryption,
  type TestFile,
  type TestObject,
  writePdf,
  type XrefKind,
} from './write.ts';

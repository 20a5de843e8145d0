/** URIs of trusted lists (ETSI TS 119 612, annex D), by the part that tells them apart. */
const SERVICE_TYPE = 'http://uri.etsi.org/TrstSvc/Svctype/';
const STATUS =
  /^https?:\/\/uri\.etsi\.org\/TrstSvc\/(?:TrustedList\/|eSigDir-1999-93-EC-TrustedList\/)?Svcstatus\/(?:eSigDir-1999-93-EC-TrustedList\/)?([A-Za-z]+)$/i;
const INFORMATION =
  /^https?:\/\/uri\.etsi\.org\/TrstSvc\/(?:TrustedList\/)?(?:eSigDir-1999-93-EC-TrustedList\/)?SvcInfoExt\/([A-Za-z-]+)$/i;

export const CA_QC = `${SERVICE_TYPE}CA/QC`;
export const TSA_QTST = `${SERVICE_TYPE}TSA/QTST`;

/** `granted`, `withdrawn`, `undersupervision` …, in lower case; undefined for a URI of another kind. */
export const statusWord = (uri: string): string | undefined => STATUS.exec(uri)?.[1]?.toLowerCase();

/** `QCWithSSCD`, `ForeSignatures` …; undefined for a URI of another kind. */
export const informationWord = (uri: string): string | undefined => INFORMATION.exec(uri)?.[1];

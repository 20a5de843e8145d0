import type { CertificatesAnswer, Preferences, Signer } from '@websign/contract';

/** The person of the stories. */
export const signer: Signer = {
  Surname: 'ΠΑΠΑΔΟΠΟΥΛΟΥ',
  Name: 'ΕΛΕΝΗ',
  Email: 'eleni.papadopoulou@example.gr',
  SubjectSerial: 'TINEL-123456789',
  Serial: '5A3F09C2D1E84B7796AA10FF23C4D5E6',
  ValidUntil: '2028-05-14T09:00:00Z',
  OTPMethod: 'TOTP',
  SendsCodes: false,
  CodeTo: '',
  SessionId: { String: 'story' },
  Username: 'eleni',
  MaxDocumentsPerOtp: 100,
  KeyProvider: 'software',
  Activation: 'codes',
  SigningPassword: 'websign',
  PasswordChangeRequired: false,
};

const root = 'C=GR,O=Δημόσια Αρχή Πιστοποίησης,CN=Root CA';
const issuing = 'C=GR,O=Δημόσια Αρχή Πιστοποίησης,CN=Issuing CA 1';

export const certificates: CertificatesAnswer = {
  fullName: `${signer.Surname} ${signer.Name}`,
  username: signer.Username,
  email: signer.Email,
  subjectSerial: signer.SubjectSerial,
  serial: signer.Serial,
  validFrom: '2025-05-14T09:00:00Z',
  validUntil: signer.ValidUntil,
  status: 'valid',
  daysLeft: 537,
  otpMethod: signer.OTPMethod,
  keyProvider: signer.KeyProvider,
  activation: signer.Activation,
  chain: [
    {
      name: `${signer.Surname} ${signer.Name}`,
      issuerName: 'Issuing CA 1',
      subject: `C=GR,serialNumber=${signer.SubjectSerial},CN=${signer.Surname} ${signer.Name}`,
      issuer: issuing,
      serial: signer.Serial,
      validFrom: '2025-05-14T09:00:00Z',
      validUntil: signer.ValidUntil,
      sha256: '1a'.repeat(32),
      role: 'signer',
    },
    {
      name: 'Issuing CA 1',
      issuerName: 'Root CA',
      subject: issuing,
      issuer: root,
      serial: '2B',
      validFrom: '2020-01-01T00:00:00Z',
      validUntil: '2035-01-01T00:00:00Z',
      sha256: '2b'.repeat(32),
      role: 'intermediate',
    },
    {
      name: 'Root CA',
      issuerName: 'Root CA',
      subject: root,
      issuer: root,
      serial: '01',
      validFrom: '2015-01-01T00:00:00Z',
      validUntil: '2045-01-01T00:00:00Z',
      sha256: '3c'.repeat(32),
      role: 'root',
    },
  ],
};

/** What the person's last signature said, and where it stood. */
export const remembered: Preferences = {
  visible: true,
  title: 'Προϊσταμένη Διεύθυνσης',
  reason: 'Έγκριση δαπάνης',
  place: { page: 'first', corner: 'topRight', dx: 36, dy: 36, width: 210, height: 72 },
};

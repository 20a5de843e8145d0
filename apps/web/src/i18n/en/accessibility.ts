import type { Catalogue } from '../el.ts';

export const accessibility: Catalogue['accessibility'] = {
  title: 'Accessibility statement',
  commitment:
    'The body that provides this service strives to make the WebSign application accessible to everyone, in accordance with Greek law 4727/2020, which transposed Directive (EU) 2016/2102.',
  body: 'Body: {{body}}.',
  scope: 'This statement applies to the WebSign application, version {{version}}.',
  statusTitle: 'Compliance status',
  status:
    'The application is partially compliant with the standard EN 301 549 and with the Web Content Accessibility Guidelines (WCAG) 2.1, level AA, because of the exceptions listed below.',
  limitsTitle: 'Content that is not fully accessible',
  limits: {
    documents:
      'The PDF documents that you upload. The application shows them as they are. If a document contains no text, for example because it was scanned, a screen reader cannot read it. The body is not responsible for their content.',
    appearance:
      'The visible box of the signature. It is added to the document without structure tags. The details of the signature can be read in the signature panel of the PDF reader.',
    session:
      'The length of a session. Before it ends for lack of activity, you can extend it. For security, however, it always ends 12 hours after you signed in.',
  },
  untestedTitle: 'What has not been tested yet',
  untested:
    'The application has not yet been tested by persons with disabilities, nor with all screen readers and browsers.',
  preparedTitle: 'Preparation of this statement',
  prepared:
    'This statement was prepared on {{date}}. It is based on a self-assessment. The screens are checked by automatic tools in Greek and in English. Use by keyboard alone, magnification up to 400%, increased text spacing, the dark theme, high-contrast colours and reduced motion are checked too.',
  contactTitle: 'Feedback and contact',
  contact:
    'If you meet an obstacle in the application, or need information in another format, please tell us.',
  contactAt: 'Contact:',
  contactNone: 'Please turn to the body that provides this service.',
  enforcementTitle: 'Enforcement procedure',
  enforcement:
    'If you get no answer, or one that does not satisfy you, you can turn to the authority that monitors accessibility under law 4727/2020. You can also submit a complaint to the Greek Ombudsman.',
};

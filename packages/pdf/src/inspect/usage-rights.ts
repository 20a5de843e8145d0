import type { Inspector } from './inspector.ts';

/** Usage rights (/UR3, ISO 32000-1 §12.8.2.3): claims that any signature of ours ends. */
export const inspectUsageRights: Inspector = ({ pdf }, report) => {
  const permissions = pdf.dict(pdf.catalog.entries.get('Perms'));
  for (const key of ['UR3', 'UR']) {
    if (permissions?.entries.has(key)) report({ kind: 'usage_rights', excerpt: `/${key}` });
  }
};

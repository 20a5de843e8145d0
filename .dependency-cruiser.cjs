/** The walls between the rooms: who may import whom (docs/ARCHITECTURE.md). */
const source = '^(packages|apps)/[^/]+/src/';
const wall = (name, from, mayImport, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: {
    path: '^(packages|apps)/',
    pathNot: [from.replace('src/', ''), ...mayImport.map((room) => `^packages/${room}/`)],
  },
});

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'no-unresolvable', severity: 'error', from: { path: source }, to: { couldNotResolve: true } },
    {
      name: 'pure-engine',
      comment: 'pdf, pki, trust and pades take time, randomness, digests and the network as arguments',
      severity: 'error',
      from: { path: '^packages/(contract|pdf|pki|trust|pades)/src/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'only-tests-import-testkit',
      comment: 'and simulate, which starts its servers for a developer',
      severity: 'error',
      from: { path: source, pathNot: '^(packages/testkit/|apps/cli/src/commands/simulate)' },
      to: { path: '^packages/testkit/' },
    },
    {
      name: 'nothing-imports-tests',
      comment: 'nor stories',
      severity: 'error',
      from: { path: source },
      to: { path: '/test/|^e2e/|^bench/|^apps/web/stories/' },
    },
    wall('contract-alone', '^packages/contract/src/', []),
    wall('pdf-alone', '^packages/pdf/src/', [], 'pdf and pki never meet outside pades'),
    wall('pki-alone', '^packages/pki/src/', [], 'pdf and pki never meet outside pades'),
    wall('trust-walls', '^packages/trust/src/', ['pki']),
    wall('pades-walls', '^packages/pades/src/', ['pdf', 'pki']),
    wall('ports-walls', '^packages/ports/src/', ['pdf', 'pki', 'pades']),
    wall('providers-walls', '^packages/providers/src/', ['pki']),
    wall('web-walls', '^apps/web/src/', ['contract']),
    wall('server-walls', '^apps/server/src/', [
      'contract',
      'pdf',
      'pki',
      'trust',
      'pades',
      'ports',
      'providers',
    ]),
    {
      name: 'features-apart',
      comment: 'src/app composes routes; features never import each other',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'policy-is-pure',
      severity: 'error',
      from: { path: '^apps/server/src/policy/' },
      to: {
        path: '^apps/server/src/(http|services|storage|sandbox)/|^node:',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'services-below-http',
      comment: 'a use case knows neither requests nor answers',
      severity: 'error',
      from: { path: '^apps/server/src/(services|storage|sandbox|policy)/' },
      to: { path: '^apps/server/src/http/' },
    },
    {
      name: 'storage-behind-its-face',
      severity: 'error',
      from: { path: '^apps/server/src/(services|sandbox|demo)/' },
      to: { path: '^apps/server/src/storage/', pathNot: '/storage/index\\.ts$' },
    },
    {
      name: 'http-holds-no-logic',
      comment: 'routes parse, call a use case and render; storage is behind services',
      severity: 'error',
      from: { path: '^apps/server/src/http/' },
      to: { path: '^apps/server/src/storage/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pdf-layers',
      comment: 'inspect -> revisions <- sign, all on syntax and write',
      severity: 'error',
      from: { path: '^packages/pdf/src/(syntax|write)/' },
      to: { path: '^packages/pdf/src/(revisions|content|inspect|sign|report)/' },
    },
    {
      name: 'pdf-revisions-below',
      severity: 'error',
      from: { path: '^packages/pdf/src/(revisions|content)/' },
      to: { path: '^packages/pdf/src/(inspect|sign|report)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist|\\.cache)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};

import { type AttackDocument, attack, type Notated } from './notated.ts';

/** Two groups, 100 and 101, that the page's content uses, under a default configuration of those entries. */
function layered(configuration: string, { usage = '', more = '', mark = '100 0 R' } = {}): AttackDocument {
  return {
    catalog: `/OCProperties<</OCGs[100 0 R 101 0 R]/D<<${configuration}>>${more}>>`,
    pages: [
      {},
      {
        entries: `/Resources<</Font<</F1 3 0 R>>/Properties<</P ${mark}/B 101 0 R>>>>`,
        content: '/OC/P BDC BT /F1 12 Tf 9 9 Td (100) Tj ET EMC /OC/B BDC BT /F1 12 Tf 9 9 Td (9) Tj ET EMC',
      },
    ],
    objects: [
      { number: 100, body: `<</Type/OCG/Name(One)${usage}>>` },
      { number: 101, body: '<</Type/OCG/Name(Two)>>' },
    ],
  };
}

const apart = (event: string): string => `/Usage<</${event}<</${event}State/OFF>>>>`;

/** Optional content that shows one thing and can show another (ISO 32000-2 §8.11). */
export const layerAttacks: readonly Notated[] = [
  attack('a group that is off', layered('/OFF[100 0 R]'), 'hidden_layer'),
  attack('groups that are off unless told', layered('/BaseState/OFF/ON[101 0 R]'), 'hidden_layer'),
  attack('groups that stay as they are', layered('/BaseState/Unchanged/ON[101 0 R]'), 'conditional_layer'),
  ...['View', 'Print', 'Export'].flatMap((event) => [
    attack(
      `a group that ${event} hides by itself`,
      layered(`/AS[<</Event/${event}/Category[/${event}]/OCGs[100 0 R]>>]`, { usage: apart(event) }),
      'conditional_layer',
    ),
    attack(`a group that ${event} may hide`, layered('', { usage: apart(event) }), 'conditional_layer'),
  ]),
  ...[
    ['Zoom', '/Zoom<</min 2>>'],
    ['Language', '/Language<</Lang(el)>>'],
    ['User', '/User<</Type/Ind/Name(a)>>'],
  ].map(([category, usage]) =>
    attack(
      `a group by ${category}`,
      layered(`/AS[<</Event/View/Category[/${category}]/OCGs[100 0 R]>>]`, { usage: `/Usage<<${usage}>>` }),
      'conditional_layer',
    ),
  ),
  attack(
    'content that is seen while a group is not',
    layered('', { mark: '<</Type/OCMD/OCGs 101 0 R/P/AllOff>>' }),
    'hidden_layer',
  ),
  attack(
    'content by an expression',
    layered('', { mark: '<</Type/OCMD/VE[/Not[/Or 101 0 R]]>>' }),
    'hidden_layer',
  ),
  attack(
    'a group that can be switched',
    layered('/Order[[(All)100 0 R]101 0 R]/Locked[101 0 R]'),
    'switchable_layer',
    'visible_layer',
  ),
  attack(
    'a group that another configuration hides',
    layered('', { more: '/Configs[<</OFF[100 0 R]>>]' }),
    'switchable_layer',
  ),
  attack(
    'an annotation that is off',
    {
      ...layered('/OFF[100 0 R]'),
      pages: [{ entries: '/Annots[<</Subtype/Square/Rect[0 0 9 9]/OC 100 0 R>>]' }],
    },
    'hidden_layer',
  ),
  attack('groups that are always seen', layered(''), 'visible_layer'),
];

/** Optional content that hides nothing. */
export const layerInnocents: readonly Notated[] = [
  attack('groups that nothing uses', { ...layered('/OFF[100 0 R]'), pages: [{}] }),
  attack(
    'a watermark that is on for screen, print and export',
    layered('/ON[100 0 R 101 0 R]/Order[]/AS[<</Event/Print/Category[/Print]/OCGs[100 0 R]>>]', {
      usage: '/Usage<</Print<</PrintState/ON>>/View<</ViewState/ON>>/PageElement<</Subtype/FG>>>>',
    }),
    'visible_layer',
  ),
  attack(
    'the only group, which no viewer offers to switch',
    {
      catalog: '/OCProperties<</OCGs[100 0 R]/D<<>>>>',
      pages: [{ entries: '/Resources<</Properties<</A 100 0 R>>>>', content: '/OC/A BDC EMC' }],
      objects: [{ number: 100, body: '<</Type/OCG/Name(One)>>' }],
    },
    'visible_layer',
  ),
];

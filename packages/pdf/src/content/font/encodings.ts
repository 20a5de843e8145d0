/** The encodings that fonts name (ISO 32000-2 Annex D), as the characters of codes 32 to 255; `�` for none. */
const STANDARD =
  ' !"#$%&’()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_‘abcdefghij' +
  "klmnopqrstuvwxyz{|}~����������������������������������¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ�–†‡·�" +
  '¶•‚„”»…‰�¿�`´ˆ˜¯˘˙¨�˚¸�˝˛ˇ—����������������Æ�ª����ŁØŒº�����æ���ı��łøœß����';
const MAC_ROMAN =
  ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghij' +
  'klmnopqrstuvwxyz{|}~�ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ' +
  '∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»… ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄¤‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ';
const SYMBOL =
  ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕ' +
  'κλμνοπθρστυϖωξψζ{|}∼���������������������������������€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝' +
  '∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪�〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭�';
const DINGBATS =
  ' ✁✂✃✄☎✆✇✈✉☛☞✌✍✎✏✐✑✒✓✔✕✖✗✘✙✚✛✜✝✞✟✠✡✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊' +
  '❋●❍■❏❐❑❒▲▼◆❖◗❘❙❚❛❜❝❞�❨❩❪❫❬❭❮❯❰❱❲❳❴❵�������������������❡❢❣❤❥❦❧♣♦♥♠①②③④⑤⑥⑦⑧⑨⑩' +
  '❶❷❸❹❺❻❼❽❾❿➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏➐➑➒➓➔→↔↕➘➙➚➛➜➝➞➟➠➡➢➣➤➥➦➧➨➩➪➫➬➭➮➯�➱➲➳➴➵➶➷➸➹➺➻➼➽➾�';
/** Codes 127 to 159; the rest is Latin-1. A code without a glyph shows a bullet. */
const WIN_ANSI = '•€•‚ƒ„…†‡ˆ‰Š‹Œ•Ž••‘’“”•–—˜™š›œ•žŸ';

/** A character for each code, `�` where there is none. */
export type Encoding = readonly string[];

const NOTHING = '�';
const below32: string[] = new Array(32).fill(NOTHING);
const from32 = (characters: string): Encoding => [...below32, ...characters];

export const standardEncoding = from32(STANDARD);
export const symbolEncoding = from32(SYMBOL);
export const dingbatsEncoding = from32(DINGBATS);

const winAnsiEncoding = from32(
  Array.from({ length: 224 }, (_, index) => WIN_ANSI[index - 95] ?? String.fromCharCode(index + 32)).join(''),
);

/** The encodings that /Encoding and /BaseEncoding may name; of MacExpertEncoding nothing is known. */
export const namedEncodings: ReadonlyMap<string, Encoding> = new Map([
  ['StandardEncoding', standardEncoding],
  ['WinAnsiEncoding', winAnsiEncoding],
  ['MacRomanEncoding', from32(MAC_ROMAN)],
  ['MacExpertEncoding', from32(NOTHING.repeat(224))],
]);

/** Glyph names of Zapf Dingbats without their `a`, in the order of its codes. */
export const DINGBATS_NAMES = (
  '1 2 202 3 4 5 119 118 117 11 12 13 14 15 16 105 17 18 19 20 21 22 23 24 25 26 27 28 6 7 8 ' +
  '9 10 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 ' +
  '57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 203 75 204 76 77 78 79 81 82 83 84 ' +
  '97 98 99 100 89 90 93 94 91 92 205 85 206 86 87 88 95 96 101 102 103 104 106 107 108 112 ' +
  '111 110 109 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 ' +
  '139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 ' +
  '161 163 164 196 165 192 166 167 168 169 170 171 172 173 162 174 175 176 177 178 179 193 ' +
  '180 199 181 200 182 201 183 184 197 185 194 198 186 195 187 188 189 190 191'
).split(' ');

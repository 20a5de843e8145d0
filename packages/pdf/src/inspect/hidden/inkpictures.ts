/** Rows and columns of a picture of a digit. */
export const SIDE = 8;
/** How much the breadth counts beside the cells. */
const BREADTH = 2;
/**
 * What digits look like within their bounds as they are scanned: means of like ones among those of 225 faces, upright and slanted, light
 * and bold, 12 to 40 samples high, tilted, blurred and noisy. The digit; by rows from the foot how much of a cell is ink, in hexadecimal; and
 * how broad it is for its height, in hundredths.
 */
const PICTURES: readonly string[] = [
  '015aaaa515d7116d5bc2002cbda1111adda1111adbc2002bb5d7116d615aaaa5143',
  '04aa99510ba214c70d80006d4ca1112c99c2111ac4d61018d16b412ab015999a446',
  '015bccb515ed66dd5bf9218ebde7227edde7127edbe8119eb5ed66de515bccb5146',
  '02676664176222274a4122158a312213a9322313a8412213a462111661466565248',
  '03accb610be84ae71de513cd4ce6129e99e9216ec4dc315ed17ea58ea015bcca349',
  '1236addca126bffdb115beecb115beecb116befcb227cefdb88bdffdb569bddb921',
  '1000018dc000029ed000029ed000029ed000029ed221139ed78877add12468bec23',
  '10012addb0012beec0002beec0012beec0112beec4656cfec8acdefec1247bddb27',
  '1acda52106aed720026dea410139ed821015beb421138ee843458ceb72247acdc28',
  '169ceedb8239efc52117efb31117efb31117efb31128efb3167befc31579cda3130',
  '168cec853129ed720014deb30002aed510115de922334bfd52478cee901247adc30',
  '18abdeca81118e7210004da200002bd4000007e7100114db201467cd600246ac835',
  '19bceecb9225dd522003cd300003cd300003cd300223cd300799dd300369dc30039',
  '16abdedba1239f9320018f8100018f8100018f8104538e9106abcf910126bd8103a',
  '1bdddedda346cfa530018ea200005ed400003de602454be9115acdfb20135adc33c',
  '2bedcccca4aa52123026a720000139b40000018d6331003cc893116d938abbb723e',
  '2bdddddda7deb878715bc82110028db5100016dd545212aeb9c957de838bcdc7242',
  '2897666532442111211354101011245211111247311222258222112582345566247',
  '2cddccc813a931231016a610000039a30000016c50231019c049412ad0169abb548',
  '2cddddd917dd9777214ac72110026cb4001114bd5146215ec05c858ec016acdb44c',
  '35aaaab72972114db220001ad001348d70037bd81121016d6693116e738aabb713e',
  '38bcbba6177436be9110028ec01358dd7017bdd8211126cc568547de55abcdc713f',
  '34acdca61ce957de7562029eb00158dd60028ceb325412aea5bc76bea15acdc9345',
  '3665565423111136611122257111235641124675211133255111123572344567445',
  '37bbaa72097225ba2220018d500135cc30027ad92012114c9039524bd016aabb547',
  '40013885222237a6388668ba5255438930144457200135693000137b60000149841',
  '400025c7222225d72bbaabec96b414d7116a33b60017959400027ba4000028b4045',
  '40013ac413345ae73bdcbdee95b834cb203a83ad30029aae500029de9000018da47',
  '400138da33445aeb4bdccefeb8d849eb318b58e91029bae910029ee910003ad8149',
  '56aaaaa61862116d9210002bd121015db6c989c937b4332106c5222104ccccca33e',
  '56bcddb619a757de8221018ed24324bfb7edcddb37ea543106ec766524bddddc441',
  '5665556414211126511122259111122683554566234443111223211112467776444',
  '58baaa62085114b92220016d6011016d717a89ca206b5431002a62221018cccca45',
  '57cddb720ab659da222102be714424ce72beddeb318e9641004db7764029ddddb48',
  '616a99a727c5114c9cb1001adec4113cbdc978a939c4222103a8312530279998241',
  '628bbba519d7339d7dc4004cdbe8327db5debab9316cb6210015ab51000037a7342',
  '616bccc726ec65be9ce8117eddfb43aebdfdbcdb39ea433213bd85684038bcc9344',
  '639988620a8113982c71115b5bb3115b57c9779722a833211039731350025789846',
  '63accc720be748ea2ee402be5cfa34ce68febcd923cd6332105cc65880038bcc948',
  '704b6100001ab2000004d71000017c30000019a2010002b81532226d6acccccdc40',
  '7018c5100015ca3000017d7100003bb3000005c81321018c4996668da9ddddcdb41',
  '7ac5100004db3000016d91000017c71000017c61010017c6155445ad67cddddec43',
  '717da200004de6100018eb200002be7100004cc4021016db389889deaaddddddb44',
  '7542222112532111113532111013532111013532110123432211223545778768846',
  '839a99a82bb3112bbc91002ad5b8459c618dbbc717d6214c67c4114d717a99a7140',
  '828cccc82bea44aeade6117ed6dc78cd72aeddea28ea32ae77ec54be717cccc7143',
  '85aa99720d91128b2b91015d439846bb203bdbc7107c5229905c5117d015999a647',
  '84addc930ce847dc3ce502ae64cc78dd305edcea219e726eb07ea46ed016bddb548',
  '856433343831122466322335623456663127a963124553244343211472333345449',
  '939a9a830352139b3112224d939b889ddbd4114dedb2002cc9d5116d717baaa6141',
  '948a72000126ba4100125bc5138aaaed4ae8339eacd5114cd7d9337da15abbb8242',
  '9345543111112454201123464266666988722227b9411103b662111681466666245',
  '94adcb7205877ada312345be84bddcdfcbfb44cfdde8119fc9ec66ce727bddb6145',
  '98baa830076238c5011233ac329ca9ce85e9216ec4d9102be19c624cb016aaba347',
];

/** A digit as it is seen: by rows from the foot, 0 to 1 each, and how broad it is for its height. */
export interface Look {
  cells: readonly number[];
  breadth: number;
}

const CELLS = SIDE * SIDE;
/** The cells of each, 0 to 1, and its breadth behind them. */
const LOOKS = PICTURES.map((picture) => ({
  digit: Number(picture[0]),
  look: Float32Array.of(
    ...[...picture.slice(1, 1 + CELLS)].map((cell) => Number.parseInt(cell, 16) / 15),
    Number.parseInt(picture.slice(1 + CELLS), 16) / 100,
  ),
}));

/** How far a look is from each of the ten digits: the root of the mean square of the differences. */
export function distancesOf(one: Look): number[] {
  const seen = arrayOf(one);
  const squares = new Array<number>(10).fill(Infinity);
  for (const { digit, look } of LOOKS) {
    const least = squares[digit] ?? 0;
    squares[digit] = Math.min(least, squareOf(seen, look, least));
  }
  return squares.map((square) => Math.sqrt(square / CELLS));
}

/** How far two looks are from each other. */
export const distanceOf = (one: Look, other: Look): number =>
  Math.sqrt(squareOf(arrayOf(one), arrayOf(other), Infinity) / CELLS);

const arrayOf = ({ cells, breadth }: Look): Float32Array => Float32Array.of(...cells, Math.min(1, breadth));

/** The sum of the squares, as far as it is no more than `most`. */
function squareOf(seen: Float32Array, look: Float32Array, most: number): number {
  let sum = (BREADTH * ((seen[CELLS] ?? 0) - (look[CELLS] ?? 0))) ** 2;
  for (let at = 0; at < CELLS && sum < most; at++) sum += ((seen[at] ?? 0) - (look[at] ?? 0)) ** 2;
  return sum;
}

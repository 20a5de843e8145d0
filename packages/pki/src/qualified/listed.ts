import { equalBytes } from '../asn1/bytes.ts';
import type { Chain } from '../path/face.ts';
import type { TrustAnchor } from '../trust/face.ts';

/** A chain, and the anchors among which its certificates may stand in trusted lists. */
export interface ListedChain {
  chain: Pick<Chain, 'certificates'> & { anchor: TrustAnchor };
  anchors: readonly TrustAnchor[];
}

/** What trusted lists name of a chain, nearest to the end entity first: a chain may end above what a list names. */
export function listedIn({ chain, anchors }: ListedChain): TrustAnchor[] {
  const ders = [...chain.certificates.map(({ der }) => der), chain.anchor.certificate];
  return ders.flatMap((der) => {
    const found = anchors.find(
      ({ certificate, source }) => source === 'trusted_list' && equalBytes(certificate, der),
    );
    return found === undefined ? [] : [found];
  });
}

/**
 * What a version before this one sealed, under the master key of `masterKeyFile` and the password of `PASSWORD`: an
 * account with the key of the test PKI's `p256`, the same with a new device, one with that key on a token, and one whose
 * key waits for its certificate. Secrets of devices in base32.
 */
export const EARLIER = {
  row: {
    account: 'earlier',
    verifier: {
      version: 1,
      box: 'XEDV52PcgzaJgV7FLcNyJj2bmNxyEKIQ_O7vS4t_lDFHQe5axvdSHd93UZSApMdPK9wbjgg0IrUEslLkfQrfNstw8U3WIbnTI_UNwYreS6f7',
    },
    totp: {
      id: '230973d3-64df-4bab-a8c8-08a8d32429fd',
      version: 1,
      box: 'VHQBFsZqQw4P26xGjdWMvG9wJck2qgs-sFNJPsnlxNMB1r3cVUloY8KDIkIIM1QRfA',
    },
    key: {
      type: 'ec-p256',
      id: '570bc39c-108c-428b-a938-2d5d0d5c5d52',
      certificateSha256: 'e8f965a92acac3682555294d86178091f6a4c2fe8346e4df3187267cee7cb6fb',
      version: 1,
      box: 'X3AHv4c8pxss1obV2BvdXGySdgd0Yj5yei3Z3KkmoblipTfmhbxxlq247ZMFwgQBGN3jcQMcYdKXGNmzKEZBx14ZX17mJJ3I0-1WINGrwuqvicInJGUfWb98MfiAYCxT_hHgZl-BGvnMsvawupuJwf75mNgJuKh0kiXqvcCJrk1CYaVswgFvtP-2J4J032txOrQrBBPkoi_NTmUX2PQO299DfTNXXjSsYbmkF_lRbc24j79CXvtB4KG0dL6GWPcUvimZRW6bgZclpmEUoJt2PP1oOoZlHqg',
    },
  },
  secret: 'BT4GDS24XP5P2KPDMWYZFL73T64FFCKF',
  reset: {
    totp: {
      id: '8f4c89a7-9290-4ff1-a2f7-04231f9cbd76',
      version: 1,
      box: '3cRhaMbhsnvbUEOxxSY7zEfOHEHgNJsuEGu5ATb9al8iUD-B_3wuhMP2MARLyG7c-Q',
    },
    secret: 'WVR3APYTA7DEJ3MZWQPBE3PACOW6VANH',
  },
  token: {
    row: {
      account: 'earlier-token',
      verifier: {
        version: 1,
        box: '0nBNMpSJBKsfmMNjs_6ie_ecUqB1kZUY9Cmq3UrnylCgSSYNK6Uv9g6T71YnGSNgzaHl0iHD04lMjsIOugzegvx5v0Kh5XouI1cqr3gKI9jt',
      },
      totp: {
        id: '0386fc34-b97c-4aa5-b2c5-c0836f675773',
        version: 1,
        box: '2qHV6AsCvKWR-55veNnlTcWDrihcerig1KjPuIAHf9A97-yXJ3HJJ8SQ_K5IGSlDzQ',
      },
      key: {
        type: 'elsewhere',
        id: '5db25c45-346a-4d95-8ea7-142ab16db5c0',
        certificateSha256: 'e8f965a92acac3682555294d86178091f6a4c2fe8346e4df3187267cee7cb6fb',
        version: 1,
        box: 'TkAdYYyFHN83cXSjDo6hOy9DT_2HfCryd8HdWg',
      },
    },
    secret: 'KTBWUWK3GUPATDNZRYGID4DFKTK4E5EH',
  },
  waiting: {
    row: {
      account: 'earlier-waiting',
      verifier: {
        version: 1,
        box: 'EJzICj0pHsC6vTGmeOZdOkLwJeZg68SqxuTCoD9K1rXHp-6IxhUGKPTtQx0DDLX2lxkTP2r2oTM_R5FiUYId0G3yNEpGn0D9o42Oi0NyYC3M',
      },
      totp: {
        id: 'c42113e1-e2ac-49e5-a026-b16cef52557a',
        version: 1,
        box: 'EV1wQzJExNdC-KeJEcJWd5jl8YjjqjpMT2OqcDrahfNDIZ6HhALWwvYQXEVmQoq4Sw',
      },
      key: {
        type: 'ec-p256',
        id: 'd866519a-be2d-49c0-a892-d02f1c3e08c9',
        certificateSha256: null,
        version: 1,
        box: 'Zw49rNWVf8FX246K1cC_6DRRfaAGdO37na_FMm5lCchYEQ-cbyLRucaSfsXYoDd_uamjT28c2aL8MsV1kVqGV_oXRjzfDIJkdqCmTVOkJ4B8WzgIMJCgovzjlhRYejbHdMwClrB1P-UXXt5WSxXySU_tIou1tfN9ssMq4YQkZEdHMedaeHB54-4b-AZGH8C_mKa3pUjm8GBKT4s_8lMEd8Otfpfz9Fcia2lgf1rUCPeiaWt0e--N6h_pswA10HqlQtklZBNQz5Za8P6wF8zFFG077ooAfMA',
      },
    },
    spki: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqHZXRUGupfT3cYWSLTKc4IBCZAcWHVZ1KvrPwfz7au6m61JNTtuZ2Rw6bpLJuGMWDxtokATNojWBNjSOV8VO7g==',
  },
};

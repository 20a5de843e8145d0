declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'truetype';
      keepFeatures: string[];
      noLayoutClosure: boolean;
      noHinting: boolean;
      dropTables: string[];
    },
  ): Promise<Buffer>;
}

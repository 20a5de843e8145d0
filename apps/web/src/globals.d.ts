/** Where PDF.js finds its data files; set by the build. */
declare const __PDFJS_DATA__: string;
/** Where the files of the visible signature's font are (build/stamp-fonts.ts). */
declare const __STAMP_FONTS__: { common: string; whole: string };

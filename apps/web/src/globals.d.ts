/** Where PDF.js finds its data files; set by the build. */
declare const __PDFJS_DATA__: string;

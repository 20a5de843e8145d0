/** What keeps a copy from being PDF/A-2u (ISO 19005-2 §6). */
export type Obstacle =
  /** Colours of a device without a profile that says what they mean. */
  | 'device_colour'
  | 'colour_space'
  | 'overprint'
  | 'graphics_state'
  | 'blend_mode'
  | 'rendering_intent'
  | 'image'
  | 'jpeg_2000'
  | 'filter'
  | 'font_not_embedded'
  | 'font_dictionary'
  | 'font_program'
  | 'font_encoding'
  | 'font_widths'
  /** A code without a glyph. */
  | 'glyph_missing'
  /** A code whose text nothing tells. */
  | 'text_unknown'
  | 'page_size'
  /** Names, strings or states past what readers of PDF 1.7 take (§6.1.13). */
  | 'limit'
  /** More than is looked at, or what cannot be read again. */
  | 'unread';

/** Collects them. */
export type Tell = (obstacle: Obstacle) => void;

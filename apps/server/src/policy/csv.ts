/** How large a table may be; past any of these reading it ends. */
export interface CsvBounds {
  /** Records, the header included. */
  readonly records: number;
  readonly fields: number;
  /** Characters of one field. */
  readonly letters: number;
}

export interface CsvRecord {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

/** What is wrong with the text as CSV, and in which line. */
export class CsvError extends Error {
  override name = 'CsvError';
  readonly line: number;

  constructor(line: number, sentence: string) {
    super(`Line ${line}: ${sentence}`);
    this.line = line;
  }
}

/**
 * Records of RFC 4180, with or without a byte order mark, separated by commas or, where the first line has more of them
 * outside quotes, semicolons; lines end in CRLF or LF, empty lines are passed over. Throws {@link CsvError}.
 */
export function parseCsv(text: string, bounds: CsvBounds): CsvRecord[] {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  const reader = new CsvReader(body, separatorOf(body), bounds);
  const records: CsvRecord[] = [];
  for (let record = reader.next(); record !== undefined; record = reader.next()) {
    if (record.fields.length === 1 && record.fields[0] === '') continue;
    if (records.length === bounds.records)
      throw new CsvError(record.line, `there are more than ${bounds.records - 1} rows.`);
    records.push(record);
  }
  return records;
}

function separatorOf(text: string): ',' | ';' {
  let quoted = false;
  const counts = { ',': 0, ';': 0 };
  for (const letter of text) {
    if (letter === '"') quoted = !quoted;
    else if (!quoted && letter === '\n') break;
    else if (!quoted && (letter === ',' || letter === ';')) counts[letter] += 1;
  }
  return counts[';'] > counts[','] ? ';' : ',';
}

class CsvReader {
  readonly #text: string;
  readonly #separator: string;
  readonly #bounds: CsvBounds;
  #at = 0;
  #line = 1;

  constructor(text: string, separator: string, bounds: CsvBounds) {
    this.#text = text;
    this.#separator = separator;
    this.#bounds = bounds;
  }

  next(): CsvRecord | undefined {
    if (this.#at >= this.#text.length) return undefined;
    const line = this.#line;
    const fields: string[] = [];
    for (;;) {
      if (fields.length === this.#bounds.fields)
        throw new CsvError(line, `it has more than ${this.#bounds.fields} fields.`);
      fields.push(this.#field());
      if (this.#text[this.#at] !== this.#separator) break;
      this.#at += 1;
    }
    this.#endOfRecord();
    return { line, fields };
  }

  #field(): string {
    const field = this.#text[this.#at] === '"' ? this.#quoted() : this.#plain();
    if (field.length > this.#bounds.letters)
      throw new CsvError(this.#line, `a field is longer than ${this.#bounds.letters} characters.`);
    return field;
  }

  #plain(): string {
    const from = this.#at;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const letter = this.#text[this.#at];
      if (letter === this.#separator || letter === '\n') break;
      if (letter === '\r' && this.#text[this.#at + 1] === '\n') break;
      if (letter === '"')
        throw new CsvError(this.#line, 'a quotation mark stands in a field without quotes.');
    }
    return this.#text.slice(from, this.#at);
  }

  #quoted(): string {
    const begun = this.#line;
    this.#at += 1;
    const parts: string[] = [];
    for (;;) {
      const end = this.#text.indexOf('"', this.#at);
      if (end === -1) throw new CsvError(begun, 'a quotation mark is not closed.');
      const part = this.#text.slice(this.#at, end);
      parts.push(part);
      this.#line += part.split('\n').length - 1;
      this.#at = end + 1;
      if (this.#text[this.#at] !== '"') return parts.join('"');
      this.#at += 1;
    }
  }

  #endOfRecord(): void {
    if (this.#text.startsWith('\r\n', this.#at)) this.#at += 2;
    else if (this.#text[this.#at] === '\n') this.#at += 1;
    else if (this.#at < this.#text.length)
      throw new CsvError(this.#line, 'something follows a closing quotation mark.');
    this.#line += 1;
  }
}

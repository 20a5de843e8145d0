import { SaxesParser } from 'saxes';
import { StorageError } from '../errors.ts';

export interface ListedObject {
  readonly key: string;
  readonly size: number;
}

export interface ListedPage {
  readonly objects: readonly ListedObject[];
  /** Where the next page begins; undefined on the last. */
  readonly next: string | undefined;
}

const root = 'ListBucketResult';

/** A page of ListObjectsV2. Throws StorageError `corrupt` for what is none. */
export function readListing(xml: string): ListedPage {
  const page = new Page();
  const parser = new SaxesParser({ position: false });
  parser.on('doctype', () => {
    throw new Error('a document type declaration');
  });
  parser.on('opentag', ({ name }) => page.open(name));
  parser.on('text', (text) => page.text(text));
  parser.on('closetag', () => page.close());
  try {
    parser.write(xml).close();
    return page.read();
  } catch (cause) {
    throw new StorageError('corrupt', 'S3: the list of the bucket cannot be read', { cause });
  }
}

/** What is read of a page: `Key` and `Size` of each `Contents`, and where it goes on. */
class Page {
  readonly #objects: ListedObject[] = [];
  readonly #path: string[] = [];
  #values: Record<string, string> = {};
  #text = '';
  #truncated = '';
  #next = '';

  open(name: string): void {
    this.#path.push(name);
    if (this.#path.length > 8 || this.#path[0] !== root) throw new Error(`not a ${root}`);
    this.#text = '';
  }

  text(text: string): void {
    this.#text += text;
  }

  close(): void {
    const path = this.#path.slice(1).join('/');
    const name = this.#path.pop() ?? '';
    if (path === `Contents/${name}`) this.#values[name] = this.#text;
    if (path === 'IsTruncated') this.#truncated = this.#text;
    if (path === 'NextContinuationToken') this.#next = this.#text;
    if (path === 'Contents') {
      const { Key: key = '', Size: size = '' } = this.#values;
      if (key === '' || !/^\d{1,15}$/u.test(size)) throw new Error('an object without a key or a size');
      this.#objects.push({ key, size: Number(size) });
      this.#values = {};
    }
  }

  read(): ListedPage {
    const more = this.#truncated === 'true';
    if (more && this.#next === '') throw new Error('a page without its next');
    return { objects: this.#objects, next: more ? this.#next : undefined };
  }
}

import { canCopy, Template, type TemplateOptions } from './template.ts';

const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 60_000;
/** Where so many copies in a row do not start, their template is of no use. */
const FAILED_COPIES = 2;

/** Keeps one template ready where there can be one; after each that ends another is tried, less and less often while they fail. */
export class Templates {
  readonly #options: TemplateOptions;
  readonly #onEnd: (complaint: string) => void;
  #current: Template | undefined;
  #ready: Template | undefined;
  #failedTemplates = 0;
  #failedCopies = 0;
  #pause: NodeJS.Timeout | undefined;
  #closed = false;

  /** `onEnd` is told of each that ends before this is closed. */
  constructor(options: TemplateOptions, onEnd: (complaint: string) => void) {
    this.#options = options;
    this.#onEnd = onEnd;
    if (canCopy()) this.#start();
  }

  /** The one that copies can be had of now. */
  get ready(): Template | undefined {
    return this.#ready;
  }

  /** Keeps account of whether copies start; they do not where the system has no process left for them, for example. */
  tell(template: Template, started: boolean): void {
    if (template !== this.#ready) return;
    this.#failedCopies = started ? 0 : this.#failedCopies + 1;
    if (started) this.#failedTemplates = 0;
    if (this.#failedCopies >= FAILED_COPIES) template.kill();
  }

  /** Resolves once the template has gone. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#pause);
    this.#current?.kill();
    await this.#current?.ended;
  }

  #start(): void {
    try {
      const template = new Template(this.#options);
      this.#current = template;
      template.ready.then(
        () => {
          this.#ready = template;
        },
        () => template.kill(),
      );
      void template.ended.then(() => this.#ended(template.complaint));
    } catch (error) {
      this.#ended(String(error));
    }
  }

  #ended(complaint: string): void {
    this.#current = undefined;
    this.#ready = undefined;
    this.#failedCopies = 0;
    this.#failedTemplates += 1;
    if (this.#closed) return;
    this.#onEnd(`the template of children ended: ${complaint}`);
    const pauseMs = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** this.#failedTemplates);
    this.#pause = setTimeout(() => this.#start(), pauseMs).unref();
  }
}
